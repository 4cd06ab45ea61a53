import { objectMissing, ok, Refused } from './answer';
import type { Edge, MetaCall } from './call';
import { metaTime, pick } from './fields';
import { listedPosts } from './lists';
import { objectOf } from './objects';
import type { Finish, Kind, Processing } from './store';

export type Phase = 'not_started' | 'in_progress' | 'complete' | 'error';

/** A complete upload starts the processing of a container and, with `readyBeforeFinish`, of a reel or a story. */
export function processingOf(call: MetaCall, id: string): Processing | undefined {
  const { world, settings, hooks } = call;
  const begun = world.store.read(id, 'processing');
  if (begun) return begun;
  const kind = world.started(id)?.kind;
  const upload = world.upload(id);
  const isPushed = kind === 'reel' || kind === 'story_video';
  const startsByItself = kind === 'container' || (isPushed && settings.readyBeforeFinish);
  if (!startsByItself || !upload.isComplete) return undefined;
  return world.process(id, hooks.processing(id), Math.floor(upload.at));
}

export function phaseOf(processing: Processing | undefined, now: number): Phase {
  if (!processing) return 'not_started';
  if (now < processing.ready_at) return 'in_progress';
  return processing.rejection ? 'error' : 'complete';
}

export function uploadingPhase({ world }: MetaCall, id: string) {
  const { bytes, size, isComplete } = world.upload(id);
  return {
    status: isComplete ? 'complete' : bytes > 0 ? 'in_progress' : 'not_started',
    bytes_transferred: bytes,
    ...(size !== undefined && { source_file_size: size }),
  };
}

export const processingPhase = (phase: Phase, processing: Processing | undefined) => ({
  status: phase,
  ...(phase === 'error' && { errors: [processing?.rejection] }),
});

/** All fields of `GET /{video}`. */
function videoNode(call: MetaCall, id: string): Record<string, unknown> {
  const { world, settings } = call;
  const [start, finish] = [world.started(id), world.finished(id)];
  if (!start) throw new Refused(objectMissing(id));
  const live = world.isLive(id);
  const changed = metaTime(finish?.at ?? start.at);
  return {
    id,
    title: finish?.title,
    description: finish?.caption,
    from: { id: start.owner },
    created_time: metaTime(start.at),
    updated_time: changed,
    published: live,
    post_id: live ? finish?.public_id : undefined,
    permalink_url: settings.permalink(start.kind, start.owner, id),
    status: statusOf(call, id, finish),
  };
}

function statusOf(call: MetaCall, id: string, finish: Finish | undefined) {
  const processing = processingOf(call, id);
  const now = call.world.now();
  const phase = phaseOf(processing, now);
  const uploaded = {
    not_started: 'upload_complete',
    in_progress: 'processing',
    complete: 'ready',
    error: 'error',
  };
  return {
    video_status: call.world.upload(id).isComplete ? uploaded[phase] : 'uploading',
    ...(phase === 'in_progress' && { processing_progress: 50 }),
    uploading_phase: uploadingPhase(call, id),
    processing_phase: processingPhase(phase, processing),
    publishing_phase: publishingPhase(phase, finish, now, call.world.started(id)?.kind),
  };
}

/** Meta reports `draft` until the video is public, also while it is being published; of a story, `not_published`. */
function publishingPhase(phase: Phase, finish: Finish | undefined, now: number, kind?: Kind) {
  if (!finish || phase === 'error') return { status: 'not_started' };
  if (finish.live_at === null) return { status: 'not_started', publish_status: 'draft' };
  const time = { publish_time: metaTime(finish.live_at) };
  if (finish.live_at <= now) return { status: 'complete', publish_status: 'published', ...time };
  if (phase === 'complete') return { status: 'not_started', publish_status: 'scheduled', ...time };
  return { status: 'in_progress', publish_status: kind === 'story_video' ? 'not_published' : 'draft' };
}

const status: Edge = {
  answer(call) {
    const video = objectOf(call, call.node);
    if (!video) return objectMissing(call.node);
    return ok(pick(videoNode(call, video.id), call.params.fields, 'updated_time,description'));
  },
};

const listOf = (kinds: ('reel' | 'video')[]): Edge => ({
  on: 'page',
  answer: (call) =>
    listedPosts(call, kinds, ({ id }) =>
      pick(videoNode(call, id), call.params.fields, 'updated_time,description'),
    ),
});

export const videoReads: Record<string, Edge> = {
  'video.status': status,
  'reels.list': listOf(['reel']),
  'videos.list': listOf(['video', 'reel']),
};

import { invalidParameter, metaError, ok, Refused, type Answer } from './answer';
import { accountOf, type Edge, type MetaCall, type Publication } from './call';
import { count, instant, isFalse } from './fields';
import { own } from './objects';
import type { Kind } from './store';
import type { FinishOptions } from './world';

/** `start` of `POST /{page}/video_reels` and its like: answers the id before anything is public. */
export const startPushed = (kind: Kind): Edge => ({
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const id = call.world.begin({ kind, owner: accountOf(call).id });
    const { ruploadUrl, version } = call.settings;
    return ok({ video_id: id, upload_url: `${ruploadUrl}/video-upload/${version}/${id}` });
  },
});

const finishReel: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const id = call.params.video_id ?? '';
    own(call, id, 'reel');
    return makePublic(call, id, stateAskedFor(call.params));
  },
};

function stateAskedFor(params: Record<string, string>): FinishOptions['live'] {
  const state = params.video_state?.toUpperCase() ?? 'DRAFT';
  if (state === 'PUBLISHED') return 'now';
  if (state === 'DRAFT') return 'never';
  const at = instant('scheduled_publish_time', params.scheduled_publish_time);
  if (state === 'SCHEDULED' && at !== undefined) return at;
  throw new Refused(invalidParameter('Param video_state must be one of {DRAFT, PUBLISHED, SCHEDULED}'));
}

/** `POST /{page}/videos`: an upload in chunks. The network chooses their sizes. */
const start: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const size = count('file_size', call.params.file_size);
    if (size === 0) return metaError(6000, 1363022, 'The video file is too small.');
    const { world } = call;
    const video = beginVideo(call, size);
    const session = world.begin({ kind: 'session', owner: accountOf(call).id, target: video });
    world.store.replace(video, 'window', { end: Math.min(size, call.hooks.windowBytes()) });
    return ok({ video_id: video, upload_session_id: session, ...asTexts(windowOf(call, video)) });
  },
};

function beginVideo(call: MetaCall, size: number): string {
  const { world } = call;
  const video = world.begin({ kind: 'video', owner: accountOf(call).id });
  world.store.replace(video, 'upload', { file_size: size });
  return video;
}

const transfer: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const { world, params, truncated } = call;
    const { video } = sessionOf(call);
    const chunk = call.files.video_file_chunk;
    if (!chunk) return invalidParameter('The parameter video_file_chunk is required');
    const { start_offset: from, end_offset: to } = windowOf(call, video);
    if (params.start_offset !== String(from)) return wrongOffset(call, video);
    if (!truncated && chunk.bytes !== to - from)
      return metaError(6000, 1363019, 'There was a problem uploading your video file.');
    chunk.addTo(video);
    const { bytes, size = 0 } = world.upload(video);
    world.store.replace(video, 'window', { end: Math.min(size, bytes + call.hooks.windowBytes()) });
    return ok(windowOf(call, video));
  },
};

/** Meta answers offsets as numbers here and as strings at the start. */
function windowOf({ world }: MetaCall, video: string) {
  const { bytes, size } = world.upload(video);
  return { start_offset: bytes, end_offset: world.store.read(video, 'window')?.end ?? size ?? 0 };
}

const asTexts = (window: ReturnType<typeof windowOf>) => ({
  start_offset: String(window.start_offset),
  end_offset: String(window.end_offset),
});

export function wrongOffset(call: MetaCall, video: string): Answer {
  return metaError(6001, 1363037, 'Your video upload is at another offset.', {
    errorData: asTexts(windowOf(call, video)),
  });
}

const finish: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer: (call) => makePublic(call, sessionOf(call).video, publishedAskedFor(call.params)),
};

const cancel: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    const { video, session } = sessionOf(call);
    if (call.world.finished(video)) return noSession();
    call.world.withdraw(video);
    call.world.withdraw(session);
    return ok({ success: true });
  },
};

/** The whole file in one call, as `source`, without a phase. */
const whole: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(call) {
    if (call.params.file_url !== undefined)
      return metaError(389, 1363057, 'Unable to fetch video file from URL.');
    const file = call.files.source;
    if (!file?.bytes || call.truncated) return metaError(6000, 1363020, 'No file was given.');
    const video = beginVideo(call, file.bytes);
    file.addTo(video);
    makePublic(call, video, publishedAskedFor(call.params));
    return ok({ id: video });
  },
};

function publishedAskedFor(params: Record<string, string>): FinishOptions['live'] {
  if (!isFalse(params.published)) return 'now';
  return instant('scheduled_publish_time', params.scheduled_publish_time) ?? 'never';
}

const PUBLISHED_AS: Partial<Record<Kind, Publication['kind']>> = { reel: 'reel', story_video: 'story' };

/** Publishes a video. The answer only acknowledges the call: the video still has to be processed. */
export function makePublic(call: MetaCall, id: string, live: FinishOptions['live']): Answer {
  const { world, params, hooks } = call;
  if (!world.upload(id).isComplete)
    return metaError(6000, null, 'There was a problem uploading your video file. Please try again.');
  if (world.finished(id)) return ok({ success: true });
  world.process(id, hooks.processing(id));
  const { title, description: caption } = params;
  const finished = world.finish(id, { title, caption, live });
  if (live === 'now' && finished && finished.live_at !== null)
    hooks.published({
      kind: PUBLISHED_AS[world.started(id)?.kind ?? 'video'] ?? 'video',
      account: accountOf(call).id,
      objectId: id,
      sources: [id],
      caption: caption ?? '',
      title: title ?? '',
      at: finished.at,
    });
  return ok({ success: true });
}

/** The upload session that the call names, and its video. */
function sessionOf(call: MetaCall): { session: string; video: string } {
  const session = call.params.upload_session_id ?? '';
  const video = videoOfSession(call, session);
  if (video === undefined) throw new Refused(noSession());
  return { session, video };
}

export function videoOfSession({ world, account }: MetaCall, session: string): string | undefined {
  const started = world.started(session);
  return started?.kind === 'session' && started.owner === account?.id ? started.target : undefined;
}

const noSession = () => metaError(6001, 1363041, 'Invalid upload session. Please create a new one.');

/** `videos.`: without a phase. */
export const videoWrites: Record<string, Edge> = {
  'reels.start': startPushed('reel'),
  'reels.finish': finishReel,
  'videos.start': start,
  'videos.transfer': transfer,
  'videos.finish': finish,
  'videos.cancel': cancel,
  'videos.': whole,
};

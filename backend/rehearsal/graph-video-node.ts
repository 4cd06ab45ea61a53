import { missingObject } from './graph-refusal';
import { metaTime } from './graph-view';
import { postId, type World } from './graph-world';
import type { Finish } from './rehearsal-network';

const REJECTION = {
  code: 1363040,
  message: 'The aspect ratio of the video is not supported. Its ratio must lie between 16:9 and 9:16.',
};

interface Upload {
  bytes: number;
  size: number | undefined;
}

/** Everything `GET /{video}` can be asked for. */
export async function videoNode(world: World, id: string): Promise<Record<string, unknown>> {
  const { network } = world;
  const [start, finish, size, { bytes }] = await Promise.all([
    network.started(id),
    network.finished(id),
    network.fileSize(id),
    network.store.received(id),
  ]);
  if (!start) throw missingObject(id);
  const now = network.clock.now();
  const live = finish?.live_at != null && finish.live_at <= now;
  const created = metaTime(start.at);
  return {
    id,
    status: statusOf({ bytes, size }, finish, now),
    published: live,
    created_time: created,
    updated_time: finish ? metaTime(finish.at) : created,
    title: finish?.title,
    description: finish?.caption,
    from: { id: start.owner },
    post_id: finish?.live_at == null ? undefined : postId(start.owner, id),
    permalink_url: live ? world.permalink(start.kind, id) : undefined,
  };
}

/** The three phases, read off the clock. */
function statusOf(upload: Upload, finish: Finish | undefined, now: number) {
  return { ...phasesOf(upload, finish, now), uploading_phase: uploadingPhase(upload) };
}

function phasesOf(upload: Upload, finish: Finish | undefined, now: number) {
  const notStarted = { status: 'not_started' };
  if (!finish)
    return {
      video_status: isComplete(upload) ? 'upload_complete' : 'uploading',
      processing_phase: notStarted,
      publishing_phase: notStarted,
    };
  if (now < finish.ready_at) {
    const share = (now - finish.at) / (finish.ready_at - finish.at);
    return {
      video_status: 'processing',
      processing_progress: Math.max(0, Math.min(99, Math.floor(share * 100))),
      processing_phase: { status: 'in_progress' },
      publishing_phase: notStarted,
    };
  }
  if (finish.rejected)
    return {
      video_status: 'error',
      processing_phase: { status: 'error', errors: [REJECTION] },
      publishing_phase: notStarted,
    };
  return {
    video_status: 'ready',
    processing_progress: 100,
    processing_phase: { status: 'complete' },
    publishing_phase: publishingPhase(finish, now),
  };
}

function publishingPhase({ live_at: liveAt }: Finish, now: number) {
  if (liveAt === null) return { status: 'not_started', publish_status: 'draft' };
  const time = { publish_time: metaTime(liveAt) };
  if (liveAt > now) return { status: 'not_started', publish_status: 'scheduled', ...time };
  return { status: 'complete', publish_status: 'published', ...time };
}

export function uploadingPhase(upload: Upload) {
  const started = upload.bytes > 0 ? 'in_progress' : 'not_started';
  return {
    status: isComplete(upload) ? 'complete' : started,
    bytes_transferred: upload.bytes,
    ...(upload.size !== undefined && { source_file_size: upload.size }),
  };
}

function isComplete({ bytes, size }: Upload): boolean {
  return size !== undefined && bytes >= size;
}

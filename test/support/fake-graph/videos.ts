import { metaError, type Answer } from './faults';
import { disturb, ok, type Edge, type Exchange } from './exchange';
import { createVideo, listOf, makePublic } from './reels';
import type { Video } from './world';

const start: Edge = {
  allowed: ['upload_phase', 'file_size'],
  pageTokenOnly: true,
  answer(x) {
    if (!/^\d+$/.test(x.params.file_size ?? '')) {
      x.checker.flag('missing-parameter', 'videos.start without file_size');
      return metaError(100, null, '(#100) The parameter file_size is required');
    }
    const video = createVideo(x, 'video');
    video.ingest.size = Number(x.params.file_size);
    video.end = windowEnd(x, video);
    return ok({
      video_id: video.id,
      upload_session_id: video.sessionId,
      start_offset: '0',
      end_offset: String(video.end),
    });
  },
};

const transfer: Edge = {
  allowed: ['upload_phase', 'upload_session_id', 'start_offset', 'end_offset', 'video_file_chunk'],
  pageTokenOnly: true,
  answer(x) {
    const video = sessionOf(x);
    if (!video) return noSession();
    disturb(video.processing, x.action);
    const chunk = x.files.video_file_chunk?.bytes;
    if (!chunk) {
      x.checker.flag(
        'missing-parameter',
        `videos.transfer of ${video.id} without video_file_chunk as a file`,
      );
      return metaError(100, null, '(#100) The parameter video_file_chunk is required');
    }
    if (x.action.wrongOffset === true) return wrongOffset(video);
    if (x.params.start_offset !== String(video.ingest.received)) {
      // After a cut transfer the caller cannot know how much arrived: asking with the old offset is how it finds out.
      if (!cutBefore.has(video)) {
        const here = video.ingest.received;
        x.checker.flag(
          'wrong-offset',
          `videos.transfer of ${video.id} at ${String(x.params.start_offset)}, expected ${here}`,
        );
      }
      cutBefore.delete(video);
      return wrongOffset(video);
    }
    cutBefore.delete(video);
    if (!x.truncated && chunk.length !== video.end - video.ingest.received) {
      x.checker.flag(
        'wrong-length',
        `videos.transfer of ${video.id}: ${chunk.length} bytes for another window`,
      );
      return metaError(6000, 1363019, 'There was a problem uploading your video file.');
    }
    video.ingest.absorb(chunk);
    if (x.truncated) cutBefore.add(video);
    video.end = windowEnd(x, video);
    if (x.action.wrongOffset === 'after' || x.action.cut === 'after' || x.action.after) cutBefore.add(video);
    return x.action.wrongOffset === 'after' ? wrongOffset(video) : ok(windowOf(video));
  },
};

const cutBefore = new WeakSet<Video>();

const finish: Edge = {
  allowed: [
    'upload_phase',
    'upload_session_id',
    'title',
    'description',
    'published',
    'scheduled_publish_time',
    'unpublished_content_type',
    'no_story',
    'thumb',
    'targeting',
    'feed_targeting',
    'content_tags',
  ],
  pageTokenOnly: true,
  answer(x) {
    const video = sessionOf(x);
    if (!video) return noSession();
    return makePublic(x, video, x.params.published === 'false' ? 'DRAFT' : 'PUBLISHED');
  },
};

const cancel: Edge = {
  allowed: ['upload_phase', 'upload_session_id'],
  pageTokenOnly: true,
  answer(x) {
    const video = sessionOf(x);
    if (!video || video.finishedAt !== null) return noSession();
    x.world.sessions.delete(video.sessionId);
    x.world.videos.delete(video.id);
    return ok({ success: true });
  },
};

function sessionOf(x: Exchange): Video | undefined {
  const video = x.world.sessions.get(x.params.upload_session_id ?? '');
  return video?.page === x.page && video?.kind === 'video' ? video : undefined;
}

function noSession(): Answer {
  return metaError(6001, 1363041, 'Invalid upload session. Please create a new one.');
}

function windowEnd(x: Exchange, video: Video): number {
  const sizes = x.settings.windowBytes;
  const size = sizes[(x.call.nth + (x.call.name === 'videos.start' ? 0 : 1)) % sizes.length]!;
  return Math.min(video.ingest.size!, video.ingest.received + size);
}

/** Numbers here and strings at the start: both are seen. */
function windowOf(video: Video): { start_offset: number; end_offset: number } {
  return { start_offset: video.ingest.received, end_offset: video.end };
}

function wrongOffset(video: Video): Answer {
  const { start_offset, end_offset } = windowOf(video);
  return metaError(6001, 1363037, 'Your video upload is at another offset.', {
    errorData: { start_offset: String(start_offset), end_offset: String(end_offset) },
  });
}

export const videos: Record<string, Edge> = {
  'videos.start': start,
  'videos.transfer': transfer,
  'videos.finish': finish,
  'videos.cancel': cancel,
  'videos.list': listOf('video'),
};

import { metaError, objectMissing, uploadError, type Answer } from './faults';
import { begin, disturb, listed, metaTime, ok, pick, type Edge, type Exchange } from './exchange';
import { Ingest } from './ingest';
import { phaseOf, type Processing, type Video } from './world';

export function createVideo(x: Exchange, kind: Video['kind']): Video {
  const video: Video = {
    kind,
    id: x.world.nextId(),
    page: x.page!,
    sessionId: x.world.nextId(),
    ingest: new Ingest(),
    end: 0,
    processing: { startedAt: null, ms: x.settings.processingMs },
    state: null,
    title: '',
    description: '',
    finishedAt: null,
    postId: `${x.page!.id}_${x.world.nextId()}`,
  };
  x.world.videos.set(video.id, video);
  x.world.sessions.set(video.sessionId, video);
  return video;
}

const start: Edge = {
  allowed: ['upload_phase'],
  pageTokenOnly: true,
  answer(x) {
    const { id } = createVideo(x, 'reel');
    const upload_url = `${x.urls.ruploadUrl}/video-upload/${x.settings.version}/${id}`;
    return ok({ video_id: id, upload_url });
  },
};

const bytes: Edge = {
  pageTokenOnly: true,
  open(x) {
    const video = x.world.videos.get(x.id);
    if (video) disturb(video.processing, x.action);
    return openIngest(x, video?.ingest, () => {
      if (video && x.settings.readyBeforeFinish) begin(video.processing, x);
    });
  },
  answer: (x) => closeIngest(x, x.world.videos.get(x.id)!.ingest, { success: true }),
};

const finish: Edge = {
  allowed: [
    'upload_phase',
    'video_id',
    'video_state',
    'description',
    'title',
    'place',
    'scheduled_publish_time',
    'targeting',
    'feed_targeting',
  ],
  pageTokenOnly: true,
  answer(x) {
    const video = x.world.videos.get(x.params.video_id ?? '');
    if (video?.kind !== 'reel' || video.page !== x.page) return objectMissing(x.params.video_id);
    return makePublic(x, video, x.params.video_state ?? 'DRAFT');
  },
};

/** The one call that puts a video in public; what it answers says only that it was taken. */
export function makePublic(x: Exchange, video: Video, state: string): Answer {
  if (!video.ingest.complete) {
    x.checker.flag('finish-before-bytes', `${x.call.name} of ${video.id} at ${video.ingest.received} bytes`);
    return metaError(6000, null, 'There was a problem uploading your video file. Please try again.');
  }
  if (video.finishedAt !== null) {
    x.checker.flag('second-public-call', `${x.call.name} of ${video.id}, call ${x.call.nth}`);
    return ok({ success: true });
  }
  Object.assign(video, { title: x.params.title ?? '', description: x.params.description ?? '', state });
  begin(video.processing, x);
  video.finishedAt = x.settings.now();
  if (state === 'PUBLISHED' && !video.processing.rejection) {
    x.checker.publish(video.page.id, {
      kind: video.kind,
      pageId: video.page.id,
      objectId: video.id,
      caption: video.description,
      title: video.title,
      bytesSha256: video.ingest.sha256,
      at: new Date(video.finishedAt),
    });
  }
  return ok({ success: true });
}

const status: Edge = {
  answer(x) {
    const video = x.world.videoOrReel(x.id);
    if (!video) return objectMissing(x.id);
    return ok(pick(videoNode(x, video), x.params.fields, 'updated_time,description'));
  },
};

export function isLive(x: Exchange, video: Video): boolean {
  const processed = phaseOf(video.processing, x.settings.now()) === 'complete';
  return video.finishedAt !== null && video.state === 'PUBLISHED' && processed;
}

export function videoNode(x: Exchange, video: Video): Record<string, unknown> {
  const live = isLive(x, video);
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    created_time: metaTime(video.finishedAt ?? x.settings.now()),
    updated_time: metaTime(video.finishedAt ?? x.settings.now()),
    published: live,
    post_id: live ? video.postId.split('_')[1] : undefined,
    permalink_url:
      video.kind === 'reel'
        ? `https://www.facebook.com/reel/${video.id}`
        : `/${video.page.id}/videos/${video.id}/`,
    status: statusOf(x, video, live),
  };
}

function statusOf(x: Exchange, video: Video, live: boolean): Record<string, unknown> {
  const phase = phaseOf(video.processing, x.settings.now());
  const { ingest } = video;
  const publish_status = live ? 'published' : video.state === 'SCHEDULED' ? 'scheduled' : 'draft';
  const publishing = live
    ? 'complete'
    : video.finishedAt === null || phase === 'error'
      ? 'not_started'
      : 'in_progress';
  const afterBytes = {
    not_started: 'upload_complete',
    in_progress: 'processing',
    complete: 'ready',
    error: 'error',
  };
  return {
    video_status: ingest.complete ? afterBytes[phase] : 'uploading',
    ...(phase === 'in_progress' ? { processing_progress: 50 } : {}),
    uploading_phase: uploadingPhase(ingest),
    processing_phase: processingPhase(phase, video.processing),
    publishing_phase: {
      status: publishing,
      ...(publishing === 'not_started' ? {} : { publish_status }),
      ...(live ? { publish_time: metaTime(video.finishedAt!) } : {}),
    },
  };
}

export function uploadingPhase(ingest: Ingest): Record<string, unknown> {
  ingest.told = ingest.received;
  return {
    status: ingest.complete ? 'complete' : ingest.received > 0 ? 'in_progress' : 'not_started',
    bytes_transferred: ingest.received,
    ...(ingest.size === null ? {} : { source_file_size: ingest.size }),
  };
}

export function processingPhase(phase: string, processing: Processing): Record<string, unknown> {
  return phase === 'error' ? { status: phase, errors: [processing.rejection] } : { status: phase };
}

export function openIngest(
  x: Exchange,
  ingest: Ingest | undefined,
  whenComplete: () => void,
): ReturnType<NonNullable<Edge['open']>> {
  if (!ingest)
    return { refusal: uploadError('ParameterValidationError', `No upload session ${x.id}`, false, 404) };
  const [offset, size] = [x.headers.offset, x.headers.file_size].map((text) =>
    /^\d+$/.test(String(text)) ? Number(text) : NaN,
  );
  if (offset === undefined || size === undefined || Number.isNaN(offset + size)) {
    x.checker.flag('missing-header', `${x.call.name} of ${x.id} without offset and file_size`);
    return {
      refusal: uploadError('ParameterValidationError', 'Header Offset not convertable to unsigned long'),
    };
  }
  if (ingest.size !== null && ingest.size !== size)
    x.checker.flag('other-size', `${x.id}: ${ingest.size}, then ${size}`);
  if (x.action.wrongOffset === true) return { refusal: offsetInvalid(offset) };
  if (offset !== ingest.received) {
    // What an older connection still delivers comes in between the question and the bytes: nobody can know.
    if (offset !== ingest.told)
      x.checker.flag(
        'wrong-offset',
        `${x.call.name} of ${x.id} at ${offset}, but ${ingest.received} are here`,
      );
    return { refusal: offsetInvalid(offset) };
  }
  const announced = x.headers['content-length'];
  if (announced !== undefined && Number(announced) !== size - offset) {
    x.checker.flag(
      'wrong-length',
      `${x.call.name} of ${x.id} announces ${String(announced)} of ${size - offset} bytes`,
    );
  }
  ingest.size = size;
  ingest.writer = x.call.seq;
  return {
    sink: (piece) => {
      if (ingest.writer !== x.call.seq || ingest.complete) return;
      if (ingest.absorb(piece.subarray(0, size - ingest.received))) whenComplete();
    },
  };
}

export function closeIngest(x: Exchange, ingest: Ingest, success: unknown): Answer {
  if (x.action.wrongOffset === 'after') return offsetInvalid(Number(x.headers.offset));
  if (ingest.complete && ingest.writer === x.call.seq) return ok(success);
  return uploadError(
    'PartialRequestError',
    `Partial request (did not match length of file): ${ingest.received} of ${ingest.size ?? 0}`,
    true,
  );
}

function offsetInvalid(offset: number): Answer {
  return uploadError('OffsetInvalidError', `Request starting offset is invalid: ${offset}`);
}

export const listOf = (kind: Video['kind']): Edge => ({
  answer(x) {
    const videos = [...x.world.videos.values()].filter(
      (video) => video.kind === kind && video.page === x.page && isLive(x, video),
    );
    const fields = 'updated_time,description';
    return listed(
      x,
      videos.map((video) => ({
        at: video.finishedAt!,
        node: pick(videoNode(x, video), x.params.fields, fields),
      })),
    );
  },
});

export const reels: Record<string, Edge> = {
  'reels.start': start,
  'reels.bytes': bytes,
  'reels.finish': finish,
  'reels.list': listOf('reel'),
  'video.status': status,
};

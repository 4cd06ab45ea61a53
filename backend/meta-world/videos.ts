import { invalidParameter, metaError, ok, Refused, type Answer } from './answer';
import { accountOf, type Edge, type Exchange } from './exchange';
import { count, instant, isFalse } from './fields';
import { own } from './objects';
import type { Wish } from './world';

/** `POST /{page}/video_reels`: start gives the id before anything is public, finish makes it public. */
const startReel: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(x) {
    const id = x.world.begin({ kind: 'reel', owner: accountOf(x).id });
    const { ruploadUrl, version } = x.settings;
    return ok({ video_id: id, upload_url: `${ruploadUrl}/video-upload/${version}/${id}` });
  },
};

const finishReel: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(x) {
    const id = x.params.video_id ?? '';
    own(x, id, 'reel');
    return makePublic(x, id, stateAskedFor(x.params));
  },
};

function stateAskedFor(params: Record<string, string>): Wish['live'] {
  const state = params.video_state?.toUpperCase() ?? 'DRAFT';
  if (state === 'PUBLISHED') return 'now';
  if (state === 'DRAFT') return 'never';
  const at = instant('scheduled_publish_time', params.scheduled_publish_time);
  if (state === 'SCHEDULED' && at !== undefined) return at;
  throw new Refused(invalidParameter('Param video_state must be one of {DRAFT, PUBLISHED, SCHEDULED}'));
}

/** `POST /{page}/videos`: in chunks, in windows that the network chooses. */
const start: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(x) {
    const size = count('file_size', x.params.file_size);
    if (size === 0) return metaError(6000, 1363022, 'The video file is too small.');
    const { world } = x;
    const video = beginVideo(x, size);
    const session = world.begin({ kind: 'session', owner: accountOf(x).id, target: video });
    world.store.replace(video, 'window', { end: Math.min(size, x.hooks.windowBytes()) });
    return ok({ video_id: video, upload_session_id: session, ...asTexts(windowOf(x, video)) });
  },
};

function beginVideo(x: Exchange, size: number): string {
  const { world } = x;
  const video = world.begin({ kind: 'video', owner: accountOf(x).id });
  world.store.replace(video, 'upload', { file_size: size });
  return video;
}

const transfer: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(x) {
    const { world, params, truncated } = x;
    const { video } = sessionOf(x);
    const chunk = x.files.video_file_chunk;
    if (!chunk) return invalidParameter('The parameter video_file_chunk is required');
    const { start_offset: from, end_offset: to } = windowOf(x, video);
    if (params.start_offset !== String(from)) return wrongOffset(x, video);
    if (!truncated && chunk.bytes !== to - from)
      return metaError(6000, 1363019, 'There was a problem uploading your video file.');
    chunk.addTo(video);
    const { bytes, size = 0 } = world.upload(video);
    world.store.replace(video, 'window', { end: Math.min(size, bytes + x.hooks.windowBytes()) });
    return ok(windowOf(x, video));
  },
};

/** Numbers here and strings at the start: both are seen. */
function windowOf({ world }: Exchange, video: string) {
  const { bytes, size } = world.upload(video);
  return { start_offset: bytes, end_offset: world.store.read(video, 'window')?.end ?? size ?? 0 };
}

const asTexts = (window: ReturnType<typeof windowOf>) => ({
  start_offset: String(window.start_offset),
  end_offset: String(window.end_offset),
});

export function wrongOffset(x: Exchange, video: string): Answer {
  return metaError(6001, 1363037, 'Your video upload is at another offset.', {
    errorData: asTexts(windowOf(x, video)),
  });
}

const finish: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer: (x) => makePublic(x, sessionOf(x).video, publishedAskedFor(x.params)),
};

const cancel: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(x) {
    const { video, session } = sessionOf(x);
    if (x.world.finished(video)) return noSession();
    x.world.withdraw(video);
    x.world.withdraw(session);
    return ok({ success: true });
  },
};

/** The whole file in one call, as `source`. */
const whole: Edge = {
  pageTokenOnly: true,
  on: 'page',
  answer(x) {
    if (x.params.file_url !== undefined)
      return metaError(389, 1363057, 'Unable to fetch video file from URL.');
    const file = x.files.source;
    if (!file?.bytes || x.truncated) return metaError(6000, 1363020, 'No file was given.');
    const video = beginVideo(x, file.bytes);
    file.addTo(video);
    makePublic(x, video, publishedAskedFor(x.params));
    return ok({ id: video });
  },
};

function publishedAskedFor(params: Record<string, string>): Wish['live'] {
  if (!isFalse(params.published)) return 'now';
  return instant('scheduled_publish_time', params.scheduled_publish_time) ?? 'never';
}

/** The one call that puts a video in public; what it answers says only that it was taken. */
function makePublic(x: Exchange, id: string, live: Wish['live']): Answer {
  const { world, params, hooks } = x;
  if (!world.upload(id).isComplete)
    return metaError(6000, null, 'There was a problem uploading your video file. Please try again.');
  if (world.finished(id)) return ok({ success: true });
  world.process(id, hooks.outlook(id));
  const { title, description: caption } = params;
  const finished = world.finish(id, { title, caption, live });
  if (live === 'now' && finished && finished.live_at !== null)
    hooks.published({
      kind: world.started(id)?.kind === 'reel' ? 'reel' : 'video',
      account: accountOf(x).id,
      objectId: id,
      sources: [id],
      caption: caption ?? '',
      title: title ?? '',
      at: finished.at,
    });
  return ok({ success: true });
}

/** The session named by a call, and the video that it uploads. */
function sessionOf(x: Exchange): { session: string; video: string } {
  const session = x.params.upload_session_id ?? '';
  const video = videoOfSession(x, session);
  if (video === undefined) throw new Refused(noSession());
  return { session, video };
}

export function videoOfSession({ world, account }: Exchange, session: string): string | undefined {
  const started = world.started(session);
  return started?.kind === 'session' && started.owner === account?.id ? started.target : undefined;
}

const noSession = () => metaError(6001, 1363041, 'Invalid upload session. Please create a new one.');

/** `videos.` is the call without a phase. */
export const videoWrites: Record<string, Edge> = {
  'reels.start': startReel,
  'reels.finish': finishReel,
  'videos.start': start,
  'videos.transfer': transfer,
  'videos.finish': finish,
  'videos.cancel': cancel,
  'videos.': whole,
};

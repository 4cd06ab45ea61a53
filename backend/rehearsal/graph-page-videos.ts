import { readFile, rename } from 'node:fs/promises';
import type { GraphCall } from './graph-call';
import { demandBytes } from './graph-reels';
import { graphError, invalidParameter, missingObject } from './graph-refusal';
import { pageOfPosts } from './graph-posts';
import { videoNode } from './graph-video-node';
import { count, instant, isFalse, pick } from './graph-view';
import { rehearseLostAnswer, type Edge, type World } from './graph-world';
import type { Wish } from './rehearsal-network';

/** The window that the server chooses for a chunk; at most one is in memory per call. */
const WINDOW_BYTES = 4 * 1024 * 1024;

/** `POST /{page}/videos`: in chunks, or in one call with the whole file as `source`. */
export const postVideo: Edge = (world, call, page) => {
  switch (call.params.get('upload_phase')?.toLowerCase()) {
    case undefined:
      return uploadWhole(world, call, page);
    case 'start':
      return startSession(world, call, page);
    case 'transfer':
      return transferChunk(world, call, page);
    case 'finish':
      return finishSession(world, call, page);
    case 'cancel':
      return cancelSession(world, call, page);
    default:
      throw invalidParameter('Param upload_phase must be one of {START, TRANSFER, FINISH, CANCEL}');
  }
};

/** `GET /{page}/videos` */
export const listVideos: Edge = (world, call, page) =>
  pageOfPosts(world, call, { owner: page, kinds: ['video', 'reel'] }, async ({ id }) =>
    pick(await videoNode(world, id), call.params.get('fields'), ['id', 'description', 'updated_time']),
  );

async function startSession({ network }: World, { params }: GraphCall, page: string) {
  const size = count('file_size', params.get('file_size'));
  if (size === 0) throw graphError(6000, 'The video file is too small.', { subcode: 1363022 });
  const video = await network.begin({ kind: 'video', owner: page });
  await network.store.keep(video, 'upload', { file_size: size });
  const session = await network.begin({ kind: 'session', owner: page, target: video });
  return { video_id: video, upload_session_id: session, ...windowAt(0, size) };
}

async function transferChunk(world: World, call: GraphCall, page: string) {
  const { store } = world.network;
  const { video, size } = await sessionOf(world, call, page);
  const offset = count('start_offset', call.params.get('start_offset'));
  const { bytes: received } = await store.received(video);
  const chunk = call.file;
  if (!chunk) throw invalidParameter('The parameter video_file_chunk is required');
  if (offset !== received || chunk.bytes !== Math.min(WINDOW_BYTES, size - received))
    throw graphError(6001, 'The chunk does not fit the window that was asked for.', {
      subcode: 1363037,
      data: windowAt(received, size),
      isTransient: true,
    });
  const handle = await store.openBytes(video);
  try {
    await handle.write(await readFile(chunk.path), 0, chunk.bytes, offset);
  } finally {
    await handle.close();
  }
  return windowAt(offset + chunk.bytes, size);
}

async function finishSession(world: World, call: GraphCall, page: string) {
  const { video } = await sessionOf(world, call, page);
  await demandBytes(world, video);
  await world.network.finishVideo(video, page, wishOf(call.params));
  await rehearseLostAnswer(world, page);
  return { success: true };
}

async function cancelSession(world: World, call: GraphCall, page: string) {
  const { video, session } = await sessionOf(world, call, page);
  if (await world.network.finished(video)) throw graphError(6000, 'The upload has finished already.');
  await world.network.store.forget(video);
  await world.network.store.forget(session);
  return { success: true };
}

async function uploadWhole(world: World, call: GraphCall, page: string) {
  const { network } = world;
  if (call.params.has('file_url'))
    throw graphError(389, 'Unable to fetch video file from URL.', {
      subcode: 1363057,
      userMessage: 'The rehearsal fetches nothing from other addresses; send the bytes.',
    });
  if (!call.file?.bytes) throw graphError(6000, 'No file was given.', { subcode: 1363020 });
  const video = await network.begin({ kind: 'video', owner: page });
  await network.store.keep(video, 'upload', { file_size: call.file.bytes });
  await rename(call.file.path, network.store.bytesPath(video));
  await network.finishVideo(video, page, wishOf(call.params));
  await rehearseLostAnswer(world, page);
  return { id: video };
}

async function sessionOf({ network }: World, { params }: GraphCall, page: string) {
  const session = params.get('upload_session_id') ?? '';
  const start = await network.started(session);
  const video = start?.target;
  if (start?.kind !== 'session' || start.owner !== page || video === undefined)
    throw missingObject(session, 'post');
  return { session, video, size: (await network.fileSize(video)) ?? 0 };
}

function wishOf(params: Map<string, string>): Wish {
  const scheduled = instant('scheduled_publish_time', params.get('scheduled_publish_time'));
  return {
    title: params.get('title'),
    caption: params.get('description'),
    live: isFalse(params.get('published')) ? (scheduled ?? 'never') : 'now',
  };
}

function windowAt(received: number, size: number) {
  return {
    start_offset: String(received),
    end_offset: String(Math.min(received + WINDOW_BYTES, size)),
  };
}

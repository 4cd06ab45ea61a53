import { GRAPH_VERSION } from './rehearsal-account';
import type { GraphCall } from './graph-call';
import { graphError, invalidParameter } from './graph-refusal';
import { instant, pick } from './graph-view';
import { own, postId, rehearseLostAnswer, type Edge, type World } from './graph-world';
import { videoNode } from './graph-video-node';
import { pageOfPosts } from './graph-posts';
import type { Wish } from './rehearsal-network';

/** `POST /{page}/video_reels`: start gives the id before anything is public, finish makes it public. */
export const postReel: Edge = (world, call, page) => {
  switch (call.params.get('upload_phase')?.toLowerCase() ?? '') {
    case 'start':
      return startReel(world, page);
    case 'finish':
      return finishReel(world, call, page);
    default:
      throw invalidParameter('Param upload_phase must be one of {START, FINISH}');
  }
};

/** `GET /{page}/video_reels` */
export const listReels: Edge = (world, call, page) =>
  pageOfPosts(world, call, { owner: page, kinds: ['reel'] }, async ({ id }) =>
    pick(await videoNode(world, id), call.params.get('fields'), ['id', 'description', 'created_time']),
  );

async function startReel(world: World, page: string) {
  const id = await world.network.begin({ kind: 'reel', owner: page });
  return { video_id: id, upload_url: `${world.origin}/video-upload/${GRAPH_VERSION}/${id}` };
}

async function finishReel(world: World, { params }: GraphCall, page: string) {
  const id = params.get('video_id') ?? '';
  await own(world, id, ['reel'], page);
  await demandBytes(world, id);
  await world.network.finishVideo(id, page, {
    title: params.get('title'),
    caption: params.get('description'),
    live: liveOf(params),
  });
  await rehearseLostAnswer(world, page);
  return { success: true, post_id: postId(page, id) };
}

function liveOf(params: Map<string, string>): Wish['live'] {
  const state = params.get('video_state')?.toUpperCase() ?? 'PUBLISHED';
  if (state === 'PUBLISHED') return 'now';
  if (state === 'DRAFT') return 'never';
  const at = instant('scheduled_publish_time', params.get('scheduled_publish_time'));
  if (state !== 'SCHEDULED' || at === undefined)
    throw invalidParameter('Param video_state must be one of {DRAFT, PUBLISHED, SCHEDULED}');
  return at;
}

export async function demandBytes(world: World, id: string): Promise<void> {
  const size = await world.network.fileSize(id);
  if (size === undefined || (await world.network.store.received(id)).bytes < size)
    throw graphError(6000, 'There was a problem uploading your video file. Please try again.', {
      userMessage: 'The video file has not been uploaded completely.',
    });
}

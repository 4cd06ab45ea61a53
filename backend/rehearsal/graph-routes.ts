import { admit, demandToken } from './graph-admission';
import type { GraphCall } from './graph-call';
import { debugToken, readAccount, readMe } from './graph-identity';
import {
  containerNode,
  createContainer,
  listMedia,
  mediaNode,
  publishContainer,
  readPublishingLimit,
} from './graph-instagram';
import { listVideos, postVideo } from './graph-page-videos';
import { photoNode, postFeed, postPhoto } from './graph-photos';
import { listPosts, readPost } from './graph-posts';
import { listReels, postReel } from './graph-reels';
import { missingObject, unknownPath, usage } from './graph-refusal';
import { videoNode } from './graph-video-node';
import { pick } from './graph-view';
import type { Edge, World } from './graph-world';
import { ACCOUNT_ID, isInstagram, pageOf } from './rehearsal-account';
import type { Kind } from './rehearsal-network';

const POST_ID = /^(\d{1,20})_\d{19}$/;

const EDGES = new Map<string, Edge>([
  ['POST video_reels', postReel],
  ['GET video_reels', listReels],
  ['POST videos', postVideo],
  ['GET videos', listVideos],
  ['POST photos', postPhoto],
  ['POST feed', postFeed],
  ['GET feed', listPosts],
  ['GET posts', listPosts],
  ['GET published_posts', listPosts],
  ['POST media', createContainer],
  ['GET media', listMedia],
  ['POST media_publish', publishContainer],
  ['GET content_publishing_limit', readPublishingLimit],
]);

interface Told {
  body: object;
  headers: Record<string, string>;
}

/** Finds whose call it is, lets it pass or not, and answers it. */
export async function answerCall(world: World, call: GraphCall): Promise<Told> {
  const [node = '', edge, ...rest] = call.path;
  if (rest.length > 0) throw unknownPath(`/${call.path.join('/')}`);
  demandToken(call.token);
  if (node === 'debug_token') return tell(pageOf(call.token), await debugToken(world, call));
  const account = await accountOf(world, node, call.token);
  await admit(world, call.token, account);
  return tell(account, await dispatch(world, call, { node, edge, account }));
}

async function dispatch(
  world: World,
  call: GraphCall,
  { node, edge, account }: { node: string; edge: string | undefined; account: string },
): Promise<object> {
  if (node === 'me' && call.method === 'GET') return readMe(world, call, edge);
  if (edge === undefined) return atNode(world, call, node);
  const chosen = EDGES.get(`${call.method} ${edge}`);
  if (!chosen || (node !== 'me' && node !== account)) throw unknownPath(`/${edge}`);
  await world.network.store.mark('accounts', account);
  return chosen(world, call, account);
}

function tell(account: string, body: object): Told {
  const header = usage(account, isInstagram(account), 1);
  return { body, headers: { 'x-business-use-case-usage': header } };
}

/** Unknown ids of ours are refused before any fault is used up on them. */
async function accountOf(world: World, node: string, token: string): Promise<string> {
  if (node === 'me') return pageOf(token);
  const ofPost = POST_ID.exec(node)?.[1];
  if (ofPost !== undefined) return ofPost;
  if (world.network.store.isMinted(node)) {
    const start = await world.network.started(node);
    if (start) return start.owner;
    throw missingObject(node);
  }
  if (ACCOUNT_ID.test(node)) return node;
  throw unknownPath(`/${node}`);
}

async function atNode(world: World, call: GraphCall, node: string): Promise<object> {
  if (call.method === 'DELETE') return withdraw(world, node);
  if (call.method !== 'GET') throw missingObject(node, call.method.toLowerCase());
  const fields = call.params.get('fields');
  if (POST_ID.test(node)) return pick(await readPost(world, node), fields, ['message', 'created_time']);
  const start = await world.network.started(node);
  if (!start) return readAccount(world, call, node);
  return pick(await objectNode(world, node, start.kind, start.owner), fields, BY_DEFAULT[start.kind] ?? []);
}

const BY_DEFAULT: Partial<Record<Kind, string[]>> = {
  reel: ['description', 'updated_time'],
  video: ['description', 'updated_time'],
  photo: ['name', 'created_time'],
  post: ['message', 'created_time'],
};

function objectNode(world: World, id: string, kind: Kind, owner: string): Promise<Record<string, unknown>> {
  switch (kind) {
    case 'reel':
    case 'video':
      return videoNode(world, id);
    case 'photo':
      return photoNode(world, id);
    case 'post':
      return readPost(world, `${owner}_${id}`);
    case 'container':
      return containerNode(world, id);
    case 'media':
      return mediaNode(world, id);
    case 'session':
      throw missingObject(id);
  }
}

async function withdraw({ network }: World, node: string): Promise<object> {
  const [owner, id = node] = POST_ID.test(node) ? node.split('_') : [];
  const start = await network.started(id);
  if (!start || start.kind === 'media' || (owner ?? start.owner) !== start.owner)
    throw missingObject(node, 'delete');
  await network.withdraw(id, start.owner);
  return { success: true };
}

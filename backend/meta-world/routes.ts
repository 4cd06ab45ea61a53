import { bytesEdges } from './bytes';
import type { Edge, Exchange, Host } from './exchange';
import { identityEdges } from './identity';
import { instagramEdges } from './instagram';
import { isPostId } from './objects';
import { photoEdges } from './photos';
import { postEdges } from './posts';
import type { Kind } from './store';
import { videoReads } from './video-node';
import { videoWrites } from './videos';

export const edges: Record<string, Edge> = {
  ...videoWrites,
  ...videoReads,
  ...bytesEdges,
  ...photoEdges,
  ...postEdges,
  ...instagramEdges,
  ...identityEdges,
};

/** To be called as soon as the edge is known. */
export function nameCall(x: Exchange, name: string): void {
  x.edge = edges[name];
  x.name = x.edge ? name : 'unknown';
}

export interface Route {
  node: string;
  isVersioned: boolean;
  /** Only the body tells which step of a chunked protocol it is. */
  name: string | ((phase: string) => string);
}

const PHASES = ['', 'start', 'transfer', 'finish', 'cancel'];

const WRITES: Record<string, Route['name']> = {
  video_reels: (phase) => (PHASES.includes(phase) ? `reels.${phase}` : 'unknown'),
  videos: (phase) => (PHASES.includes(phase) ? `videos.${phase}` : 'unknown'),
  photos: 'photos',
  feed: 'feed',
  media: 'ig.create',
  media_publish: 'ig.publish',
};

const READS: Record<string, string> = {
  published_posts: 'posts.list',
  posts: 'posts.list',
  feed: 'posts.list',
  video_reels: 'reels.list',
  videos: 'videos.list',
  media: 'ig.media',
  content_publishing_limit: 'ig.limit',
};

const OF_ME: Record<string, string> = { accounts: 'me.accounts', permissions: 'me.permissions' };

const NODES: Partial<Record<Kind, string>> = {
  reel: 'video.status',
  video: 'video.status',
  container: 'ig.status',
  media: 'ig.permalink',
  photo: 'photo.read',
  post: 'post.read',
};

type Known = Pick<Exchange, 'world' | 'accounts'>;

export function routeOf(host: Host, method: string, path: string, known: Known): Route {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (host === 'rupload') return bytesRoute(method, segments);
  const isVersioned = /^v\d+\.\d+$/.test(segments[0] ?? '');
  if (isVersioned) segments.shift();
  const [node = '', edge] = segments;
  const name = segments.length > 2 ? undefined : nameOf(method, node, edge, known);
  return { node, isVersioned, name: name ?? 'unknown' };
}

function nameOf(
  method: string,
  node: string,
  edge: string | undefined,
  known: Known,
): Route['name'] | undefined {
  if (node === 'oauth') return edge === 'access_token' ? 'oauth' : undefined;
  if (method === 'POST') return WRITES[edge ?? ''];
  if (method === 'DELETE') return edge === undefined ? 'delete' : undefined;
  if (method !== 'GET') return undefined;
  if (edge !== undefined) return (node === 'me' ? OF_ME[edge] : undefined) ?? READS[edge];
  if (node === 'me' || node === 'debug_token') return node;
  return nodeName(node, known);
}

function nodeName(id: string, { world, accounts }: Known): string | undefined {
  if (isPostId(id)) return 'post.read';
  const kind = world.started(id)?.kind;
  if (kind) return NODES[kind] ?? 'video.status';
  const account = accounts.find(id);
  if (account) return account.kind === 'page' ? 'page.read' : 'ig.account';
  // Of an id that nothing has, the answer is the same whatever was meant.
  return /^\d{1,20}$/.test(id) ? 'video.status' : undefined;
}

function bytesRoute(method: string, segments: string[]): Route {
  const [place = '', ...rest] = segments;
  const names: Record<string, string> = { 'video-upload': 'reels.bytes', 'ig-api-upload': 'ig.bytes' };
  const name = (method === 'POST' && names[place]) || 'unknown';
  return { node: rest.at(-1) ?? '', isVersioned: true, name };
}

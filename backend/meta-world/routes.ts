import { bytesEdges } from './bytes';
import type { Edge, MetaCall, Host } from './call';
import { commentEdges } from './comments';
import { loginEdges } from './dialog';
import { identityEdges } from './identity';
import { instagramEdges } from './instagram';
import { isPostId } from './objects';
import { photoEdges } from './photos';
import { postEdges } from './posts';
import type { Kind } from './store';
import { storyEdges } from './stories';
import { videoReads } from './video-node';
import { videoWrites } from './videos';

const edges: Record<string, Edge> = {
  ...videoWrites,
  ...videoReads,
  ...bytesEdges,
  ...photoEdges,
  ...postEdges,
  ...storyEdges,
  ...instagramEdges,
  ...commentEdges,
  ...identityEdges,
  ...loginEdges,
};

type Request = Pick<MetaCall, 'method' | 'host' | 'url' | 'headers'>;
type Side = Pick<MetaCall, 'world' | 'accounts' | 'settings' | 'hooks'>;

/** A call whose head has arrived. The body follows. */
export function arriving(request: Request, { node }: Route, side: Side): MetaCall {
  return {
    ...request,
    ...side,
    name: 'unknown',
    edge: undefined,
    node,
    params: Object.fromEntries(request.url.searchParams),
    files: {},
    fetched: {},
    truncated: false,
    effect: false,
    identity: undefined,
    account: undefined,
  };
}

/** Sets the edge of a call, as soon as it is known. */
export function nameCall(call: MetaCall, route: Route, phase = call.params.upload_phase): void {
  call.name = nameIn(route, phase);
  call.edge = edges[call.name];
}

export function nameIn({ name }: Route, phase = ''): string {
  const full = typeof name === 'string' ? name : name(phase.toLowerCase());
  return Object.hasOwn(edges, full) ? full : 'unknown';
}

export interface Route {
  node: string;
  isVersioned: boolean;
  /** A function for chunked protocols: only the body names the phase. */
  name: string | ((phase: string) => string);
}

const PHASES = ['', 'start', 'transfer', 'finish', 'cancel'];

const WRITES = new Map<string, Route['name']>([
  ['video_reels', (phase) => (PHASES.includes(phase) ? `reels.${phase}` : 'unknown')],
  ['videos', (phase) => (PHASES.includes(phase) ? `videos.${phase}` : 'unknown')],
  ['video_stories', (phase) => (PHASES.includes(phase) ? `stories.${phase}` : 'unknown')],
  ['photo_stories', 'photo_stories'],
  ['photos', 'photos'],
  ['thumbnails', 'thumbnails'],
  ['feed', 'feed'],
  ['media', 'ig.create'],
  ['media_publish', 'ig.publish'],
  ['comments', 'comments.create'],
]);

const READS = new Map([
  ['published_posts', 'posts.list'],
  ['posts', 'posts.list'],
  ['feed', 'posts.list'],
  ['video_reels', 'reels.list'],
  ['videos', 'videos.list'],
  ['stories', 'stories.list'],
  ['media', 'ig.media'],
  ['content_publishing_limit', 'ig.limit'],
  ['comments', 'comments.list'],
]);

const OF_ME = new Map([
  ['accounts', 'me.accounts'],
  ['permissions', 'me.permissions'],
]);

const BYTES = new Map([
  ['video-upload', 'reels.bytes'],
  ['ig-api-upload', 'ig.bytes'],
]);

const NODES: Partial<Record<Kind, string>> = {
  reel: 'video.status',
  video: 'video.status',
  container: 'ig.status',
  media: 'ig.permalink',
  photo: 'photo.read',
  post: 'post.read',
};

type Known = Pick<MetaCall, 'world' | 'accounts'>;

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
  if (node === 'dialog') return edge === 'oauth' && method === 'GET' ? 'dialog' : undefined;
  if (method === 'POST') return WRITES.get(edge ?? '');
  if (method === 'DELETE') return edge === undefined ? 'delete' : undefined;
  if (method !== 'GET') return undefined;
  if (edge === 'stories' && known.accounts.find(node)?.kind === 'instagram') return 'ig.stories';
  if (edge !== undefined) return (node === 'me' ? OF_ME.get(edge) : undefined) ?? READS.get(edge);
  if (node === 'me' || node === 'debug_token') return node;
  return nodeName(node, known);
}

function nodeName(id: string, { world, accounts }: Known): string | undefined {
  if (isPostId(id)) return 'post.read';
  const kind = world.started(id)?.kind;
  if (kind) return NODES[kind] ?? 'video.status';
  const account = accounts.find(id);
  if (account) return account.kind === 'page' ? 'page.read' : 'ig.account';
  // An unknown id gets the same answer as any missing object.
  return /^\d{1,20}$/.test(id) ? 'video.status' : undefined;
}

function bytesRoute(method: string, [place = '', ...rest]: string[]): Route {
  const name = method === 'POST' ? BYTES.get(place) : undefined;
  return { node: rest.at(-1) ?? '', isVersioned: true, name: name ?? 'unknown' };
}

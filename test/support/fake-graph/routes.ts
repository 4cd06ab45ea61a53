import type { Edge } from './exchange';
import type { Host } from './history';
import { identity } from './identity';
import { instagram } from './instagram';
import { photos } from './photos';
import { reels } from './reels';
import { videos } from './videos';
import type { World } from './world';

export const edges: Record<string, Edge> = { ...reels, ...videos, ...photos, ...instagram, ...identity };

export interface Route {
  id: string;
  versioned: boolean;
  /** Only the body tells which step of a chunked protocol it is. */
  name: string | ((phase: string) => string);
}

const writes: Record<string, Route['name']> = {
  video_reels: (phase) => `reels.${phase}`,
  videos: (phase) => `videos.${phase}`,
  photos: 'photos',
  feed: 'feed',
  media: 'ig.create',
  media_publish: 'ig.publish',
};

const reads: Record<string, string> = {
  published_posts: 'posts.list',
  video_reels: 'reels.list',
  videos: 'videos.list',
  media: 'ig.media',
  content_publishing_limit: 'ig.limit',
  accounts: 'me.accounts',
};

export function routeOf(host: Host, method: string, path: string, world: World): Route {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (host === 'rupload') return bytesRoute(method, segments);
  const versioned = /^v\d+\.\d+$/.test(segments[0] ?? '');
  if (versioned) segments.shift();
  const [id = '', edge] = segments;
  const name = segments.length > 2 ? undefined : nameOf(method, id, edge, world);
  return { id, versioned, name: name ?? 'unknown' };
}

function nameOf(
  method: string,
  id: string,
  edge: string | undefined,
  world: World,
): Route['name'] | undefined {
  if (`${id}/${edge ?? ''}` === 'oauth/access_token') return 'oauth';
  if (method === 'POST') return writes[edge ?? ''];
  if (method === 'DELETE') return edge === undefined ? 'delete' : undefined;
  if (method !== 'GET') return undefined;
  if (edge !== undefined) return reads[edge];
  if (id === 'me' || id === 'debug_token') return id;
  return nodeName(id, world);
}

function nodeName(id: string, world: World): string | undefined {
  if (world.pages.has(id)) return 'page.read';
  if (world.pageOfInstagram(id)) return 'ig.account';
  if (world.containers.has(id)) return 'ig.status';
  if (world.containerOfMedia(id)) return 'ig.permalink';
  if (world.photos.has(id)) return 'photo.read';
  if (world.posts.has(id)) return 'post.read';
  // Of an id that nobody has, the answer is the same whatever was meant.
  return /^\d+(_\d+)?$/.test(id) ? 'video.status' : undefined;
}

function bytesRoute(method: string, segments: string[]): Route {
  const [place, ...rest] = segments;
  const id = rest.at(-1) ?? '';
  const names: Record<string, string> = { 'video-upload': 'reels.bytes', 'ig-api-upload': 'ig.bytes' };
  return { id, versioned: true, name: (method === 'POST' && names[place ?? '']) || 'unknown' };
}

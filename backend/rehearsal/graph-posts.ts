import type { GraphCall } from './graph-call';
import { missingObject } from './graph-refusal';
import { count, instant, metaTime } from './graph-view';
import { postId, type Edge, type World } from './graph-world';
import { pick } from './graph-view';
import type { Listing, Published } from './rehearsal-network';

const PAGE_KINDS = ['reel', 'video', 'post'] as const;

/** `GET /{page}/published_posts`, and `feed` and `posts`, which here say the same. */
export const listPosts: Edge = (world, call, page) =>
  pageOfPosts(world, call, { owner: page, kinds: PAGE_KINDS }, (post) =>
    Promise.resolve(
      pick(postNode(world, post), call.params.get('fields'), ['id', 'message', 'created_time']),
    ),
  );

/** One page of a list in Meta's shape. `next` carries no token, unlike Meta's. */
export async function pageOfPosts(
  world: World,
  { params, path }: GraphCall,
  which: Omit<Listing, 'limit'>,
  view: (post: Published) => Promise<object>,
) {
  const limit = Math.min(100, params.has('limit') ? count('limit', params.get('limit')) : 25);
  const sinceMs = instant('since', params.get('since'));
  const untilMs = instant('until', params.get('until'));
  const found = await world.network.published({
    ...which,
    limit: limit + 1,
    after: fromCursor(params.get('after')),
    ...(sinceMs !== undefined && { sinceMs }),
    ...(untilMs !== undefined && { untilMs }),
  });
  const posts = found.slice(0, limit);
  const [first, last] = [posts[0], posts.at(-1)];
  if (!first || !last) return { data: [] };
  const cursors = { before: toCursor(first.mark), after: toCursor(last.mark) };
  const next = new URL(`${world.origin}/${path.join('/')}`);
  for (const [name, value] of params) if (name !== 'access_token') next.searchParams.set(name, value);
  next.searchParams.set('after', cursors.after);
  return {
    data: await Promise.all(posts.map(view)),
    paging: { cursors, ...(found.length > limit && { next: next.href }) },
  };
}

/** `GET /{page}_{post}`. A video's post exists once it is live; one post is read by its place in the list's facts. */
export async function readPost(world: World, id: string): Promise<Record<string, unknown>> {
  const [owner = '', object = ''] = id.split('_');
  const [start, finish] = await Promise.all([world.network.started(object), world.network.finished(object)]);
  if (start?.owner !== owner || finish?.live_at == null || !(await world.network.isLive(object)))
    throw missingObject(id);
  return postNode(world, { mark: '', id: object, start, finish: { ...finish, live_at: finish.live_at } });
}

function postNode(world: World, { id, start, finish }: Published): Record<string, unknown> {
  const time = metaTime(finish.live_at);
  const link = world.permalink(start.kind, id);
  return {
    id: postId(start.owner, id),
    message: finish.caption,
    created_time: time,
    updated_time: time,
    is_published: true,
    permalink_url: link,
    status_type: start.kind === 'post' ? 'added_photos' : 'added_video',
    from: { id: start.owner },
    attachments: { data: attachmentsOf(link, id, start.photos, finish.title) },
  };
}

function attachmentsOf(link: string, id: string, photos: string[] | undefined, title: string | undefined) {
  if (!photos)
    return [{ media_type: 'video', type: 'video_inline', target: { id, url: link }, url: link, title }];
  const each = photos.map((photo) => ({
    media_type: 'photo',
    type: 'photo',
    target: { id: photo, url: link },
    url: link,
  }));
  return each.length > 1 ? [{ media_type: 'album', type: 'album', subattachments: { data: each } }] : each;
}

const toCursor = (mark: string) => Buffer.from(mark).toString('base64url');

const fromCursor = (cursor: string | undefined) =>
  cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();

import { objectMissing, ok } from './answer';
import type { Edge, Exchange } from './exchange';
import { metaTime, pick } from './fields';
import { listedPosts } from './lists';
import { objectOf, postId } from './objects';
import type { Published } from './world';

/** `GET /{page}/published_posts`, and `feed` and `posts`, which here say the same. Videos are posts, too. */
const list: Edge = {
  on: 'page',
  answer: (x) =>
    listedPosts(x, ['reel', 'video', 'post'], (post) =>
      pick(postNode(x, post), x.params.fields, 'created_time,message'),
    ),
};

const read: Edge = {
  answer(x) {
    const { world, node, params } = x;
    const post = objectOf(x, node);
    const finish = post && world.finished(post.id);
    if (!post || finish?.live_at == null || !world.isLive(post.id)) return objectMissing(node);
    const found = { mark: '', ...post, finish: { ...finish, live_at: finish.live_at } };
    return ok(pick(postNode(x, found), params.fields, 'created_time,message'));
  },
};

function postNode({ settings }: Exchange, { id, start, finish }: Published): Record<string, unknown> {
  const time = metaTime(finish.live_at);
  const link = settings.permalink(start.kind, start.owner, id);
  const media = start.photos?.length === 0 ? undefined : attachmentsOf(start.photos, id, link);
  return {
    id: postId(start.owner, finish.public_id ?? id),
    message: finish.caption === '' ? undefined : finish.caption,
    created_time: time,
    updated_time: time,
    is_published: true,
    permalink_url: link,
    status_type: start.photos ? (media ? 'added_photos' : 'mobile_status_update') : 'added_video',
    from: { id: start.owner },
    attachments: media && { data: media },
  };
}

function attachmentsOf(photos: string[] | undefined, id: string, url: string): object[] {
  const type = photos ? 'photo' : 'video';
  const each = (photos ?? [id]).map((target) => ({
    media_type: type,
    type,
    target: { id: target, url },
    url,
  }));
  return each.length > 1 ? [{ media_type: 'album', type: 'album', subattachments: { data: each } }] : each;
}

/** Of a photo, a post or a video that nobody needs. */
const remove: Edge = {
  answer(x) {
    const object = objectOf(x, x.node);
    if (!object || !['reel', 'video', 'photo', 'post'].includes(object.start.kind))
      return objectMissing(x.node);
    x.world.withdraw(object.id);
    return ok({ success: true });
  },
};

export const postEdges: Record<string, Edge> = {
  'posts.list': list,
  'post.read': read,
  delete: remove,
};

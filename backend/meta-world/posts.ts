import { objectMissing, ok } from './answer';
import type { Edge, MetaCall } from './call';
import { metaTime, pick } from './fields';
import { listedPosts } from './lists';
import { objectOf, postId } from './objects';
import type { Published } from './world';

/** `GET /{page}/published_posts`; `feed` and `posts` list the same here. A published video is a post, too. */
const list: Edge = {
  on: 'page',
  answer: (call) =>
    listedPosts(call, ['reel', 'video', 'post'], (post) =>
      pick(postNode(call, post), call.params.fields, 'created_time,message'),
    ),
};

const read: Edge = {
  answer(call) {
    const { world, node, params } = call;
    const post = objectOf(call, node);
    const finish = post && world.finished(post.id);
    if (!post || finish?.live_at == null || !world.isLive(post.id)) return objectMissing(node);
    const found = { mark: '', ...post, finish: { ...finish, live_at: finish.live_at } };
    return ok(pick(postNode(call, found), params.fields, 'created_time,message'));
  },
};

function postNode({ settings }: MetaCall, { id, start, finish }: Published): Record<string, unknown> {
  const time = metaTime(finish.live_at);
  const link = settings.permalink(start.kind, start.owner, id);
  const media = start.photos?.length === 0 ? sharesOf(start.link) : attachmentsOf(start.photos, id, link);
  return {
    id: postId(start.owner, finish.public_id ?? id),
    message: finish.caption === '' ? undefined : finish.caption,
    created_time: time,
    updated_time: time,
    is_published: true,
    permalink_url: link,
    status_type: statusOf(start.photos, start.link),
    from: { id: start.owner },
    attachments: media && { data: media },
  };
}

const statusOf = (photos: string[] | undefined, link: string | undefined) => {
  if (!photos) return 'added_video';
  if (photos.length > 0) return 'added_photos';
  return link === undefined ? 'mobile_status_update' : 'shared_story';
};

const VIDEO_PAGE = /^https?:\/\/([^/?#]+\.)?(youtube\.com|youtu\.be|vimeo\.com)(?=[/?#:]|$)/i;

/** Meta shows a link to a video page as the video itself. Its target has no id, as that of every link. */
function sharesOf(url: string | undefined): object[] | undefined {
  if (url === undefined) return undefined;
  const kind = VIDEO_PAGE.test(url)
    ? { media_type: 'video', type: 'video_inline' }
    : { media_type: 'link', type: 'share' };
  return [{ ...kind, target: { url }, url }];
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

/** `DELETE /{photo}`, `/{post}` and `/{video}`. */
const remove: Edge = {
  answer(call) {
    const object = objectOf(call, call.node);
    if (!object || !['reel', 'video', 'photo', 'post'].includes(object.start.kind))
      return objectMissing(call.node);
    call.world.withdraw(object.id);
    return ok({ success: true });
  },
};

export const postEdges: Record<string, Edge> = {
  'posts.list': list,
  'post.read': read,
  delete: remove,
};

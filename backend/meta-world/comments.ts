import { invalidParameter, objectMissing, ok } from './answer';
import type { Edge, MetaCall } from './call';
import { metaTime, pick } from './fields';
import { listed } from './lists';
import { objectOf, postId } from './objects';
import type { Kind } from './store';
import type { Published } from './world';

const MAX_COMMENT = 8_000;

const ON_A_PAGE: readonly Kind[] = ['reel', 'video', 'post'];

/** The public object with this id, or with this post, as its comments know it. */
function commented(call: MetaCall): { id: string; owner: string } | undefined {
  const { world, node } = call;
  const object = objectOf(call, node);
  if (!object) return undefined;
  const { kind, owner, target } = object.start;
  if (ON_A_PAGE.includes(kind)) return world.isLive(object.id) ? { id: object.id, owner } : undefined;
  // A container is no post: what is made of it has an id of its own.
  const isPublic =
    kind === 'media' &&
    target !== undefined &&
    world.isLive(target) &&
    world.finished(target)?.public_id === node;
  return isPublic ? { id: node, owner } : undefined;
}

/** `POST /{post}/comments`, by the account that owns the post. Meta takes the same words twice. */
const create: Edge = {
  pageTokenOnly: true,
  answer(call) {
    const { world, params, node, hooks } = call;
    const object = commented(call);
    if (!object) return objectMissing(node);
    const { message = '' } = params;
    if (message.trim() === '') return invalidParameter('The parameter message is required');
    if (message.length > MAX_COMMENT) return invalidParameter('Param message is too long');
    const comment = world.begin({ kind: 'comment', owner: object.owner, target: object.id });
    world.finish(comment, { caption: message, live: 'now' });
    hooks.commented?.({ account: object.owner, objectId: object.id, message });
    return ok({ id: idOf(call, object, comment) });
  },
};

/** Oldest first. */
const list: Edge = {
  answer(call) {
    const object = commented(call);
    if (!object) return objectMissing(call.node);
    const comments = commentsOf(call, object).map((comment) => ({
      mark: comment.mark,
      node: () => pick(commentNode(call, object, comment), call.params.fields, 'created_time,message'),
    }));
    return listed(call, ({ after, limit }) =>
      comments.filter(({ mark }) => after === undefined || mark > after).slice(0, limit),
    );
  },
};

const commentsOf = ({ world }: MetaCall, { id, owner }: { id: string; owner: string }): Published[] =>
  world
    .published({ owner, kinds: ['comment'], limit: Infinity })
    .filter(({ start }) => start.target === id)
    .reverse();

const isInstagram = ({ accounts }: MetaCall, owner: string) => accounts.find(owner)?.kind === 'instagram';

const idOf = (call: MetaCall, { id, owner }: { id: string; owner: string }, comment: string) =>
  isInstagram(call, owner) ? comment : postId(id, comment);

function commentNode(
  call: MetaCall,
  object: { id: string; owner: string },
  { id, start, finish }: Published,
): Record<string, unknown> {
  const author = call.accounts.find(start.owner);
  const time = metaTime(finish.live_at);
  return isInstagram(call, object.owner)
    ? { id, text: finish.caption, username: author?.username, timestamp: time, from: { id: start.owner } }
    : {
        id: postId(object.id, id),
        message: finish.caption,
        created_time: time,
        from: { id: start.owner, name: author?.name },
      };
}

export const commentEdges: Record<string, Edge> = { 'comments.create': create, 'comments.list': list };

import type { Account } from './accounts';
import { objectMissing, Refused } from './answer';
import type { MetaCall } from './call';
import type { Kind, Start } from './store';
import type { World } from './world';

/** How long a photo is kept that is in no post and is no cover. */
const UNUSED_PHOTO_MS = 24 * 60 * 60_000;

const POST_ID = /^(\d{1,20})_(\d{1,20})$/;

/** `<page>_<post>`: Meta's id of a Page's post. */
export const postId = (owner: string, id: string) => `${owner}_${id}`;

/** The object with this id. For the post of a video, the video. */
export function objectOf(
  { world }: Pick<MetaCall, 'world'>,
  id: string,
): { id: string; start: Start } | undefined {
  const [, owner, post = id] = POST_ID.exec(id) ?? [];
  const start = world.started(post);
  if (!start || (owner ?? start.owner) !== start.owner) return undefined;
  if (start.kind !== 'video_post') return { id: post, start };
  return start.target === undefined ? undefined : objectOf({ world }, start.target);
}

export const isPostId = (id: string) => POST_ID.test(id);

/** The account with this id, or the account that owns the object with this id. */
export function ownerOf(call: Pick<MetaCall, 'world' | 'accounts'>, id: string): Account | undefined {
  return call.accounts.find(objectOf(call, id)?.start.owner ?? id);
}

/** Whether it was deleted as a photo that nobody used. */
export const isDiscarded = (world: World, id: string, { kind, at, target }: Start): boolean =>
  kind === 'photo' &&
  target === undefined &&
  world.now() - at >= UNUSED_PHOTO_MS &&
  !world.store.read(id, 'attached');

/** @throws Refused as if the object did not exist, unless it is of this kind and belongs to the caller's account. */
export function own({ world, account }: MetaCall, id: string, kind: Kind): Start {
  const start = world.started(id);
  if (start?.kind !== kind || start.owner !== account?.id || isDiscarded(world, id, start))
    throw new Refused(objectMissing(id));
  return start;
}

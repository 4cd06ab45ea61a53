import type { Post, Schemas } from '../../../types';

export type Change = Omit<Schemas['ChangePostsDto'], 'ids'>;

export interface Refused {
  post: Post;
  message: string;
  /** The post itself is not there any more. */
  isGone: boolean;
}

export interface Outcome {
  done: Post[];
  refused: Refused[];
}

type Send = (change: Schemas['ChangePostsDto']) => Promise<Schemas['ChangedPostsView']>;

/** The server takes so many in one call. */
const AT_ONCE = 500;

/** Each post on its own. One that is gone counts as deleted. */
export async function changeMany(posts: readonly Post[], change: Change, send: Send): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] };
  for (let from = 0; from < posts.length; from += AT_ONCE) {
    const some = posts.slice(from, from + AT_ONCE);
    const { done, refused } = await send({ ...change, ids: some.map(({ id }) => id) });
    const isDone = new Set(done.map(({ id }) => id));
    const why = new Map(refused.map((refusal) => [refusal.id, refusal]));
    for (const post of some) {
      const { error, message = '' } = why.get(post.id) ?? {};
      // Of a move, it may be the account.
      const isGone = error === 'not_found' && change.action !== 'move';
      if (isDone.has(post.id) || (isGone && change.action === 'delete')) outcome.done.push(post);
      else outcome.refused.push({ post, message, isGone });
    }
  }
  return outcome;
}

/**
 * Gives back the times that the posts had, to those that still have the time that the change made.
 * @param changed answers that time
 */
export const timesBack = (posts: readonly Post[], changed: (post: Post) => string | null): Change => ({
  action: 'set_times',
  times: posts.map((post) => ({ id: post.id, scheduled_for: post.scheduled_for, was: changed(post) })),
});

/** The time of a post that was shifted. */
export const shifted = ({ scheduled_for: before }: Post, minutes: number): string | null =>
  before && new Date(Date.parse(before) + minutes * 60_000).toISOString();

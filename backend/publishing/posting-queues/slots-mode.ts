import type { PostingTime } from '../../accounts/posting-times';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import type { PostKind } from '../formats/formats';
import { KINDS_OF, listOf } from '../formats/lists';
import { isOnPageOfAccount } from '../posts/where-published';
import { queued, type OpenPost } from './open-posts';
import type { PostingAccount } from './posting-account';
import { CLOSE_MS, type PostingQueue, type Slot } from './slots';

export const isInSlotsMode = ({ posting }: Pick<PostingAccount, 'posting'>): boolean => posting === 'slots';

/** How long after its time a published post still keeps slots away: longer than any look is late. */
export const CHOSEN_LATELY_MS = 2 * CLOSE_MS;

/** The chosen times of a user's posts that went out since then. */
export const CHOSEN_LATELY = prepared(({ userId, since }: { userId: number; since: number }) =>
  query
    .selectFrom('accounts as a')
    .innerJoin('posts as p', 'p.account_id', 'a.id')
    .select(['a.id as account_id', 'p.scheduled_for'])
    .$narrowType<{ scheduled_for: number }>()
    .where('a.user_id', '=', userId)
    .where('a.posting', '=', 'slots')
    .where('a.removed_at', '=', 0)
    .where('p.kind', 'in', [...KINDS_OF.facebook, ...KINDS_OF.instagram])
    .where('p.published_at', '>=', since)
    .where('p.scheduled_for', 'is not', null)
    .where(isOnPageOfAccount('p')),
);

interface Known {
  open: OpenPost[];
  published: { account_id: number; scheduled_for: number }[];
  library: PostingQueue['library'];
  timezone: string;
  /** Slots up to then are over. */
  after: number;
  mayPost: boolean;
}

/** The queue of an account in slots mode: of all its kinds, its first post at each posting time. */
export const slotsQueue = (
  account: PostingAccount,
  now: number,
  { open, published, library, timezone, after, mayPost }: Known,
): PostingQueue => ({
  ...queued(open, now),
  frequencyMs: 0,
  lastPublishedAt: null,
  times: {
    week: JSON.parse(account.slots ?? '[]') as PostingTime[],
    timezone,
    after,
    filled: account.filled_slot,
    chosen: [...open, ...published.filter(({ account_id }) => account_id === account.id)].flatMap(
      ({ scheduled_for }) => scheduled_for ?? [],
    ),
  },
  library,
  mayPost,
});

/** The kind that an account in slots mode takes from the library. */
export const libraryKindOf = ({ network }: PostingAccount): PostKind | undefined =>
  KINDS_OF[network].find((kind) => listOf(kind).library);

/** Tells the kind of what goes out at a slot. Posts name their own; what else there is comes from the library. */
export const kindsOf = (account: PostingAccount, open: OpenPost[]) =>
  kindsIn(open, libraryKindOf(account) ?? 'photo');

/** Like `kindsOf`, for a queue whose library posts are of one kind. */
export function kindsIn(open: readonly OpenPost[], otherwise: PostKind): (slot: Slot) => PostKind {
  const kinds = new Map(open.map(({ id, kind }) => [id, kind]));
  return (slot) => ('postId' in slot ? kinds.get(slot.postId) : undefined) ?? otherwise;
}

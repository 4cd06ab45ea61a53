import { Injectable } from '@nestjs/common';
import { maySend, type AccountRow } from '../accounts/account-turns';
import { Database } from '../database/database';
import { prepared } from '../database/prepared';
import { query, type Row } from '../database/tables';
import { isActive } from '../subscriptions/subscription-status';
import type { PostKind } from './formats/formats';
import { KINDS, listOf, NETWORK_OF } from './formats/lists';
import { OPEN } from './post-status';
import type { PostingQueue } from './slots';

const A_MINUTE_MS = 60_000;

/** Most library videos that one look reads; planning never reaches further. */
const MOST_OF_LIBRARY = 200;

/** The queue of one kind on one account. `account` is null for posts that wait for an account. */
export interface QueueOfAccount {
  account: AccountRow | null;
  kind: PostKind;
  queue: PostingQueue;
}

/** Reads the queues that `upcomingSlots` decides on. */
@Injectable()
export class PostingQueues {
  constructor(private readonly db: Database) {}

  /** All queues of a user. */
  async ofUser(userId: number, now: number): Promise<QueueOfAccount[]> {
    const accounts = await this.db.rows(
      query
        .selectFrom('accounts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('removed_at', '=', 0)
        .orderBy('id'),
    );
    const on = (kind: PostKind) => accounts.filter(({ network }) => network === NETWORK_OF[kind]);
    const all = KINDS.flatMap((kind): Omit<QueueOfAccount, 'queue'>[] => {
      const found = on(kind);
      return found.length ? found.map((account) => ({ kind, account })) : [{ kind, account: null }];
    });
    return Promise.all(
      all.map(async ({ kind, account }) => ({
        kind,
        account,
        queue: account ? await this.load(account, kind, now) : await this.withoutAccount(userId, kind, now),
      })),
    );
  }

  /**
   * `now` must be the instant that the slots are computed with, so that posts under way come before anything else that
   * could go now.
   */
  async load(account: AccountRow, kind: PostKind, now: number): Promise<PostingQueue> {
    const { frequency, library } = listOf(kind);
    const posts = await this.db.rows(OPEN_POSTS({ kind, accountId: account.id }));
    const owner = await this.db.row(OWNER({ id: account.user_id, now }));
    return {
      ...queued(posts, now),
      frequencyMs: account[frequency] * A_MINUTE_MS,
      lastPublishedAt: await this.lastPublished(account.id, kind),
      library:
        library && owner?.may_use_library
          ? await this.unusedLibrary(account, owner.preferred_categories)
          : [],
      mayPost: owner?.subscribed === 1 && maySend(account, now),
    };
  }

  private async withoutAccount(userId: number, kind: PostKind, now: number): Promise<PostingQueue> {
    const posts = openPosts(kind).where('user_id', '=', userId).where('account_id', 'is', null);
    return { ...NOTHING, ...queued(await this.db.rows(posts), now) };
  }

  private async lastPublished(accountId: number, kind: PostKind): Promise<number | null> {
    return (await this.db.row(LAST_PUBLISHED({ accountId, kind })))?.last ?? null;
  }

  /**
   * Library videos that this account has never posted. A use recorded before there was an account counts for every
   * account.
   */
  private async unusedLibrary(
    { user_id, network, remote_id }: AccountRow,
    preferred: string | null,
  ): Promise<PostingQueue['library']> {
    const categories = preferred ? (JSON.parse(preferred) as number[]) : [];
    if (categories.length === 0) return [];
    const rows = await this.db.rows(
      query
        .selectFrom('shared_videos as v')
        .innerJoin('categories as c', 'c.id', 'v.category_id')
        .select(['v.id', 'v.created_at'])
        .where('v.deleted_at', 'is', null)
        .where('c.is_active', '=', 1)
        .where('v.category_id', 'in', categories)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('library_uses as l')
                .select('l.user_id')
                .where('l.user_id', '=', user_id)
                .where('l.network', '=', network)
                .where('l.remote_id', 'in', ['', remote_id])
                .whereRef('l.shared_video_id', '=', 'v.id'),
            ),
          ),
        )
        .orderBy('v.created_at')
        .orderBy('v.id')
        .limit(MOST_OF_LIBRARY),
    );
    return rows.map(({ id, created_at }) => ({ id, createdAt: created_at }));
  }
}

const openPosts = (kind: PostKind) =>
  query
    .selectFrom('posts')
    .select(['id', 'scheduled_for', 'due_at', 'status', 'created_at', 'stored_at', 'rests_until'])
    .where('kind', '=', kind)
    .where('status', 'in', OPEN);

const OPEN_POSTS = prepared(({ kind, accountId }: { kind: PostKind; accountId: number }) =>
  openPosts(kind).where('account_id', '=', accountId),
);

const LAST_PUBLISHED = prepared(({ accountId, kind }: { accountId: number; kind: PostKind }) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.max('published_at').as('last'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind),
);

const OWNER = prepared(({ id, now }: { id: number; now: number }) =>
  query
    .selectFrom('users as u')
    .select('u.preferred_categories')
    .select((user) => [
      user
        .case()
        .when(user.or([user('u.is_admin', '=', 1), user('u.can_use_shared_videos', '=', 1)]))
        .then(1)
        .else(0)
        .end()
        .as('may_use_library'),
      user
        .case()
        .when(
          user.exists(
            user
              .selectFrom('subscriptions as s')
              .select('s.id')
              .whereRef('s.user_id', '=', 'u.id')
              .where(isActive(now)),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('subscribed'),
    ])
    .where('u.id', '=', id),
);

type OpenPost = Pick<
  Row<'posts'>,
  'id' | 'scheduled_for' | 'due_at' | 'status' | 'created_at' | 'stored_at' | 'rests_until'
>;

/** A post without a time that is under way counts as timed now: the next one waits for its outcome. */
function queued(posts: OpenPost[], now: number): Pick<PostingQueue, 'timed' | 'waiting'> {
  const waits = ({ status, scheduled_for, due_at }: OpenPost) =>
    status === 'pending' && scheduled_for === null && due_at === null;
  return {
    timed: posts
      .filter((post) => !waits(post))
      .map(({ id, scheduled_for }) => ({ id, at: scheduled_for ?? now })),
    waiting: posts.filter(waits).map(({ id, created_at, stored_at, rests_until }) => ({
      id,
      begunAt: created_at,
      storedAt: stored_at ?? created_at,
      restsUntil: rests_until,
    })),
  };
}

const NOTHING: PostingQueue = {
  frequencyMs: 0,
  lastPublishedAt: null,
  timed: [],
  waiting: [],
  library: [],
  mayPost: false,
};

import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { AccountOutlook, type Outlook } from '../../accounts/turns/account-outlook';
import { maySend, type AccountRow } from '../../accounts/turns/account-turns';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { unusedVideos } from '../../shared-videos/unused-videos';
import type { PostKind } from '../formats/formats';
import { KINDS, kindsInStream, listOf, STREAMS_OF } from '../formats/lists';
import { OPEN } from '../posts/post-status';
import { isOnPageOfAccount } from '../posts/where-published';
import { libraryFor, ownerOf, type Owner } from './post-owner';
import { PostingQueues } from './posting-queues';
import { upcomingSlots, type PostingQueue, type WaitingPost } from './slots';

const A_MINUTE_MS = 60_000;

/** Stands for the video that the library would give. */
const A_VIDEO = { id: 0, createdAt: 0 };

/** What is read of the posts of accounts, by account. */
interface Posts {
  open: Map<number, { pending: number; due_at: number | null }>;
  /** Of each kind, the posts without a time of which one comes first. */
  heads: Map<string, WaitingPost[]>;
  lastPublished: Map<string, number | null>;
}

const keyOf = (accountId: number, kind: PostKind): string => `${accountId} ${kind}`;

/**
 * Foresees, for all accounts of a user together, how many posts are pending and when the next one goes out: a few
 * statements, however many accounts there are. `upcomingSlots` decides, from those posts that may come first.
 */
@Injectable()
export class AccountOutlooks {
  constructor(
    private readonly db: Database,
    private readonly queues: PostingQueues,
    private readonly clock: DatabaseTime,
    outlook: AccountOutlook,
  ) {
    outlook.readBy((userId, accounts) => this.of(userId, accounts));
  }

  async of(userId: number, accounts: AccountRow[]): Promise<Map<number, Outlook>> {
    const now = this.clock.now();
    const ids = accounts.map(({ id }) => id);
    const owner = await ownerOf(this.db, userId, now);
    const [posts, withLibrary] = await Promise.all([this.read(userId, now), this.withLibrary(ids, owner)]);
    const inSlots = await this.queues.ofSlotsMode(accounts, owner, now, ({ id }) =>
      withLibrary.has(id) ? [A_VIDEO] : [],
    );
    const mayPost = (account: AccountRow) => owner?.subscribed === 1 && maySend(account, now);
    return new Map(
      accounts.map((account) => [
        account.id,
        {
          pending: posts.open.get(account.id)?.pending ?? 0,
          nextAt: mayPost(account)
            ? nextOf(
                account,
                posts,
                { slots: inSlots.get(account.id), library: withLibrary.has(account.id) },
                now,
              )
            : null,
        },
      ]),
    );
  }

  /** The accounts for which the library has a video that they never posted. */
  private async withLibrary(ids: number[], owner: Owner): Promise<Set<number>> {
    const categories = libraryFor(owner);
    if (categories.length === 0) return new Set();
    return new Set((await this.db.rows(unusedFor(ids, categories))).map(({ id }) => id));
  }

  private async read(userId: number, now: number): Promise<Posts> {
    const [open, heads, resting, last] = await Promise.all([
      this.db.rows(OPEN_POSTS({ userId })),
      this.db.rows(OLDEST_WAITING({ userId, now })),
      this.db.rows(RESTING({ userId, now })),
      this.db.rows(LAST_PUBLISHED({ userId })),
    ]);
    const found: Posts = {
      open: new Map(open.map((row) => [row.account_id, row])),
      heads: new Map(),
      lastPublished: new Map(
        last.flatMap((row) => KINDS.map((kind) => [keyOf(row.id, kind), row[`last_${kind}`]])),
      ),
    };
    for (const { account_id, kind, ...post } of [...heads, ...resting]) {
      const key = keyOf(account_id, kind);
      found.heads.set(key, [...(found.heads.get(key) ?? []), waitingPost(post)]);
    }
    return found;
  }
}

function nextOf(
  account: AccountRow,
  posts: Posts,
  { slots, library: hasLibrary }: { slots: PostingQueue | undefined; library: boolean },
  now: number,
): number | null {
  const due = posts.open.get(account.id)?.due_at ?? null;
  const instants = due === null ? [] : [Math.max(due, now)];
  const [ofSlots] = slots ? upcomingSlots(slots, now, Infinity, 1) : [];
  if (ofSlots) instants.push(ofSlots.at);
  for (const stream of slots ? [] : STREAMS_OF[account.network]) {
    const { frequency, library } = listOf(stream);
    const keys = kindsInStream(stream).map((kind) => keyOf(account.id, kind));
    const queue = {
      frequencyMs: account[frequency] * A_MINUTE_MS,
      lastPublishedAt: keys.reduce<number | null>((last, key) => {
        const at = posts.lastPublished.get(key) ?? null;
        return at === null || (last !== null && last > at) ? last : at;
      }, null),
      timed: [],
      waiting: keys.flatMap((key) => posts.heads.get(key) ?? []),
      library: library && hasLibrary ? [A_VIDEO] : [],
      mayPost: true,
    };
    const [slot] = upcomingSlots(queue, now, Infinity, 1);
    if (slot) instants.push(slot.at);
  }
  return instants.length > 0 ? Math.min(...instants) : null;
}

/** The posts of the accounts that the user has connected. */
const postsOf = (userId: number) =>
  query
    .selectFrom('accounts as a')
    // The accounts come first: SQLite would begin with the posts of the whole installation that wait.
    .crossJoin('posts as p')
    .whereRef('p.account_id', '=', 'a.id')
    .where('a.user_id', '=', userId)
    .where('a.removed_at', '=', 0);

/** How many posts of each account are pending, and when the next one with an instant is due. */
const OPEN_POSTS = prepared(({ userId }: { userId: number }) =>
  postsOf(userId)
    .select(({ case: when, fn, ref }) => [
      'a.id as account_id',
      fn.count<number>(when().when('p.status', '=', 'pending').then(ref('p.id')).end()).as('pending'),
      fn.min<number | null>('p.due_at').as('due_at'),
    ])
    .where('p.status', 'in', OPEN)
    .groupBy('a.id'),
);

const lastOf = (kind: PostKind) =>
  query
    .selectFrom('posts as p')
    .select('p.published_at')
    .whereRef('p.account_id', '=', sql.ref('a.id'))
    .where('p.kind', '=', kind)
    .where(isOnPageOfAccount('p'))
    .orderBy('p.published_at', 'desc')
    .limit(1)
    .$asScalar();

/** Each is found at the end of an index. */
const LAST_PUBLISHED = prepared(({ userId }: { userId: number }) =>
  query
    .selectFrom('accounts as a')
    .select('a.id')
    .select(KINDS.map((kind) => lastOf(kind).as(`last_${kind}` as const)))
    .where('a.user_id', '=', userId)
    .where('a.removed_at', '=', 0),
);

/** Posts that wait for a slot. */
const waiting = (userId: number) =>
  postsOf(userId)
    .select([
      'a.id as account_id',
      'p.kind',
      'p.id',
      'p.created_at',
      'p.stored_at',
      'p.rests_until',
      'p.queued_at',
    ])
    .where('p.status', '=', 'pending')
    .where('p.draft', '=', 0)
    .where('p.due_at', 'is', null)
    .where('p.scheduled_for', 'is', null);

type At = { userId: number; now: number };

const RESTING = prepared(({ userId, now }: At) => waiting(userId).where('p.rests_until', '>', now));

const awake = ({ userId, now }: At) =>
  waiting(userId).where((post) =>
    post.or([post('p.rests_until', 'is', null), post('p.rests_until', '<=', now)]),
  );

/** By the plain column, SQLite would group along an index that has all published posts of the accounts. */
const kind = sql<PostKind>`COALESCE(p.kind, '')`;

const place = sql<number>`COALESCE(p.queued_at, p.created_at)`;

/** Of each account and kind, the first that does not rest. The files of one upload are equally old. */
const OLDEST_WAITING = prepared((at: At) =>
  awake(at).innerJoin(
    awake(at)
      .clearSelect()
      .select(({ fn }) => ['a.id', kind.as('kind'), fn.min(place).as('first')])
      .groupBy(['a.id', kind])
      .as('o'),
    (join) => join.onRef('o.id', '=', 'a.id').onRef('o.kind', '=', 'p.kind').on('o.first', '=', place),
  ),
);

type WaitingRow = {
  id: number;
  created_at: number;
  stored_at: number | null;
  rests_until: number | null;
  queued_at: number | null;
};

const waitingPost = ({ id, created_at, stored_at, rests_until, queued_at }: WaitingRow): WaitingPost => ({
  id,
  begunAt: created_at,
  storedAt: stored_at ?? created_at,
  restsUntil: rests_until,
  queuedAt: queued_at,
});

const unusedFor = (ids: number[], categories: number[]) =>
  query
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.id', 'in', ids)
    .where(({ exists, ref }) =>
      exists(
        unusedVideos(categories, {
          userId: ref('a.user_id'),
          network: ref('a.network'),
          remoteId: ref('a.remote_id'),
        }).select('v.id'),
      ),
    );

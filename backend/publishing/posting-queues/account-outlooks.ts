import { Injectable } from '@nestjs/common';
import { AccountOutlook, type Outlook } from '../../accounts/turns/account-outlook';
import type { AccountRow } from '../../accounts/turns/account-turns';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { pieces } from '../../common/limits/pieces';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import type { Query } from '../../database/tables';
import type { PostKind } from '../formats/formats';
import { KINDS, kindsInStream, listOf, STREAMS_OF } from '../formats/lists';
import { nextToWait, openOn, sizeOf, withFewUses, withUnusedVideo } from './outlook-rows';
import { libraryFor, mayPostNow, ownerOf, type Owner } from './post-owner';
import { lastPublishedOn } from './posting-queue-rows';
import { PostingQueues } from './posting-queues';
import { upcomingSlots, type PostingQueue, type WaitingPost } from './slots';

const A_MINUTE_MS = 60_000;

/** Accounts, the libraries of accounts, and posts that one statement looks through without anybody noticing. */
const ACCOUNTS_AT_ONCE = 25;
const LIBRARIES_AT_ONCE = 5;
const POSTS_AT_ONCE = 2_500;

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
    const posts = await this.read(ids, now);
    const withLibrary = await this.withLibrary(ids, owner);
    const inSlots = await this.queues.ofSlotsMode(accounts, owner, now, ({ id }) =>
      withLibrary.has(id) ? [A_VIDEO] : [],
    );
    const found = new Map<number, Outlook>();
    const eventLoop = new EventLoopShare();
    for (const account of accounts) {
      const { id } = account;
      const queues = { slots: inSlots.get(id), library: withLibrary.has(id) };
      const mayPost = mayPostNow(account, owner, now);
      const nextAt = mayPost ? nextOf(account, posts, queues, now) : null;
      found.set(id, { pending: posts.open.get(id)?.pending ?? 0, nextAt });
      await eventLoop.share();
    }
    return found;
  }

  /** The accounts for which the library has a video that they never posted. */
  private async withLibrary(ids: number[], owner: Owner): Promise<Set<number>> {
    const categories = libraryFor(owner);
    if (categories.length === 0) return new Set();
    const size = (await this.db.row(sizeOf(categories)))?.count ?? 0;
    if (size === 0) return new Set();
    const few = await this.inPieces(ids, ACCOUNTS_AT_ONCE, (some) => withFewUses(some, size));
    const found = new Set(few.map(({ id }) => id));
    const others = ids.filter((id) => !found.has(id));
    const unused = await this.inPieces(others, LIBRARIES_AT_ONCE, (some) =>
      withUnusedVideo(some, categories),
    );
    for (const { id } of unused) found.add(id);
    return found;
  }

  /** Reads what was published after the open posts: one that ends in between is seen twice, not missed. */
  private async read(ids: number[], now: number): Promise<Posts> {
    const open = new Map(
      (await this.inPieces(ids, ACCOUNTS_AT_ONCE, openOn)).map((row) => [row.account_id, row]),
    );
    const pendingOn = (id: number) => open.get(id)?.pending ?? 0;
    const heads = new Map<string, WaitingPost[]>();
    const waiting = ids.filter((id) => pendingOn(id) > 0);
    const next = await this.inPieces(waiting, POSTS_AT_ONCE, (some) => nextToWait(some, now), pendingOn);
    for (const { account_id, kind, ...post } of next) {
      const key = keyOf(account_id, kind);
      const others = heads.get(key);
      if (others) others.push(waitingPost(post));
      else heads.set(key, [waitingPost(post)]);
    }
    const last = await this.inPieces(ids, ACCOUNTS_AT_ONCE, lastPublishedOn);
    const lastPublished = new Map(
      last.flatMap((row) => KINDS.map((kind) => [keyOf(row.id, kind), row[`last_${kind}`]])),
    );
    return { open, heads, lastPublished };
  }

  /** What a statement finds for these accounts, of which it is asked for some at a time. */
  private async inPieces<Found>(
    ids: number[],
    most: number,
    statement: (some: number[]) => Query<Found>,
    weightOf?: (id: number) => number,
  ): Promise<Found[]> {
    const found: Found[] = [];
    const eventLoop = new EventLoopShare();
    for (const some of pieces(ids, most, weightOf)) {
      for (const row of await this.db.rows(statement(some))) found.push(row);
      await eventLoop.share();
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

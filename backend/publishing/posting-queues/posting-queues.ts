import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../../accounts/turns/account-turns';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database } from '../../database/database';
import type { PostKind } from '../formats/formats';
import { kindsInStream, listOf, STREAMS_OF } from '../formats/lists';
import { queued, waits, type OpenPost } from './open-posts';
import { foreseenVideos, LibraryAhead, unusedOn, type VideosAhead } from './library-ahead';
import type { PostingAccount } from './posting-account';
import { libraryFor, mayPostNow, ownerOf, timezoneOf, type Owner } from './post-owner';
import { ACCOUNTS, accountsOf, lastPublishedOn, LAST_PUBLISHED, OWN_ACCOUNT } from './posting-queue-rows';
import type { PostingQueue, Slot } from './slots';
import {
  CHOSEN_LATELY,
  CHOSEN_LATELY_MS,
  isInSlotsMode,
  kindsIn,
  kindsOf,
  libraryKindOf,
  slotsQueue,
} from './slots-mode';
import { openPostsOf, openPostsOfUser } from './waiting-posts';

const A_MINUTE_MS = 60_000;

/** The queue of one kind on one account, or in slots mode of all its kinds. */
export interface QueueOfAccount {
  account: PostingAccount;
  queue: PostingQueue;
  /** The kind of what goes out at a slot. */
  kindOf: (slot: Slot) => PostKind;
}

/** Its library only tells how many videos may be looked at; `videos` has those that go out at its slots. */
export interface QueueAhead extends QueueOfAccount {
  videos: VideosAhead;
}

export interface QueuesOfUser {
  /** Every post that is not published yet, also on accounts without a queue here. */
  open: OpenPost[];
  queues: QueueAhead[];
}

/** A user's own, or those of one account. */
interface Which {
  accountId?: number;
  mostOfLibrary?: number;
}

interface KnownOfUser {
  posts: Map<number | null, OpenPost[]>;
  owner: Owner;
  library: LibraryAhead;
  /** Stand for what the library may have for an account. */
  ahead: PostingQueue['library'];
}

/** Reads the queues that `upcomingSlots` decides on. */
@Injectable()
export class PostingQueues {
  constructor(private readonly db: Database) {}

  /**
   * The open posts of a user, or of one account, and the queues in which something waits for a time. Accounts are read
   * only for those; the number of statements does not grow with them. Of the library nothing is read before somebody asks
   * what fills a slot.
   */
  async ofUser(
    userId: number,
    now: number,
    { accountId, mostOfLibrary = 0 }: Which = {},
  ): Promise<QueuesOfUser> {
    const isWanted = (id: number) => accountId === undefined || id === accountId;
    const open = await this.openPosts(userId, accountId);
    const owner = await ownerOf(this.db, userId, now);
    const accounts = (await this.accountsWithQueue(userId, open, owner)).filter(({ id }) => isWanted(id));
    return { open, queues: await this.of(userId, accounts, now, { open, owner, mostOfLibrary }) };
  }

  private async openPosts(userId: number, accountId: number | undefined): Promise<OpenPost[]> {
    if (accountId === undefined) return openPostsOfUser(this.db, userId);
    const own = await this.db.row(OWN_ACCOUNT({ userId, accountId }));
    return own ? openPostsOf(this.db, [own.id]) : [];
  }

  /** The queues of these accounts, whose open posts are known. */
  async of(
    userId: number,
    accounts: PostingAccount[],
    now: number,
    { open, owner, mostOfLibrary }: { open: OpenPost[]; owner: Owner; mostOfLibrary: number },
  ): Promise<QueueAhead[]> {
    const categories = libraryFor(owner);
    const library = new LibraryAhead(this.db, userId, categories);
    const ahead = categories.length > 0 ? foreseenVideos(mostOfLibrary) : [];
    const known = { posts: byAccount(open), owner, library, ahead };
    const [inSlots, others] = [
      accounts.filter(isInSlotsMode),
      accounts.filter((each) => !isInSlotsMode(each)),
    ];
    return [
      ...(await this.byFrequency(others, now, known)),
      ...(await this.byPostingTimes(userId, inSlots, now, known)),
    ];
  }

  private async accountsWithQueue(userId: number, open: OpenPost[], owner: Owner): Promise<PostingAccount[]> {
    if (libraryFor(owner).length > 0) return this.db.rows(ACCOUNTS({ userId }));
    const ids = new Set(open.filter(waits).flatMap(({ account_id }) => account_id ?? []));
    return ids.size > 0 ? this.db.rows(accountsOf(userId).where('id', 'in', [...ids])) : [];
  }

  private async byPostingTimes(
    userId: number,
    accounts: PostingAccount[],
    now: number,
    { posts, owner, library, ahead }: KnownOfUser,
  ): Promise<QueueAhead[]> {
    if (accounts.length === 0) return [];
    const published = await this.chosenLately(userId, now);
    const queues: QueueAhead[] = [];
    const eventLoop = new EventLoopShare();
    for (const account of accounts) {
      const open = posts.get(account.id) ?? [];
      const known = { open, published, timezone: timezoneOf(owner), after: now };
      const queue = slotsQueue(account, now, {
        ...known,
        library: libraryKindOf(account) ? ahead : [],
        mayPost: mayPostNow(account, owner, now),
      });
      queues.push({ account, queue, kindOf: kindsOf(account, open), videos: library.of(account) });
      await eventLoop.share();
    }
    return queues;
  }

  private async byFrequency(
    accounts: PostingAccount[],
    now: number,
    { posts, owner, library, ahead }: KnownOfUser,
  ): Promise<QueueAhead[]> {
    if (accounts.length === 0) return [];
    const last = await this.db.rows(lastPublishedOn(accounts.map(({ id }) => id)));
    const lastOn = new Map(last.map((row) => [row.id, row]));
    const queues: QueueAhead[] = [];
    const eventLoop = new EventLoopShare();
    for (const account of accounts)
      for (const stream of STREAMS_OF[account.network]) {
        const kinds = kindsInStream(stream);
        const open = (posts.get(account.id) ?? []).filter((post) => kinds.includes(post.kind));
        const lastOfKinds = lastOn.get(account.id);
        const last = latest(kinds.map((kind) => lastOfKinds?.[`last_${kind}`] ?? null));
        const coming = listOf(stream).library ? ahead : [];
        const queue = planned(account, stream, now, { open, owner, library: coming, last });
        queues.push({ account, queue, kindOf: kindsIn(open, stream), videos: library.of(account) });
        await eventLoop.share();
      }
    return queues;
  }

  /** The queues of one account. `after`: slots up to then are over. */
  async ofAccount(account: AccountRow, now: number, after: number): Promise<QueueOfAccount[]> {
    const open = await openPostsOf(this.db, [account.id]);
    if (isInSlotsMode(account)) return [await this.inSlotsMode(account, open, now, after)];
    const queues: QueueOfAccount[] = [];
    for (const stream of STREAMS_OF[account.network])
      queues.push(await this.inStream(account, stream, open, now));
    return queues;
  }

  /**
   * The queue of one stream by frequency. `now` must be the instant that the slots are computed with, so that posts
   * under way come before anything else that could go now.
   */
  async load(account: AccountRow, stream: PostKind, now: number): Promise<PostingQueue> {
    const open = await openPostsOf(this.db, [account.id]);
    return (await this.inStream(account, stream, open, now)).queue;
  }

  /** Reads what was published after the open posts: one that ends in between is seen twice, not missed. */
  private async inStream(
    account: AccountRow,
    stream: PostKind,
    openPosts: OpenPost[],
    now: number,
  ): Promise<QueueOfAccount> {
    const kinds = kindsInStream(stream);
    const open = openPosts.filter(({ kind }) => kinds.includes(kind));
    const published: (number | null)[] = [];
    for (const kind of kinds) published.push(await this.lastPublished(account.id, kind));
    const owner = await ownerOf(this.db, account.user_id, now);
    const library = listOf(stream).library ? await unusedOn(this.db, account, libraryFor(owner)) : [];
    const queue = planned(account, stream, now, { open, owner, library, last: latest(published) });
    return { account, queue, kindOf: kindsIn(open, stream) };
  }

  /** The queues of those of the user's accounts that are in slots mode. The caller knows the library. */
  async ofSlotsMode(
    accounts: AccountRow[],
    owner: Owner,
    now: number,
    libraryOf: (account: AccountRow) => PostingQueue['library'],
  ): Promise<Map<number, PostingQueue>> {
    const wanted = accounts.filter(isInSlotsMode);
    const queues = new Map<number, PostingQueue>();
    const [one] = wanted;
    if (!one) return queues;
    const ids = wanted.map(({ id }) => id);
    const all = byAccount(await openPostsOf(this.db, ids));
    const published = await this.chosenLately(one.user_id, now);
    const timezone = timezoneOf(owner);
    const eventLoop = new EventLoopShare();
    for (const account of wanted) {
      const open = all.get(account.id) ?? [];
      const known = { open, published, library: libraryOf(account), timezone, after: now };
      const mayPost = mayPostNow(account, owner, now);
      queues.set(account.id, slotsQueue(account, now, { ...known, mayPost }));
      await eventLoop.share();
    }
    return queues;
  }

  private async inSlotsMode(
    account: AccountRow,
    open: OpenPost[],
    now: number,
    after: number,
  ): Promise<QueueOfAccount> {
    const owner = await ownerOf(this.db, account.user_id, now);
    const library = libraryKindOf(account) ? await unusedOn(this.db, account, libraryFor(owner)) : [];
    const published = await this.chosenLately(account.user_id, now);
    const known = { open, published, library, timezone: timezoneOf(owner), after };
    const queue = slotsQueue(account, now, { ...known, mayPost: mayPostNow(account, owner, now) });
    return { account, queue, kindOf: kindsOf(account, open) };
  }

  private chosenLately(userId: number, now: number): Promise<Published> {
    return this.db.rows(CHOSEN_LATELY({ userId, since: now - CHOSEN_LATELY_MS }));
  }

  private async lastPublished(accountId: number, kind: PostKind): Promise<number | null> {
    return (await this.db.row(LAST_PUBLISHED({ accountId, kind })))?.last ?? null;
  }
}

function byAccount(posts: OpenPost[]): Map<number | null, OpenPost[]> {
  const accounts = new Map<number | null, OpenPost[]>();
  for (const post of posts) {
    const others = accounts.get(post.account_id);
    if (others) others.push(post);
    else accounts.set(post.account_id, [post]);
  }
  return accounts;
}

type Published = { account_id: number; scheduled_for: number }[];

interface Known {
  open: OpenPost[];
  owner: Owner;
  library: PostingQueue['library'];
  last: number | null;
}

const planned = (
  account: PostingAccount,
  kind: PostKind,
  now: number,
  { open, owner, library, last }: Known,
): PostingQueue => ({
  ...queued(open, now),
  frequencyMs: account[listOf(kind).frequency] * A_MINUTE_MS,
  lastPublishedAt: last,
  library,
  mayPost: mayPostNow(account, owner, now),
});

/** The last of the instants; null when there is none. */
const latest = (instants: readonly (number | null)[]): number | null =>
  instants.reduce((last, at) => (at === null || (last !== null && last > at) ? last : at), null);

import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SetBack } from '../common/time/set-back';
import { Loop } from '../common/time/loop';
import { EventLoopShare } from '../common/limits/event-loop-share';
import { Config } from '../config/config';
import { maySend, type AccountRow } from '../accounts/turns/account-turns';
import { AutopostSchedule, filledUpTo } from '../accounts/turns/autopost-schedule';
import { BulkMarking } from '../accounts/turns/bulk-marking';
import { Changes } from '../database/changes';
import { Database } from '../database/database';
import { DatabaseAway, isHeld } from '../database/database-errors';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query } from '../database/tables';
import { PostingQueues } from '../publishing/posting-queues/posting-queues';
import type { PostKind } from '../publishing/formats/formats';
import { POST_TOPICS } from '../publishing/formats/lists';
import { Heartbeats } from '../publishing/publisher/heartbeats';
import { Publisher } from '../publishing/publisher/publisher';
import { PostChanges } from '../publishing/posts/post-changes';
import { upcomingSlots, type Slot } from '../publishing/posting-queues/slots';
import { TimesAhead } from '../publishing/publisher/times-ahead';
import { LibraryPosts } from './library-posts';

const ACCOUNTS_AT_ONCE = 200;
/** A slot that is filled later than this is missed. */
const LATEST_MS = 60_000;
/** The same for the accounts of a round that takes long. */
const LATEST_IN_ROUND_MS = 15 * 60_000;
/** The request to look at all accounts because the clock was set back. */
const SET_BACK = 'clock';
const LOOK_AHEAD_MS = 366 * 86_400_000;
/** Pause before the next look when it passed over an account that another transaction held. */
const HELD_AGAIN_MS = 1_000;

/**
 * Releases posts without a time when their slot comes. An account is checked when its `auto_due_at` is due: every
 * change to its queue sets it to now, in the unit of the change, and every check sets it to the next slot. A released
 * post goes out like any other due post.
 */
@Injectable()
export class AutoPosting implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('AutoPosting');
  private readonly looks: Loop;
  /** Accounts whose last review failed. */
  private readonly failing = new Set<number>();
  private startedAt = 0;
  private setBack: SetBack;
  private hasBegun = false;

  constructor(
    private readonly db: Database,
    private readonly queues: PostingQueues,
    private readonly posts: PostChanges,
    private readonly library: LibraryPosts,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
    private readonly bulkMarking: BulkMarking,
    private readonly heartbeats: Heartbeats,
    private readonly publisher: Publisher,
    private readonly timesAhead: TimesAhead,
    registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {
    bulkMarking.include(SET_BACK, (_subject, span) => [
      bulkMarking.markingDirty(span, query.selectFrom('users').select('id')),
    ]);
    const { tickMs } = config.publishing;
    this.looks = new Loop({ name: 'auto-posting', everyMs: tickMs, registry }, () => this.reviewDue());
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    // Changes to posts wait for the next tick: a new upload should not go out the moment it arrives.
    this.changes.onCommitted(({ account, topics = [] }) => {
      const isOfPosts = topics.some((topic) => POST_TOPICS.some((each) => each === topic));
      if (account === 'all' && !isOfPosts) void this.look();
    });
    this.startedAt = this.clock.now();
    this.setBack = new SetBack(this.clock);
    void this.looks.start();
  }

  beforeApplicationShutdown(): void {
    void this.looks.stop();
  }

  /** @returns once a round that began after this call has ended. */
  look(): Promise<void> {
    return this.looks.wake();
  }

  private async reviewDue(): Promise<number | undefined> {
    if (!this.hasBegun) await this.begin();
    await this.setBack.whenNoticed(() => this.wakeAll());
    await this.bulkMarking.work();
    const lookedAt = this.clock.now();
    let some = await this.reviewSome(lookedAt);
    while (some.maybeMore) some = await this.reviewSome(lookedAt);
    const row = await this.db.row(NEXT_DUE({ now: lookedAt }));
    const sleep = row?.next ? row.next - this.clock.now() : undefined;
    return some.passedOver ? Math.min(HELD_AGAIN_MS, sleep ?? Infinity) : sleep;
  }

  /** The clock may have been set back while no process was there to notice it. */
  private async begin(): Promise<void> {
    if (await this.timesAhead.areThere()) {
      await this.wakeAll();
      await this.timesAhead.endWaits();
    }
    this.hasBegun = true;
  }

  /** Accounts that were looked at with the later time would sleep beyond their next slots. */
  private async wakeAll(): Promise<void> {
    this.startedAt = Math.min(this.startedAt, this.clock.now());
    await this.db.atomically([this.bulkMarking.request(SET_BACK, 0)]);
  }

  /**
   * Processes due accounts: first those that are this publisher's, so that several do not all begin with the same ones.
   * One that fails, or that another transaction holds, does not keep the others from their slots.
   */
  private async reviewSome(roundBeganAt: number): Promise<{ maybeMore: boolean; passedOver: boolean }> {
    const { rows: accounts, passedOver } = await this.db.unheld(DUE({ now: this.clock.now() }));
    const { count, own } = await this.heartbeats.share(this.publisher.name);
    const mine = accounts.filter(({ id }) => id % count === own);
    const eventLoop = new EventLoopShare();
    let settled = 0;
    for (const account of mine.length > 0 ? mine : accounts) {
      if (await this.attempt(account, roundBeganAt)) settled++;
      await eventLoop.share();
    }
    return { maybeMore: accounts.length === ACCOUNTS_AT_ONCE && settled > 0, passedOver };
  }

  /** @returns false when it failed: the account stays due. */
  private async attempt(account: AccountRow, roundBeganAt: number): Promise<boolean> {
    try {
      await this.review(account, roundBeganAt);
      this.failing.delete(account.id);
      return true;
    } catch (error) {
      if (error instanceof DatabaseAway && !isHeld(error)) throw error;
      if (!this.failing.has(account.id))
        this.log.error({ err: error, account: account.id }, 'the slots of an account could not be filled');
      this.failing.add(account.id);
      return false;
    }
  }

  private async review(account: AccountRow, roundBeganAt: number): Promise<void> {
    const now = this.clock.now();
    const next = await this.endsOfWaits(account, now);
    if (!maySend(account, now)) await this.posts.takeTurnsBack(account.user_id, account.id);
    for (const { queue, kindOf } of await this.queues.ofAccount(
      account,
      now,
      this.slotsAreOver(account, now, roundBeganAt),
    )) {
      const slots = upcomingSlots(queue, now, now + LOOK_AHEAD_MS, queue.timed.length + 2).filter(
        ({ why }) => why !== 'time',
      );
      const [first, second] = slots;
      const isDue = first !== undefined && first.at <= now;
      if (isDue) await this.release(account, kindOf(first), first);
      const following = isDue ? second : first;
      if (following) next.push(following.at);
    }
    await this.schedule.settle(account, next.length ? Math.min(...next) : null);
  }

  /**
   * The slots that are not to be filled any more. A filled slot stays filled. One that passed before the account was due
   * for this look was considered in time, or the account could not post; one that passed before this process was there,
   * or long ago, was missed. Whoever is late in a long round has missed nothing.
   */
  private slotsAreOver(account: AccountRow, now: number, roundBeganAt: number): number {
    const { auto_due_at } = account;
    const tooLate = Math.max(Math.min(roundBeganAt, now) - LATEST_MS, now - LATEST_IN_ROUND_MS);
    return Math.max(filledUpTo(account, now), (auto_due_at ?? now) - 1, this.startedAt, tooLate);
  }

  /** Future instants at which the account's pause ends or its plan starts: until then it has no slots. */
  private async endsOfWaits({ user_id, resumes_at }: AccountRow, now: number): Promise<number[]> {
    const row = await this.db.row(NEXT_PLAN({ userId: user_id, now }));
    return [resumes_at, row?.start ?? null].filter((at) => at !== null).filter((at) => at > now);
  }

  private async release(account: AccountRow, kind: PostKind, slot: Slot): Promise<void> {
    const asRead =
      account.posting === 'slots'
        ? this.schedule.filling(account, slot.at)
        : this.schedule.unchanged(account);
    if (slot.why === 'library') await this.library.post(account, kind, slot.sharedVideoId, [asRead]);
    else if (slot.why !== 'time') await this.posts.giveTurn(account.id, slot.postId, [asRead]);
  }
}

const DUE = prepared(({ now }: { now: number }) =>
  query
    .selectFrom('accounts')
    .selectAll()
    .where('auto_due_at', '<=', now)
    .orderBy('auto_due_at')
    .limit(ACCOUNTS_AT_ONCE),
);

const NEXT_DUE = prepared(({ now }: { now: number }) =>
  query
    .selectFrom('accounts')
    .where('auto_due_at', '>', now)
    .select(({ fn }) => fn.min('auto_due_at').as('next')),
);

const NEXT_PLAN = prepared(({ userId, now }: { userId: number; now: number }) =>
  query
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('starts_at', '>', now)
    .select(({ fn }) => fn.min('starts_at').as('start')),
);

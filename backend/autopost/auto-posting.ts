import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Loop } from '../common/loop';
import { Turns } from '../common/turns';
import { Config } from '../config/config';
import { Reviews } from '../connections/reviews';
import { WideReviews } from '../connections/wide-reviews';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { NetworkName } from '../ports/networks/network';
import { AccountQueues, KINDS_OF } from '../publishing/account-queues';
import type { PostKind } from '../publishing/channel';
import { DuePosts } from '../publishing/due-posts';
import { upcomingSlots, type Slot } from '../publishing/slots';
import { LibraryPosts } from './library-posts';

const ACCOUNTS_AT_ONCE = 200;
const LOOK_AHEAD_MS = 366 * 86_400_000;

interface Account {
  id: number;
  user_id: number;
  network: NetworkName;
  auto_due_at: number;
  resumes_at: number | null;
}

/**
 * Gives posts without a time their turn. An account is looked at when its `auto_due_at` comes: whatever changes its
 * queue sets it to now, in the same unit as the change, and each look sets it to the next slot. What is released goes
 * out like any other due post.
 */
@Injectable()
export class AutoPosting implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly looks: Loop;

  constructor(
    private readonly db: Database,
    private readonly queues: AccountQueues,
    private readonly library: LibraryPosts,
    private readonly duePosts: DuePosts,
    private readonly reviews: Reviews,
    private readonly wideReviews: WideReviews,
    registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {
    const { tickMs } = config.publishing;
    this.looks = new Loop({ name: 'auto-posting', everyMs: tickMs, registry }, () => this.reviewDue());
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.reviews.onAsked(() => void this.look());
    void this.looks.start();
  }

  beforeApplicationShutdown(): void {
    void this.looks.stop();
  }

  /** @returns when a look that began after this call has ended. */
  look(): Promise<void> {
    return this.looks.wake();
  }

  private async reviewDue(): Promise<number | undefined> {
    await this.wideReviews.work();
    while ((await this.reviewSome()) === ACCOUNTS_AT_ONCE);
    const row = await this.db.row<{ next: number | null }>(
      'SELECT MIN(auto_due_at) AS next FROM connections WHERE auto_due_at > ?',
      [this.clock.now()],
    );
    return row?.next ? row.next - this.clock.now() : undefined;
  }

  /** Of the accounts whose instant has come. @returns how many. */
  private async reviewSome(): Promise<number> {
    const accounts = await this.db.rows<Account>(
      'SELECT id, user_id, network, auto_due_at, resumes_at FROM connections WHERE auto_due_at <= ? ORDER BY auto_due_at LIMIT ?',
      [this.clock.now(), ACCOUNTS_AT_ONCE],
    );
    let released = false;
    const turns = new Turns();
    for (const account of accounts) {
      released = (await this.review(account)) || released;
      await turns.share();
    }
    if (released) this.duePosts.nudge();
    return accounts.length;
  }

  /** @returns whether something was released. */
  private async review(account: Account): Promise<boolean> {
    const now = this.clock.now();
    let released = false;
    const next = await this.endsOfWaits(account, now);
    for (const kind of KINDS_OF[account.network]) {
      const queue = await this.queues.load(account.user_id, kind, now);
      const slots = upcomingSlots(queue, now, now + LOOK_AHEAD_MS, queue.timed.length + 2).filter(
        ({ why }) => why !== 'time',
      );
      const [first, second] = slots;
      const isDue = first !== undefined && first.at <= now;
      if (isDue) released = (await this.release(account, kind, first)) || released;
      const following = isDue ? second : first;
      if (following) next.push(following.at);
    }
    // Only if nothing changed meanwhile: what did has set it to a newer instant, and that one is to be looked at.
    await this.db.run('UPDATE connections SET auto_due_at = ? WHERE id = ? AND auto_due_at = ?', [
      next.length ? Math.min(...next) : null,
      account.id,
      account.auto_due_at,
    ]);
    return released;
  }

  /** When the account may post again, or has a plan: till then it has no slots. */
  private async endsOfWaits({ user_id, resumes_at }: Account, now: number): Promise<number[]> {
    const row = await this.db.row<{ start: number | null }>(
      'SELECT MIN(starts_at) AS start FROM subscriptions WHERE user_id = ? AND ended_at IS NULL AND starts_at > ?',
      [user_id, now],
    );
    return [resumes_at, row?.start ?? null].filter((at) => at !== null).filter((at) => at > now);
  }

  private async release({ user_id, network }: Account, kind: PostKind, slot: Slot): Promise<boolean> {
    if (slot.why === 'library') return this.library.post(user_id, kind, network, slot.sharedVideoId);
    const done = await this.db.run(
      "UPDATE posts SET due_at = ? WHERE id = ? AND status = 'pending' AND scheduled_for IS NULL AND due_at IS NULL",
      [this.clock.now(), slot.why === 'frequency' ? slot.postId : 0],
    );
    return done === 1;
  }
}

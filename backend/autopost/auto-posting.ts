import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
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

const TICK = 'auto-posting';
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
  private readonly log = new Logger('AutoPosting');
  private busy = false;
  private lookAgain = false;
  private running = false;
  private alarm?: NodeJS.Timeout;

  constructor(
    private readonly db: Database,
    private readonly queues: AccountQueues,
    private readonly library: LibraryPosts,
    private readonly duePosts: DuePosts,
    private readonly reviews: Reviews,
    private readonly wideReviews: WideReviews,
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    this.registry.addInterval(
      TICK,
      setInterval(() => void this.look(), this.config.publishing.tickMs),
    );
    this.reviews.onAsked(() => void this.look());
    void this.look();
  }

  beforeApplicationShutdown(): void {
    if (!this.running) return;
    this.running = false;
    clearTimeout(this.alarm);
    this.registry.deleteInterval(TICK);
  }

  /** One look at a time over the accounts whose instant has come; asked meanwhile, it looks again after it. */
  async look(): Promise<void> {
    this.lookAgain = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.lookAgain) {
        this.lookAgain = false;
        await this.wideReviews.work();
        if (await this.reviewDue()) this.duePosts.nudge();
      }
      if (this.running) await this.setAlarm();
    } catch (error) {
      this.log.error({ err: error }, 'automatic posting was interrupted');
    } finally {
      this.busy = false;
    }
  }

  private async reviewDue(): Promise<boolean> {
    const accounts = await this.db.rows<Account>(
      'SELECT id, user_id, network, auto_due_at, resumes_at FROM connections WHERE auto_due_at <= ? ORDER BY auto_due_at LIMIT ?',
      [this.clock.now(), ACCOUNTS_AT_ONCE],
    );
    if (accounts.length === ACCOUNTS_AT_ONCE) this.lookAgain = true;
    let released = false;
    const turns = new Turns();
    for (const account of accounts) {
      released = (await this.review(account)) || released;
      await turns.share();
    }
    return released;
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

  /** Sleeps until the next slot; the tick is the safety net. */
  private async setAlarm(): Promise<void> {
    const row = await this.db.row<{ next: number | null }>(
      'SELECT MIN(auto_due_at) AS next FROM connections WHERE auto_due_at > ?',
      [this.clock.now()],
    );
    clearTimeout(this.alarm);
    if (!row?.next || row.next - this.clock.now() > this.config.publishing.tickMs) return;
    this.alarm = setTimeout(() => void this.look(), Math.max(1, row.next - this.clock.now()));
    this.alarm.unref();
  }
}

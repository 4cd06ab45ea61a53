import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SetBack } from '../../common/time/set-back';
import { Loop } from '../../common/time/loop';
import { Config } from '../../config/config';
import { AccountTurns } from '../../accounts/turns/account-turns';
import { Changes } from '../../database/changes';
import { DatabaseTime } from '../../database/database-time';
import { Queue } from '../../ports/queue/queue';
import { Storage } from '../../ports/storage/storage';
import { Heartbeats } from './heartbeats';
import { NextPosts, type InLine } from './next-posts';
import { MissedPosts } from './missed-posts';
import { Publisher } from './publisher';
import { TimesAhead } from './times-ahead';

/** Most accounts that one look wakes. */
const MOST_WOKEN = 256;

/** Pause before the next look while more accounts are in line than were woken, and places are free. */
const SOON_MS = 20;

/** Time after which a look is given up, so that a database that does not answer cannot hold up the publisher. */
const LIMIT_MS = 10_000;

/**
 * Decides what to publish now and wakes the queue; it never publishes itself. It sleeps until the next due instant, and
 * looks whenever something is committed here or announced by a process that does not publish. The tick is the safety net.
 */
@Injectable()
export class DuePosts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('DuePosts');
  private readonly upkeep: Loop;
  private readonly looks: Loop;
  private running = false;
  private setBack: SetBack;
  /** The publishers that share the work, and which of them this one is. */
  private share = { count: 1, own: 0 };

  constructor(
    private readonly turns: AccountTurns,
    private readonly nextPosts: NextPosts,
    private readonly missedPosts: MissedPosts,
    private readonly timesAhead: TimesAhead,
    private readonly publisher: Publisher,
    private readonly heartbeats: Heartbeats,
    private readonly queue: Queue,
    private readonly storage: Storage,
    private readonly changes: Changes,
    registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {
    const options = { everyMs: config.publishing.tickMs, limitMs: LIMIT_MS, registry };
    this.upkeep = new Loop({ ...options, name: 'publisher-care' }, () => this.tidy());
    this.looks = new Loop({ ...options, name: 'due-posts' }, () => this.wakeDue());
  }

  onApplicationBootstrap(): void {
    this.changes.onCommitted((touched) => {
      if (touched.account === undefined) return;
      if (this.running) void this.look();
      else this.queue.announce(touched);
    });
    if (this.config.role === 'api') return;
    this.running = true;
    this.setBack = new SetBack(this.clock);
    this.queue.serve((id) => this.work(id), this.config.publishing.concurrency);
    // From here on, what another process committed has the same effect as a commit of this one.
    this.queue.onAnnounced((news) => this.running && this.changes.wake(news));
    // Other processes consider one without a heartbeat dead, so the first beat comes before the first claim.
    void this.upkeep.start().then(() => (this.running ? this.looks.start() : undefined));
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    void this.upkeep.stop();
    void this.looks.stop();
    this.publisher.sendNoMore();
    const grace = new Promise((resolve) => setTimeout(resolve, this.config.shutdownGraceMs).unref());
    await Promise.race([this.queue.drain(), grace]);
    await this.publisher.stop();
  }

  /** @returns when a look that began after this call has ended. */
  look(): Promise<void> {
    return this.looks.wake();
  }

  private async tidy(): Promise<undefined> {
    await this.clock.measure();
    await this.heartbeats.beat(this.publisher.name);
    this.share = await this.heartbeats.share(this.publisher.name);
    await this.missedPosts.shortenLeases();
    await this.setBack.whenNoticed(() => this.timesAhead.correct());
    await this.missedPosts.endMissed();
    // Finds the posts that this step released before the next tick.
    void this.look();
    // Logs that the storage is away even while nothing is due.
    await this.storage.presence();
  }

  private async wakeDue(): Promise<number | undefined> {
    const free = this.queue.free;
    // Every publication looks again when it ends.
    if (free === 0) return undefined;
    // As many as all publishers can work on: each of them sees the same accounts at the head of the line.
    const most = Math.min(MOST_WOKEN, (free + this.publisher.count) * this.share.count);
    const accounts = await this.nextPosts.accounts(most, this.publisher.room);
    this.queue.stillInLine(accounts.map(({ id }) => id));
    this.wake(accounts);
    const next = await this.turns.nextDue();
    const sleep = next === undefined ? undefined : next - this.clock.now();
    // Other processes may have begun what was woken here.
    const mayBeMore = accounts.length === most && this.queue.free > 0;
    return mayBeMore ? Math.min(SOON_MS, sleep ?? SOON_MS) : sleep;
  }

  private wake(accounts: InLine[]): void {
    const { count, own } = this.share;
    if (this.queue.isShared || count === 1) {
      for (const { id, changes } of accounts) this.queue.wake(id, changes);
      return;
    }
    // Nothing shares the work out, so each publisher begins with other accounts, and takes no more than it works on now.
    const begin = accounts.filter(({ id }) => id % count === own);
    const rest = accounts.filter(({ id }) => id % count !== own);
    for (const { id, changes } of [...begin, ...rest]) if (this.queue.free > 0) this.queue.wake(id, changes);
  }

  private async work(accountId: number): Promise<void> {
    try {
      await this.publisher.publish(accountId);
      setImmediate(() => void this.look());
    } catch (error) {
      // The next tick looks again. Looking immediately would repeat an error that is thrown early in a busy loop.
      this.log.error({ err: error, account: accountId }, 'a publication could not be settled');
    }
  }
}

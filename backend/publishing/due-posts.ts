import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Loop } from '../common/loop';
import { Config } from '../config/config';
import { Reviews } from '../connections/reviews';
import { DatabaseTime } from '../database/database-time';
import { NOT_CONFIRMED, type Handle } from '../ports/networks/network';
import { Queue } from '../ports/queue/queue';
import { Storage } from '../ports/storage/storage';
import { missedText } from './failure-text';
import { Heartbeats } from './heartbeats';
import { PublicationsRepository } from './publications.repository';
import { Publisher } from './publisher';

const MISSED_AT_ONCE = 100;

/** A database that says nothing holds up one look for so long, and not the publisher. */
const LIMIT_MS = 10_000;

/**
 * Decides what is to be published now and wakes the queue; it never publishes itself. It sleeps until the next due
 * instant; the tick is the safety net for what other processes wrote.
 */
@Injectable()
export class DuePosts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('DuePosts');
  private readonly care: Loop;
  private readonly looks: Loop;
  private running = false;

  constructor(
    private readonly publications: PublicationsRepository,
    private readonly publisher: Publisher,
    private readonly heartbeats: Heartbeats,
    private readonly queue: Queue,
    private readonly storage: Storage,
    private readonly reviews: Reviews,
    registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {
    const options = { everyMs: config.publishing.tickMs, limitMs: LIMIT_MS, registry };
    this.care = new Loop({ ...options, name: 'publisher-care' }, () => this.takeCare());
    this.looks = new Loop({ ...options, name: 'due-posts' }, () => this.wakeDue());
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    this.queue.serve((id) => this.work(id), this.config.publishing.concurrency);
    // A connection or a subscription may be what due posts waited for.
    this.reviews.onAsked(() => this.nudge());
    void this.begin();
  }

  /** Others take a process without a heartbeat for dead, so the first beat comes before the first claim. */
  private async begin(): Promise<void> {
    await this.care.start();
    if (this.running) await this.looks.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    void this.care.stop();
    void this.looks.stop();
    const grace = new Promise((resolve) => setTimeout(resolve, this.config.shutdownGraceMs).unref());
    await Promise.race([this.queue.drain(), grace]);
    await this.publisher.stop();
  }

  /** Something became due, or will: look now. */
  nudge(): void {
    void this.looks.wake();
  }

  private async takeCare(): Promise<undefined> {
    await this.clock.measure();
    await this.heartbeats.beat(this.publisher.name);
    await this.publications.shortenLeases();
    await this.failMissed();
    // What this set free is not only found at the next tick.
    this.nudge();
    // The log tells of a storage that is away, also while nothing is due.
    await this.storage.presence();
  }

  private async wakeDue(): Promise<number | undefined> {
    const free = this.queue.free;
    if (free > 0) for (const id of await this.due(free)) this.queue.wake(id);
    const next = await this.publications.nextDue();
    return next === undefined ? undefined : next - this.clock.now();
  }

  /** The storage is looked at after the posts: what became due while it was away must not go by an earlier look. */
  private async due(free: number): Promise<number[]> {
    const due = await this.publications.due(free);
    if (due.length === 0 || (await this.storage.presence()) !== 'away') return due;
    return this.publications.due(free, { needsNoBytes: true });
  }

  private async work(id: number): Promise<void> {
    const did = await this.publisher.publish(id).catch((error: unknown) => {
      this.log.error({ err: error, post: id }, 'a publication could not be settled');
      return false;
    });
    // After nothing was done the same post would be found at once, over and over: that waits for the tick.
    if (did) setImmediate(() => this.nudge());
  }

  private async failMissed(): Promise<void> {
    const { missedAfterMs } = this.config.publishing;
    await this.publications.returnUnused(this.clock.now() - missedAfterMs);
    const missed = await this.publications.missed(this.clock.now() - missedAfterMs, MISSED_AT_ONCE);
    for (const post of missed) {
      const { intentAt } = JSON.parse(post.handle ?? '{}') as Partial<Handle>;
      const text = missedText(post.scheduled_for ?? 0, missedAfterMs);
      await this.publications.failUnclaimed(post, intentAt === undefined ? text : NOT_CONFIRMED);
    }
  }
}

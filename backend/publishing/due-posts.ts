import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { within } from '../common/within';
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

const TICK = 'due-posts';
const MISSED_AT_ONCE = 100;

/** A database that says nothing holds up one look for so long, and not the publisher. */
const LOOK_LIMIT_MS = 10_000;

/**
 * Decides what is to be published now and wakes the queue; it never publishes itself. It sleeps until the next due
 * instant; the tick is the safety net for what other processes wrote.
 */
@Injectable()
export class DuePosts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('DuePosts');
  private alarm?: NodeJS.Timeout;
  private looking = false;
  private ticking = false;
  private lookAgain = false;
  private running = false;

  constructor(
    private readonly publications: PublicationsRepository,
    private readonly publisher: Publisher,
    private readonly heartbeats: Heartbeats,
    private readonly queue: Queue,
    private readonly storage: Storage,
    private readonly reviews: Reviews,
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    this.queue.serve((id) => this.work(id), this.config.publishing.concurrency);
    this.registry.addInterval(
      TICK,
      setInterval(() => void this.tick(), this.config.publishing.tickMs),
    );
    // A connection or a subscription may be what due posts waited for.
    this.reviews.onAsked(() => this.nudge());
    void this.tick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    clearTimeout(this.alarm);
    this.registry.deleteInterval(TICK);
    const grace = new Promise((resolve) => setTimeout(resolve, this.config.shutdownGraceMs).unref());
    await Promise.race([this.queue.drain(), grace]);
    await this.publisher.stop();
  }

  /** Something became due, or will: look now. */
  nudge(): void {
    if (this.running) void this.look();
  }

  private async tick(): Promise<void> {
    if (this.ticking) return;
    this.ticking = true;
    try {
      await within(LOOK_LIMIT_MS, this.care());
    } catch (error) {
      this.log.error({ err: error }, 'the tick failed');
    } finally {
      this.ticking = false;
    }
    await this.look();
  }

  private async care(): Promise<void> {
    await this.clock.measure();
    await this.heartbeats.beat(this.publisher.name);
    await this.publications.shortenLeases();
    await this.failMissed();
  }

  /** One look at a time; a nudge in the meantime makes for another one after it. */
  private async look(): Promise<void> {
    this.lookAgain = true;
    if (this.looking) return;
    this.looking = true;
    try {
      while (this.lookAgain && this.running) {
        this.lookAgain = false;
        await within(LOOK_LIMIT_MS, this.wakeDue());
      }
    } catch (error) {
      this.log.error({ err: error }, 'due posts could not be read');
    } finally {
      this.looking = false;
    }
  }

  private async wakeDue(): Promise<void> {
    const free = this.queue.free;
    if (free > 0) {
      const needsNoBytes = (await this.storage.presence()) === 'away';
      for (const id of await this.publications.due(free, { needsNoBytes })) this.queue.wake(id);
    }
    const next = await this.publications.nextDue();
    clearTimeout(this.alarm);
    if (next === undefined) return;
    // A timer may ring a millisecond early; what is not due yet is then not found, and the alarm set again.
    const sleep = Math.min(Math.max(1, next - this.clock.now()), this.config.publishing.tickMs);
    this.alarm = setTimeout(() => void this.look(), sleep);
    this.alarm.unref();
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

import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Queue as Bull } from 'bull';
import { Announcements } from './announcements';
import { MemoryQueue } from './memory-queue';
import { Queue, type News } from './queue';
import { cutOff, stopTimerAtClose, type RedisClient } from './redis-client';
import { RedisHealth } from './redis-health';

/** What a job carries. Its id is made of both, so that a wake for a later change is another job. */
export interface Wake {
  account: number;
  changes: number;
}

/** An account that is still in line that long after Redis was asked for it is worked on here: the wake was lost. */
const PATIENCE_MS = 500;

/** Wakes that Redis has not acknowledged. Beyond them, this process works on what it wakes itself. */
const MOST_UNANSWERED = 256;

/** Accounts of which is remembered that Redis was asked for them. */
const MOST_ASKED = 4_096;

const RETRY_MS = 250;

/** Jobs of which nobody wants to know any more are removed that often. */
const TIDY_EVERY_MS = 60_000;

/**
 * Shares the work among processes by Bull. A job is no more than a wake: it ends when its work begins, so that Redis
 * never knows of work under way, and a holder that is killed leaves nothing behind that could swallow the next wake. Who
 * works on an account is decided by the claim in the database.
 *
 * Redis is never waited for. While it is away, and for each wake that it does not bring to somebody in time, this
 * process is a `MemoryQueue`.
 */
export class BullQueue extends Queue {
  private readonly here = new MemoryQueue();
  private readonly redis: RedisHealth;
  private readonly announcements: Announcements;
  private readonly asked = new Map<number, { changes: number; at: number }>();
  private unanswered = 0;
  private draining = false;
  private onPlaceFree?: () => void;
  private tidying?: NodeJS.Timeout;

  /** @param pulseKey a key that this installation writes, to see whether Redis can be written */
  constructor(
    private readonly bull: Bull<Wake>,
    { pulseKey, channel }: { pulseKey: string; channel: string },
  ) {
    super();
    stopTimerAtClose(bull.client);
    const failed = (error: unknown) => this.redis.failed(error);
    this.announcements = new Announcements(bull.client, channel, failed);
    this.redis = new RedisHealth(async () => {
      await bull.client.set(pulseKey, '1', 'PX', TIDY_EVERY_MS);
      await this.announcements.check();
    });
    bull.on('error', failed);
    // Bull's own waits for Redis, without limit.
    bull.close = () => this.close();
  }

  override wake(account: number, changes: number): void {
    if (this.draining || this.here.has(account)) return;
    if (!this.redis.isUp || this.unanswered >= MOST_UNANSWERED) {
      this.here.wake(account);
      return;
    }
    const asked = this.asked.get(account);
    if (asked?.changes !== changes) this.ask({ account, changes });
    else if (performance.now() - asked.at >= PATIENCE_MS && this.free > 0) this.begin(account);
  }

  override stillInLine(accountIds: number[]): void {
    const inLine = new Set(accountIds);
    for (const account of this.asked.keys()) if (!inLine.has(account)) this.asked.delete(account);
  }

  override serve(work: (accountId: number) => Promise<void>, width: number): void {
    const tellOfPlace = () => this.onPlaceFree?.();
    const task = (account: number) => work(account).finally(() => setImmediate(tellOfPlace));
    this.here.serve(task, width);
    stopTimerAtClose(this.inner.bclient);
    this.tidying = setInterval(() => void this.tidy(), TIDY_EVERY_MS).unref();
    void this.takeJobs();
  }

  override announce(news: News): void {
    this.announcements.say(news);
  }

  override onAnnounced(hear: (news: News) => void): void {
    this.announcements.listen(hear);
  }

  override get free(): number {
    return this.here.free;
  }

  override get isShared(): boolean {
    return this.redis.isUp;
  }

  override get health(): 'ok' | 'degraded' {
    return this.redis.isUp ? 'ok' : 'degraded';
  }

  override async drain(): Promise<void> {
    this.draining = true;
    this.onPlaceFree?.();
    // Its blocking read would take one more job, which nobody would work on.
    if (this.inner.bclientInitialized) cutOff(this.inner.bclient);
    await this.here.drain();
  }

  /** Ends the connections, without waiting for Redis. */
  close(): Promise<void> {
    this.draining = true;
    this.onPlaceFree?.();
    clearInterval(this.tidying);
    this.redis.stop();
    this.announcements.end();
    for (const client of this.inner.clients) cutOff(client);
    return Promise.resolve();
  }

  private ask({ account, changes }: Wake): void {
    this.remember(account, changes);
    this.unanswered++;
    const adding = this.bull.add({ account, changes }, { jobId: `${account}@${changes}` });
    adding
      .catch((error: unknown) => {
        this.redis.failed(error);
        this.begin(account);
      })
      .finally(() => this.unanswered--);
  }

  /** The newest last, so that the oldest are forgotten first. */
  private remember(account: number, changes: number): void {
    this.asked.delete(account);
    this.asked.set(account, { changes, at: performance.now() });
    if (this.asked.size <= MOST_ASKED) return;
    const [oldest] = this.asked.keys();
    if (oldest !== undefined) this.asked.delete(oldest);
  }

  private begin(account: number): void {
    this.asked.delete(account);
    this.here.wake(account);
  }

  /** Takes no job while there is no place for it, so that another process gets it. */
  private async takeJobs(): Promise<void> {
    while (!this.draining) {
      if (this.free === 0) {
        await new Promise<void>((resolve) => (this.onPlaceFree = resolve));
        continue;
      }
      try {
        const job = await this.bull.getNextJob();
        if (job) this.take(job);
      } catch (error) {
        await this.rest(error);
      }
    }
  }

  private async rest(error: unknown): Promise<void> {
    if (this.draining) return;
    this.redis.failed(error);
    await pause(RETRY_MS);
  }

  private take(job: Job<Wake>): void {
    // A wake for the same change that is dropped meanwhile has nothing new to tell. After a FLUSHALL the job is gone.
    void job.moveToCompleted(undefined, false, true).catch(() => undefined);
    const { account } = job.data;
    if (Number.isSafeInteger(account)) this.begin(account);
  }

  /** Processes that were killed between taking a job and ending it leave it behind. */
  private async tidy(): Promise<void> {
    if (!this.redis.isUp) return;
    for (const state of ['active', 'wait'] as const)
      await this.bull.clean(TIDY_EVERY_MS, state).catch(() => undefined);
  }

  /** What Bull does not name in its types. `bclient` connects when it is first named. */
  private get inner(): { clients: RedisClient[]; bclient: RedisClient; bclientInitialized?: boolean } {
    return this.bull as never;
  }
}

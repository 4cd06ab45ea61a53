import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Loop } from '../../common/time/loop';
import { Config } from '../../config/config';
import { DatabaseTime } from '../../database/database-time';
import { Publisher } from '../publisher/publisher';
import { CommentClaims } from './comment-claims';
import { Commenter } from './commenter';

const MOST_AT_ONCE = 8;

/** Time after which a look is given up, so that a database that does not answer cannot hold it up for ever. */
const LIMIT_MS = 10_000;

/**
 * Posts the first comments that are due, beside the publications and never in their way: at most a few at once, and one
 * of each account.
 */
@Injectable()
export class DueComments implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('FirstComments');
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly looks: Loop;
  private running = false;

  constructor(
    private readonly claims: CommentClaims,
    private readonly commenter: Commenter,
    private readonly publisher: Publisher,
    private readonly config: Config,
    private readonly clock: DatabaseTime,
    registry: SchedulerRegistry,
  ) {
    const options = {
      name: 'first-comments',
      everyMs: config.publishing.tickMs,
      limitMs: LIMIT_MS,
      registry,
    };
    this.looks = new Loop(options, () => this.begin());
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.running = true;
    void this.looks.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    void this.looks.stop();
    const grace = new Promise((resolve) => setTimeout(resolve, this.config.shutdownGraceMs).unref());
    await Promise.race([this.idle(), grace]);
    // A call that is broken off leaves its intent, by which the next process looks for the comment.
    this.stopping.abort();
    await this.idle();
  }

  /** @returns when a look that began after this call has ended. */
  look(): Promise<void> {
    return this.looks.wake();
  }

  /** @returns when no comment is worked on here. */
  async idle(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  private async begin(): Promise<number | undefined> {
    const { due, nextDue } = await this.claims.due();
    for (const { id, account } of due) {
      const isFree = this.underWay.size < MOST_AT_ONCE && !this.underWay.has(account);
      if (isFree && this.running) this.underWay.set(account, this.work(id, account));
    }
    return nextDue === undefined ? undefined : nextDue - this.clock.now();
  }

  private async work(id: number, account: number): Promise<void> {
    try {
      await this.commenter.work(id, this.publisher.name, this.stopping.signal);
      setImmediate(() => void this.look());
    } catch (error) {
      // The next tick looks again. Looking at once would repeat an early error in a busy loop.
      this.log.error({ err: error, post: id }, 'a first comment could not be settled');
    } finally {
      this.underWay.delete(account);
    }
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Loop } from '../common/time/loop';
import { Config } from '../config/config';
import { MediaRemoval } from './media-removal';

/** Delay of the first round, so that it does not slow down the start. */
const SOON_MS = 30_000;
const EVERY_MS = 60_000;
const AT_LEAST_MS = 1_000;

/**
 * Deletes uploads that were given up, and media that no item uses, when their time is over: until then they hold storage
 * of their user, and a place among the unfinished uploads. Several processes may do so at once.
 */
@Injectable()
export class ExpiredMedia implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private readonly rounds: Loop;

  constructor(
    private readonly media: MediaRemoval,
    private readonly config: Config,
    registry: SchedulerRegistry,
  ) {
    const options = { name: 'expired-media', everyMs: EVERY_MS, firstMs: SOON_MS, registry };
    this.rounds = new Loop(options, () => this.round());
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') void this.rounds.start();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    void this.rounds.stop();
  }

  /** @returns ms until the next one expires */
  private async round(): Promise<number | undefined> {
    await this.media.removeExpired(() => this.stopped);
    const nextMs = await this.media.expiresIn();
    return nextMs === undefined ? undefined : Math.max(AT_LEAST_MS, nextMs);
  }
}

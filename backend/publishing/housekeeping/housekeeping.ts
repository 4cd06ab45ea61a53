import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Loop } from '../../common/time/loop';
import { Config } from '../../config/config';
import { CHORE_LEASE_MS, Chores } from '../../database/chores';
import { MediaRemoval } from '../../uploads/media-removal';
import { MediaRetention } from './media-retention';
import { MediaSweep } from './media-sweep';
import { OldSteps } from './old-steps';
import { QuotaRecount } from './quota-recount';
import { RemovedAccounts } from './removed-accounts';
import { RemovedVideos } from './removed-videos';

const CHORE = 'housekeeping';
/** Delay of the first round, so that it does not slow down the start. */
const SOON_MS = 30_000;
const EVERY_MS = 3_600_000;

/** Repairs what a kill at the wrong moment leaves behind (files of broken uploads, counters) and ends retention. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Housekeeping');
  private stopped = false;
  private readonly rounds: Loop;

  constructor(
    private readonly retention: MediaRetention,
    private readonly media: MediaRemoval,
    private readonly removedAccounts: RemovedAccounts,
    private readonly removedVideos: RemovedVideos,
    private readonly sweep: MediaSweep,
    private readonly oldSteps: OldSteps,
    private readonly recount: QuotaRecount,
    private readonly chores: Chores,
    private readonly config: Config,
    registry: SchedulerRegistry,
  ) {
    const options = { name: CHORE, everyMs: EVERY_MS, firstMs: SOON_MS, registry };
    this.rounds = new Loop(options, () => this.tidy());
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') void this.rounds.start();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    void this.rounds.stop();
  }

  /**
   * Runs one round, in one process at a time. If that process dies, its lease delays the others by a minute instead of
   * an hour.
   * @returns the delay in ms before the next attempt if another process is running it, else undefined.
   */
  async tidy(): Promise<number | undefined> {
    return (await this.chores.alone(CHORE, () => this.work())) ? undefined : CHORE_LEASE_MS;
  }

  /** Runs the steps in order. An error in one step does not prevent the next. */
  private async work(): Promise<void> {
    const isStopped = () => this.stopped;
    const steps: (() => Promise<unknown>)[] = [
      () => this.retention.run(isStopped),
      () => this.media.removeStrayPieces(),
      () => this.removedAccounts.run(isStopped),
      () => this.removedVideos.run(isStopped),
      () => this.sweep.sweep({ isStopped }),
      () => this.oldSteps.run(isStopped),
      () => this.recount.run(isStopped),
    ];
    for (const step of steps) {
      if (this.stopped) return;
      await step().catch((error: unknown) => {
        if (!this.stopped) this.log.error({ err: error }, 'housekeeping was interrupted');
      });
    }
  }
}

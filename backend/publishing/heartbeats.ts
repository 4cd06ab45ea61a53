import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';

/** A publisher is alive while its last beat is younger than so many ticks, or than this where that is longer. */
const TICKS = 3;
const FRESH_MS = 15_000;
const FORGET_AFTER_MS = 24 * 3_600_000;

@Injectable()
export class Heartbeats {
  private lastOwnBeat = 0;

  constructor(
    private readonly db: Database,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async beat(publisher: string): Promise<void> {
    const now = this.clock.now();
    const beaten = await this.db.run('UPDATE publisher_heartbeats SET beat_at = ? WHERE publisher = ?', [
      now,
      publisher,
    ]);
    if (beaten === 0) {
      await this.db.run('DELETE FROM publisher_heartbeats WHERE beat_at < ?', [now - FORGET_AFTER_MS]);
      await this.db.run('INSERT INTO publisher_heartbeats (publisher, beat_at) VALUES (?, ?)', [
        publisher,
        now,
      ]);
    }
    this.lastOwnBeat = now;
  }

  /** Whether this process's own publisher ticks. */
  ownIsFresh(): boolean {
    return this.lastOwnBeat > this.freshSince();
  }

  async anyIsFresh(): Promise<boolean> {
    const row = await this.db.row<{ latest: number | null }>(
      'SELECT MAX(beat_at) AS latest FROM publisher_heartbeats',
    );
    return (row?.latest ?? 0) > this.freshSince();
  }

  private freshSince(): number {
    return this.clock.now() - Math.max(FRESH_MS, TICKS * this.config.publishing.tickMs);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';

/** A publisher counts as alive while its last beat is younger than this many ticks or FRESH_MS, whichever is longer. */
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
    const beaten = await this.db.run(BEAT({ publisher, now }), { durable: false });
    if (beaten === 0) {
      await this.db.run(
        query.deleteFrom('publisher_heartbeats').where('beat_at', '<', now - FORGET_AFTER_MS),
      );
      await this.db.run(query.insertInto('publisher_heartbeats').values({ publisher, beat_at: now }));
    }
    this.lastOwnBeat = now;
  }

  /** Removes the heartbeat of a publisher that stops. */
  async end(publisher: string): Promise<void> {
    await this.db.run(query.deleteFrom('publisher_heartbeats').where('publisher', '=', publisher));
  }

  /** Whether a publisher, which may be gone, seems to have beaten later than `now`: its clock was ahead. */
  async areAhead(now: number): Promise<boolean> {
    return (await this.db.row(ALIVE({ since: now }))) !== undefined;
  }

  /** Those that are alive beat again at their next tick. */
  async forgetAhead(now: number): Promise<void> {
    await this.db.run(query.deleteFrom('publisher_heartbeats').where('beat_at', '>', now));
  }

  /** Whether this process's own publisher is ticking. */
  ownIsFresh(): boolean {
    return this.lastOwnBeat > this.freshSince();
  }

  /** Names of the publishers that are alive, in all processes and in the same order for each of them. */
  async alive(): Promise<string[]> {
    const rows = await this.db.rows(ALIVE({ since: this.freshSince() }));
    return rows.map(({ publisher }) => publisher);
  }

  /** How many publishers share the work, and which of them this one is. Without a beat of its own, it has no share. */
  async share(publisher: string): Promise<{ count: number; own: number }> {
    const alive = await this.alive();
    return { count: Math.max(1, alive.length), own: alive.indexOf(publisher) };
  }

  private freshSince(): number {
    return this.clock.now() - Math.max(FRESH_MS, TICKS * this.config.publishing.tickMs);
  }
}

const BEAT = prepared(({ publisher, now }: { publisher: string; now: number }) =>
  query.updateTable('publisher_heartbeats').set({ beat_at: now }).where('publisher', '=', publisher),
);

const ALIVE = prepared(({ since }: { since: number }) =>
  query
    .selectFrom('publisher_heartbeats')
    .select('publisher')
    .where('beat_at', '>', since)
    .orderBy('publisher'),
);

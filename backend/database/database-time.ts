import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../common/clock';
import { Database } from './database';
import { prepared } from './prepared';
import { query } from './tables';

/** A process clock that is off by more than this is reported. */
const TOLERATED_MS = 2_000;
const REPORT_EVERY_MS = 10 * 60_000;

/** A measurement is wrong by up to half of what it took: one that a freeze or a slow line held up says nothing. */
export const LONGEST_MS = 1_000;

/** Publishers ask more often. */
const MEASURE_EVERY_MS = 60_000;

/** How far the machine's clock has been set since it started. */
const drift = (): number => Date.now() - performance.now();

/**
 * The time that decides what is due, whose lease has run out and when something was made: the database's, so that processes whose clocks differ
 * agree. Between two measurements it goes on by a clock that nobody can set. SQLite's time is this machine's.
 */
@Injectable()
export class DatabaseTime extends Clock implements OnModuleInit, BeforeApplicationShutdown {
  /** The database's time less this process's own, as last measured. */
  offsetMs = 0;

  private readonly log = new Logger('Clock');
  private readonly theTime = prepared(() =>
    query.selectNoFrom(sql.raw<number | string>(this.db.nowSql ?? '').as('now')),
  );
  private driftThen?: number;
  private reportedAt = -Infinity;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Before anybody is answered, and before anything is published. */
  async onModuleInit(): Promise<void> {
    if (this.db.nowSql === null) return;
    await this.measure();
    this.timer = setInterval(() => void this.measure().catch(() => undefined), MEASURE_EVERY_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  override now(): number {
    const set = this.driftThen === undefined ? 0 : drift() - this.driftThen;
    return Math.round(this.clock.now() + this.offsetMs - set);
  }

  /** Asks the database what time it is. */
  async measure(): Promise<void> {
    if (this.db.nowSql === null) return;
    const [askedAt, steadyAt] = [this.clock.now(), performance.now()];
    const row = await this.db.row(this.theTime({}));
    const tookMs = performance.now() - steadyAt;
    if (!row || (tookMs > LONGEST_MS && this.driftThen !== undefined)) return;
    this.driftThen = drift();
    this.offsetMs = Number(row.now) - askedAt - tookMs / 2;
    this.report();
  }

  private report(): void {
    if (Math.abs(this.offsetMs) <= TOLERATED_MS) return;
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    this.log.warn(
      { offset_ms: Math.round(this.offsetMs) },
      "this machine's clock differs from the database's, which decides what is due: set it",
    );
  }
}

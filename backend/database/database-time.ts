import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../common/time/clock';
import { Database } from './database';
import { prepared } from './prepared';
import { query } from './tables';

/** A difference of this machine's clock beyond this is reported. */
const TOLERATED_MS = 2_000;
const REPORT_EVERY_MS = 10 * 60_000;

/**
 * Longest duration of a usable measurement. It is wrong by up to half of its duration, so one that was delayed by a
 * freeze or a slow line is dropped.
 */
export const LONGEST_MS = 1_000;

/** Interval of the background measurement. Publishers measure more often. */
const MEASURE_EVERY_MS = 60_000;

/** Wall clock minus steady clock. Changes exactly when the wall clock is set. */
const drift = (): number => Date.now() - performance.now();

/**
 * The database's time. It decides what is due, which lease has expired and when something was made, so that processes
 * with different clocks agree. Between two measurements it advances by a steady clock, which cannot be set. SQLite's
 * time is this machine's.
 */
@Injectable()
export class DatabaseTime extends Clock implements OnModuleInit, BeforeApplicationShutdown {
  /** The database's time minus this process's own, in ms, as last measured. */
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

  /** Measures before any request is answered and before anything is published. */
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

  /** This process's own: the database's clock can be set, too. */
  override steady(): number {
    return this.clock.steady();
  }

  /** Asks the database for its time. */
  async measure(): Promise<void> {
    if (this.db.nowSql === null) return;
    // Read together with the time of asking: the clock may be set before the answer comes.
    const [askedAt, steadyAt, driftAtAsking] = [this.clock.now(), performance.now(), drift()];
    const row = await this.db.row(this.theTime({}));
    const tookMs = performance.now() - steadyAt;
    if (!row || (tookMs > LONGEST_MS && this.driftThen !== undefined)) return;
    this.driftThen = driftAtAsking;
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

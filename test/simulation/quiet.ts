import type { Tables } from './database';
import type { Machine } from './machine';
import type { Plan } from './plan';
import type { Scheduler } from './scheduler';

/** So long nothing has been written and nobody called: longer than any step renews its lease. */
const QUIET_MS = 45_000;

/** What the rows wait for. */
const INSTANTS = [
  'SELECT due_at AS at FROM posts',
  'SELECT scheduled_for FROM posts',
  'SELECT scheduled_for + @missed FROM posts',
  'SELECT due_at + @missed FROM posts',
  'SELECT rests_until FROM posts',
  'SELECT first_comment_due_at FROM posts',
  'SELECT expires_at FROM media',
  'SELECT auto_due_at FROM accounts',
  'SELECT resumes_at FROM accounts',
  'SELECT next_due_at FROM accounts',
  'SELECT held_until FROM accounts WHERE held_by IS NOT NULL',
  'SELECT starts_at FROM subscriptions WHERE ended_at IS NULL',
  'SELECT expires_at FROM subscriptions WHERE ended_at IS NULL',
].join(' UNION ALL ');

/**
 * Leaves out the time in which nothing is under way and every process does no more than look whether anything is due:
 * most of a day, and most of what a run costs. Each look still comes before and after whatever there is to be seen.
 */
export class Quiet {
  private changedAt = 0;
  private readonly margin: number;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly tables: Tables,
    private readonly plan: Plan,
    private readonly machines: () => Machine[],
    private readonly isAnybodyWaiting: () => boolean,
  ) {
    this.margin = 1.5 * plan.tickMs;
  }

  /** Something is under way. */
  readonly disturb = (): void => {
    this.changedAt = this.scheduler.now;
  };

  /** What is due up to then happens, and the clock is put there. */
  pass(end: number): void {
    const { scheduler, margin } = this;
    while (scheduler.now < end) {
      const { now } = scheduler;
      if (!this.isQuiet()) {
        scheduler.runUntil(Math.min(end, Math.max(now + 1000, this.changedAt + QUIET_MS)));
        continue;
      }
      const next = Math.min(end, this.nextInstant());
      if (next - now > 3 * margin) scheduler.now = next - margin;
      else scheduler.runUntil(Math.min(end, next + 1000));
    }
  }

  private isQuiet(): boolean {
    const { now } = this.scheduler;
    return (
      now - this.changedAt >= QUIET_MS &&
      this.machines().every((machine) => !machine.isDisturbed()) &&
      !this.isAnybodyWaiting()
    );
  }

  private nextInstant(): number {
    const { now } = this.scheduler;
    const instant = this.tables.next(INSTANTS, now, this.plan.missedAfterMs);
    return Math.min(instant ?? Infinity, this.scheduler.nextEvent());
  }
}

import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { Database } from './database';
import { DatabaseTime } from './database-time';
import { query } from './tables';

/** Lease on a chore. Not renewed in time means that its process died. */
export const CHORE_LEASE_MS = 60_000;
const RENEW_MS = CHORE_LEASE_MS / 4;

/** Lets one process at a time do work that is needed once for all of them. */
@Injectable()
export class Chores {
  private readonly holder = randomUUID();

  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Does the work while this process holds the chore.
   * @returns false, without having done anything, while another process holds it.
   */
  async alone(name: string, work: () => Promise<void>): Promise<boolean> {
    if (!(await this.take(name))) return false;
    const renewal = setInterval(() => void this.renew(name).catch(() => undefined), RENEW_MS).unref();
    try {
      await work();
    } finally {
      clearInterval(renewal);
      await this.db.run(this.own(name).set({ held_until: 0 }));
    }
    return true;
  }

  private async take(name: string): Promise<boolean> {
    const now = this.clock.now();
    const until = now + CHORE_LEASE_MS;
    const taking = query
      .updateTable('chores')
      .set({ holder: this.holder, held_until: until })
      .where('name', '=', name)
      // A lease that ends later than any lease can was taken with a clock that was far ahead.
      .where(({ or, eb }) =>
        or([eb('held_until', '<=', now), eb('held_until', '>', until + CHORE_LEASE_MS)]),
      );
    if ((await this.db.run(taking)) > 0) return true;
    try {
      await this.db.insert('chores', { name, holder: this.holder, held_until: until });
      return true;
    } catch (error) {
      if (this.db.isDuplicate(error)) return false;
      throw error;
    }
  }

  private renew(name: string): Promise<number> {
    return this.db.run(this.own(name).set({ held_until: this.clock.now() + CHORE_LEASE_MS }));
  }

  private own(name: string) {
    return query.updateTable('chores').where('name', '=', name).where('holder', '=', this.holder);
  }
}

import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from './database';
import { DatabaseTime } from './database-time';

/** One that died with a chore keeps others from it for so long. */
export const CHORE_LEASE_MS = 60_000;
const RENEW_MS = CHORE_LEASE_MS / 4;

/** Lets one process at a time do what is to be done once for all of them. */
@Injectable()
export class Chores {
  private readonly holder = randomUUID();

  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @returns false, without having done anything, while another process has it. */
  async alone(name: string, work: () => Promise<void>): Promise<boolean> {
    if (!(await this.take(name))) return false;
    const renewal = setInterval(() => void this.renew(name).catch(() => undefined), RENEW_MS).unref();
    try {
      await work();
    } finally {
      clearInterval(renewal);
      await this.db.run('UPDATE chores SET held_until = 0 WHERE name = ? AND holder = ?', [
        name,
        this.holder,
      ]);
    }
    return true;
  }

  private async take(name: string): Promise<boolean> {
    const now = this.clock.now();
    const until = now + CHORE_LEASE_MS;
    // One that ends later than any lease was taken by a clock that was ahead by far.
    const sql = `UPDATE chores SET holder = ?, held_until = ? WHERE name = ? AND (held_until <= ? OR held_until > ?)`;
    if ((await this.db.run(sql, [this.holder, until, name, now, until + CHORE_LEASE_MS])) > 0) return true;
    try {
      await this.db.insert('chores', { name, holder: this.holder, held_until: until });
      return true;
    } catch (error) {
      if (this.db.isDuplicate(error)) return false;
      throw error;
    }
  }

  private renew(name: string): Promise<number> {
    return this.db.run('UPDATE chores SET held_until = ? WHERE name = ? AND holder = ?', [
      this.clock.now() + CHORE_LEASE_MS,
      name,
      this.holder,
    ]);
  }
}

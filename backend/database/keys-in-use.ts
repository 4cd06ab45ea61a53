import { randomBytes } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SecretCipher } from '../config/secret-cipher';
import { Database } from './database';
import { DatabaseTime } from './database-time';
import { query } from './tables';

const PREFIX = 'sealing:';
const LEASE_MS = 3 * 60_000;
const RENEW_MS = LEASE_MS / 3;

/** Of a database that no process uses: a restored one. */
export const forgettingKeysInUse = () => query.deleteFrom('chores').where('name', 'like', `${PREFIX}%`);

/**
 * Which key each living process seals with, as a leased row of `chores`: an old key must not go while a process that was
 * not restarted still seals with it.
 */
@Injectable()
export class KeysInUse implements OnModuleInit, BeforeApplicationShutdown {
  private readonly name: string;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly db: Database,
    private readonly cipher: SecretCipher,
    private readonly clock: DatabaseTime,
  ) {
    this.name = `${PREFIX}${cipher.keyId}:${randomBytes(6).toString('hex')}`;
  }

  /** Before anything is sealed. */
  async onModuleInit(): Promise<void> {
    await this.clock.measure();
    await this.db.run(forgettingKeysInUse().where('held_until', '<', this.clock.now()));
    await this.hold();
    this.timer = setInterval(() => void this.hold().catch(() => undefined), RENEW_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    // A command that only uses the services holds none.
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    await this.db.run(query.deleteFrom('chores').where('name', '=', this.name)).catch(() => undefined);
  }

  /** How many living processes seal with another key than the newest of this one. */
  async others(): Promise<number> {
    await this.clock.measure();
    const now = this.clock.now();
    const living = query
      .selectFrom('chores')
      .select('name')
      .where('name', 'like', `${PREFIX}%`)
      .where('held_until', '>', now)
      // Later than any lease can end: taken with a clock that was far ahead.
      .where('held_until', '<', now + 2 * LEASE_MS);
    const mine = `${PREFIX}${this.cipher.keyId}:`;
    return (await this.db.rows(living)).filter(({ name }) => !name.startsWith(mine)).length;
  }

  private async hold(): Promise<void> {
    const until = this.clock.now() + LEASE_MS;
    const renewed = query.updateTable('chores').set({ held_until: until }).where('name', '=', this.name);
    if ((await this.db.run(renewed)) === 0)
      await this.db.insert('chores', { name: this.name, holder: this.name, held_until: until });
  }
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { Clock } from '../common/clock';
import { tooManyRequests } from '../common/errors';
import { deleteInBatches } from '../database/batches';
import { Database, required, textOf, type Statement } from '../database/database';
import { query, type Row, type Tables } from '../database/tables';

const WINDOW_MS = 60_000;

/** The clocks of several processes differ a little. */
const SKEW_MS = 2_000;

/** Tries a minute, per key. */
const LIMITS = {
  /** Of an account, from one address. */
  login: 10,
  /** Of an account, from all addresses that it did not sign in from lately. */
  wrongLoginsOfAccount: 20,
  wrongLoginsOfAddress: 30,
  register: 30,
  resetMailsOfAccount: 5,
  resetMailsOfAddress: 20,
  resetLinks: 20,
  /** Of a user, over all calls that ask for the current one. */
  wrongPasswords: 10,
} as const;

/** One try: towards which limit, and whose. */
export type Try = readonly [limit: keyof typeof LIMITS, key: string | number];

/** Tries that were counted before their outcome was known. */
export interface Reservation {
  ids: string[];
  at: number;
}

/**
 * What keeps guessers out is counted in the database: somebody who spreads their tries over all processes gets no more
 * of them. The limits of ordinary calls, which only spare a process, are in `RateLimits`.
 */
@Injectable()
export class AuthLimits {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError 429 when `key` has used up its tries of this minute. */
  async consume(...one: Try): Promise<void> {
    await this.reserve([one]);
  }

  /**
   * Counts one try towards each of the limits, or towards none.
   * @throws DomainError 429 when one of them is used up.
   */
  async reserve(tries: Try[]): Promise<Reservation> {
    const now = this.clock.now();
    const ids = tries.map(idOf);
    const counting = tries.flatMap(([limit], n) => this.counting(ids[n] ?? '', LIMITS[limit], now));
    const counted = await this.db.atomicallyIfAbsent(counting);
    if (!counted) throw tooManyRequests(await this.secondsLeft(tries, now));
    return { ids, at: now };
  }

  /** As if those tries had not been made. A window that began later keeps what was counted in it. */
  givingBack({ ids, at }: Reservation): Statement[] {
    return ids.map((id) =>
      textOf(
        query
          .updateTable('limit_windows')
          .set((window) => ({ used: window('used', '-', 1) }))
          .where('id', '=', id)
          .where('used', '>', 0)
          .where('ends_at', '<=', at + WINDOW_MS + SKEW_MS),
      ),
    );
  }

  /** @throws DomainError 429 when a limit is used up. Counts nothing. */
  async look(tries: Try[]): Promise<void> {
    const now = this.clock.now();
    if (await this.usedUp(tries, now)) throw tooManyRequests(await this.secondsLeft(tries, now));
  }

  async forgetEnded(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'limit_windows', 'id', (window) => hasEnded(window, now));
  }

  /** The window, if there is none; then one more in it, if it has room, or the first in place of one that has ended. */
  private counting(id: string, most: number, now: number): Statement[] {
    const ends = now + WINDOW_MS;
    const beginning = query
      .insertInto('limit_windows')
      .columns(['id', 'used', 'ends_at'])
      .expression(
        query
          .selectFrom(query.selectNoFrom(({ lit }) => lit(1).as('one')).as('one'))
          .select(({ val, lit }) => [val(id).as('id'), lit(0).as('used'), val(ends).as('ends_at')])
          .where(({ not, exists }) =>
            not(exists(query.selectFrom('limit_windows').select('id').where('id', '=', id))),
          ),
      );
    const counting = query
      .updateTable('limit_windows')
      .set((window) => ({
        // `used` comes first: MySQL assigns from left to right, and `ends_at` is still the old one there.
        used: window
          .case()
          .when(hasEnded(window, now))
          .then(1)
          .else(window('used', '+', 1))
          .end(),
        ends_at: window.case().when(hasEnded(window, now)).then(ends).else(window.ref('ends_at')).end(),
      }))
      .where('id', '=', id)
      .where((window) => window.or([hasEnded(window, now), window('used', '<', most)]));
    return [textOf(beginning), required(counting)];
  }

  private async usedUp(tries: Try[], now: number): Promise<boolean> {
    const windows = await this.windowsOf(tries, now);
    return tries.some((each) => (windows.get(idOf(each))?.used ?? 0) >= LIMITS[each[0]]);
  }

  /** Until the last of those that are used up ends. */
  private async secondsLeft(tries: Try[], now: number): Promise<number> {
    const windows = await this.windowsOf(tries, now);
    const ends = tries.map((each) => {
      const window = windows.get(idOf(each));
      return window && window.used >= LIMITS[each[0]] ? window.ends_at : now;
    });
    return Math.max(1, Math.ceil((Math.max(...ends) - now) / 1000));
  }

  private async windowsOf(tries: Try[], now: number): Promise<Map<string, Window>> {
    const ids = tries.map(idOf);
    const open = query
      .selectFrom('limit_windows')
      .selectAll()
      .where('id', 'in', ids)
      .where((window) => window.not(hasEnded(window, now)));
    const rows = await this.db.rows(open);
    return new Map(rows.map((window) => [window.id, window]));
  }
}

type Window = Row<'limit_windows'>;

const hasEnded = (window: ExpressionBuilder<Tables, 'limit_windows'>, now: number) =>
  window.or([window('ends_at', '<=', now), window('ends_at', '>', endOfTrust(now))]);

/** An account is counted by its id, whatever the spelling; an address that nobody has by itself. */
export const accountKey = (userId: number | undefined, email: string): string =>
  userId === undefined ? `email ${email}` : `account ${userId}`;

const idOf = ([limit, key]: Try): string => createHash('sha256').update(`${limit} ${key}`).digest('hex');

/** A window that ends later was begun by a clock that has been set back since: it would lock somebody out for as long. */
const endOfTrust = (now: number): number => now + 2 * WINDOW_MS;

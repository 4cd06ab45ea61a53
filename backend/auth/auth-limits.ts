import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { tooManyRequests } from '../common/errors/errors';
import { deleteInBatches } from '../database/batches';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Row, type Tables } from '../database/tables';

const WINDOW_MS = 60_000;

/** The clocks of several processes may differ by this much. */
const SKEW_MS = 2_000;

/** Tries per minute and key. */
const LIMITS = {
  /** Per account and address. */
  login: 10,
  /** Per account, from all addresses that it has not signed in from lately. */
  wrongLoginsOfAccount: 20,
  wrongLoginsOfAddress: 30,
  register: 30,
  resetMailsOfAccount: 5,
  resetMailsOfAddress: 20,
  resetLinks: 20,
  /** Per user, over all calls that ask for the current password. */
  wrongPasswords: 10,
} as const;

/** One try: the limit, and the key that it counts for. */
export type Try = readonly [limit: keyof typeof LIMITS, key: string | number];

/** Tries that were counted before their outcome was known. */
export interface Reservation {
  ids: string[];
  at: number;
}

/**
 * Limits against guessing are counted in the database: spreading the tries over all processes gains nothing. Limits on
 * ordinary calls, which only protect a process, are in `RateLimits`.
 */
@Injectable()
export class AuthLimits {
  constructor(
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 429 when `key` has used up its tries of this minute. */
  async consume(...one: Try): Promise<void> {
    await this.reserve([one]);
  }

  /**
   * Counts one try towards each of the limits, or towards none.
   *
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

  /** Takes the tries back. A window that began later keeps its count. */
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

  /** Checks the limits and counts nothing. @throws DomainError 429 when one of them is used up. */
  async look(tries: Try[]): Promise<void> {
    const now = this.clock.now();
    if (await this.usedUp(tries, now)) throw tooManyRequests(await this.secondsLeft(tries, now));
  }

  async forgetEnded(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'limit_windows', 'id', (window) => hasEnded(window, now));
  }

  /** Creates the window if there is none; then counts one try in it if it has room, or restarts it if it has ended. */
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
        // `used` comes first: MySQL assigns from left to right, and `ends_at` still has its old value there.
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

  /** Seconds until the last of the used-up windows ends. */
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

/** An account is counted by its id, whatever the spelling of its address; an address without an account by its text. */
export const accountKey = (userId: number | undefined, email: string): string =>
  userId === undefined ? `email ${email}` : `account ${userId}`;

const idOf = ([limit, key]: Try): string => createHash('sha256').update(`${limit} ${key}`).digest('hex');

/**
 * A window that ends later was begun by a clock that has been set back since. It must not lock anyone out until then.
 */
const endOfTrust = (now: number): number => now + 2 * WINDOW_MS;

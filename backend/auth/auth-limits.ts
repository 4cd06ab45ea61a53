import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { Clock } from '../common/time/clock';
import { tooManyRequests } from '../common/errors/errors';
import { deleteInBatches } from '../database/batches';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Row, type Tables } from '../database/tables';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The clocks of several processes may differ by this much. */
const SKEW_MS = 2_000;

/** Tries of one key, from the first until its window ends. */
interface Limit {
  most: number;
  windowMs: number;
}

const aMinute = (most: number): Limit => ({ most, windowMs: MINUTE_MS });
const anHour = (most: number): Limit => ({ most, windowMs: HOUR_MS });
const aDay = (most: number): Limit => ({ most, windowMs: DAY_MS });

const LIMITS = {
  /** Per account and address. */
  login: aMinute(10),
  /** Per account, from all addresses that it has not signed in from lately. */
  wrongLoginsOfAccount: aMinute(20),
  wrongLoginsOfAddress: aMinute(30),
  register: aMinute(30),
  resetMailsOfAccount: aMinute(5),
  resetMailsOfAddress: aMinute(20),
  resetLinks: aMinute(20),
  /** Per user, over all calls that ask for the current password. */
  wrongPasswords: aMinute(10),
  /** Changes of which the owner is told by mail, at an address that nobody has proved to be theirs. Per user. */
  accountChanges: anHour(20),
  accountChangesOfAddress: anHour(200),
  /**
   * Of an authenticator, per account, from all addresses that it has not signed in from lately. At the pace of wrong logins
   * one of a million codes is found within weeks.
   */
  wrongCodesOfAccount: aDay(30),
  /** Mails to the owner of an account that somebody guesses its codes. */
  guessMails: aDay(1),
} as const satisfies Record<string, Limit>;

const LONGEST_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));

/** What the API document says of `accountChange`. */
export const ACCOUNT_CHANGES =
  '20 an hour per user and 200 per client address: new passwords, new email addresses, two-factor sign-in turned on.';

/** One try: the limit, and the key that it counts for. */
export type Try = readonly [limit: keyof typeof LIMITS, key: string | number];

/** Tries that were counted before their outcome was known. */
export interface Reservation {
  tries: Try[];
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

  /** @throws DomainError 429 when `key` has used up its tries. */
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
    const counted = await this.db.atomicallyIfAbsent(this.counting(tries, now));
    if (!counted) throw tooManyRequests(await this.secondsLeft(tries, now));
    return { tries, at: now };
  }

  /**
   * Does what the limits allow only so often, and counts it if it succeeds.
   *
   * @throws DomainError 429 when one of them is used up; what the work throws.
   */
  async countDone<T>(tries: Try[], work: () => Promise<T>): Promise<T> {
    // Before the outcome is known, so that concurrent ones all count.
    const counted = await this.reserve(tries);
    try {
      return await work();
    } catch (error) {
      // The caller is to learn why the work failed, whatever becomes of the try.
      await this.db.atomically(this.givingBack(counted)).catch(() => undefined);
      throw error;
    }
  }

  /** For `atomicallyIfAbsent`, in the unit of what is limited: when one of the limits is used up, the unit is undone. */
  counting(tries: Try[], now = this.clock.now()): Statement[] {
    return tries.flatMap((each) => this.countingOne(each, now));
  }

  /** Forgets all tries of the key, of all requests. */
  clearing(one: Try): Statement {
    return textOf(query.deleteFrom('limit_windows').where('id', '=', idOf(one)));
  }

  /** Takes the tries back. A window that began later keeps its count. */
  givingBack({ tries, at }: Reservation): Statement[] {
    return tries.map((each) =>
      textOf(
        query
          .updateTable('limit_windows')
          .set((window) => ({ used: window('used', '-', 1) }))
          .where('id', '=', idOf(each))
          .where('used', '>', 0)
          .where('ends_at', '<=', at + LIMITS[each[0]].windowMs + SKEW_MS),
      ),
    );
  }

  /** Checks the limits and counts nothing. @throws DomainError 429 when one of them is used up. */
  async look(tries: Try[]): Promise<void> {
    const now = this.clock.now();
    if (await this.areUsedUp(tries, now)) throw tooManyRequests(await this.secondsLeft(tries, now));
  }

  /** Whether one of them is. */
  async areUsedUp(tries: Try[], now = this.clock.now()): Promise<boolean> {
    const windows = await this.windowsOf(tries, now);
    return tries.some((each) => (windows.get(idOf(each))?.used ?? 0) >= LIMITS[each[0]].most);
  }

  async forgetEnded(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.db, 'limit_windows', 'id', (window) => hasEnded(window, now, LONGEST_MS));
  }

  /** Creates the window if there is none; then counts one try in it if it has room, or restarts it if it has ended. */
  private countingOne(one: Try, now: number): Statement[] {
    const id = idOf(one);
    const { most, windowMs } = LIMITS[one[0]];
    const ends = now + windowMs;
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
          .when(hasEnded(window, now, windowMs))
          .then(1)
          .else(window('used', '+', 1))
          .end(),
        ends_at: window
          .case()
          .when(hasEnded(window, now, windowMs))
          .then(ends)
          .else(window.ref('ends_at'))
          .end(),
      }))
      .where('id', '=', id)
      .where((window) => window.or([hasEnded(window, now, windowMs), window('used', '<', most)]));
    return [textOf(beginning), required(counting)];
  }

  /** Seconds until the last of the used-up windows ends. */
  private async secondsLeft(tries: Try[], now: number): Promise<number> {
    const windows = await this.windowsOf(tries, now);
    const ends = tries.map((each) => {
      const window = windows.get(idOf(each));
      return window && window.used >= LIMITS[each[0]].most ? window.ends_at : now;
    });
    return Math.max(1, Math.ceil((Math.max(...ends) - now) / 1000));
  }

  private async windowsOf(tries: Try[], now: number): Promise<Map<string, Window>> {
    const limits = new Map(tries.map((each) => [idOf(each), LIMITS[each[0]]]));
    const counted = query
      .selectFrom('limit_windows')
      .selectAll()
      .where('id', 'in', [...limits.keys()]);
    const rows = await this.db.rows(counted);
    const isOpen = ({ id, ends_at }: Window) =>
      ends_at > now && ends_at <= endOfTrust(now, limits.get(id)?.windowMs ?? 0);
    return new Map(rows.filter(isOpen).map((window) => [window.id, window]));
  }
}

type Window = Row<'limit_windows'>;

const hasEnded = (window: ExpressionBuilder<Tables, 'limit_windows'>, now: number, windowMs: number) =>
  window.or([window('ends_at', '<=', now), window('ends_at', '>', endOfTrust(now, windowMs))]);

/** An account is counted by its id, whatever the spelling of its address; an address without an account by its text. */
export const accountKey = (userId: number | undefined, email: string): string =>
  userId === undefined ? `email ${email}` : `account ${userId}`;

/** A change of which the owner is told by mail, whatever it is. */
export const accountChange = (userId: number, address: string): Try[] => [
  ['accountChanges', userId],
  ['accountChangesOfAddress', address],
];

const idOf = ([limit, key]: Try): string => createHash('sha256').update(`${limit} ${key}`).digest('hex');

/**
 * A window that ends later was begun by a clock that has been set back since. It must not lock anyone out until then.
 */
const endOfTrust = (now: number, windowMs: number): number => now + 2 * windowMs;

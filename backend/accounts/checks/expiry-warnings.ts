import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { AccountMails, type Which } from '../mails/account-mails';
import type { AccountRow } from '../turns/account-turns';
import type { Ending as What } from '../mails/expiry-near.mail';

const DAY_MS = 86_400_000;

/** Days before the end at which the user is warned. */
const WARNINGS = [7, 3, 1] as const;

/** Accounts that are read at once, of those that are to be told the same. */
const AT_ONCE = 500;

/** The instants that accounts are warned of, each with the column of the last warning. */
const CLOCKS = [
  { ending: 'token', at: 'expires_at', told: 'expiry_mail_days' },
  { ending: 'data access', at: 'data_access_expires_at', told: 'data_access_mail_days' },
] as const satisfies { ending: What; at: keyof AccountRow; told: keyof AccountRow }[];

type ClockOf = (typeof CLOCKS)[number];

/** Accounts of a user that end at the same instant, as those do that share a token. */
interface Ending {
  user_id: number;
  ends: number;
}

/** Warns users before a token, or the access to their data, ends. */
@Injectable()
export class ExpiryWarnings {
  constructor(
    private readonly db: Database,
    private readonly mails: AccountMails,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Of each warning only so many in a round; the next round tells the others. */
  async send(): Promise<void> {
    const now = this.clock.now();
    const eventLoop = new EventLoopShare();
    for (const clock of CLOCKS)
      for (const [n, days] of WARNINGS.entries()) {
        const span = { after: now + (WARNINGS[n + 1] ?? 0) * DAY_MS, upTo: now + days * DAY_MS };
        // One mail names all accounts that end together.
        const together = new Map<string, Ending>();
        for (const told of [null, ...WARNINGS.slice(0, n)])
          for (const each of await this.db.rows(untold(clock, told, span)))
            together.set(`${each.user_id} ${each.ends}`, each);
        for (const ending of together.values()) {
          await this.warn(clock, ending, days);
          await eventLoop.share();
        }
      }
  }

  /** Each warning once: the process that writes it down mails it, in one unit. The next round takes what has changed. */
  private async warn({ ending, at, told }: ClockOf, { user_id, ends }: Ending, days: number): Promise<void> {
    const isUntold: Which = (is) =>
      is.and([is(at, '=', ends), is.or([is(told, 'is', null), is(told, '>', days)])]);
    const rows = await this.db.rows(
      query.selectFrom('accounts').select('id').where('user_id', '=', user_id).where(isUntold).orderBy('id'),
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    const noting = query
      .updateTable('accounts')
      .set({ [told]: days })
      .where('id', 'in', ids)
      .where(isUntold);
    const mail = await this.mails.ofExpiry(user_id, ids, ending, days);
    if (await this.db.atomically([required(noting, ids.length), ...mail])) this.mails.wake();
  }
}

/** Accounts that end in the span and were last told of `told` days. */
const untold = (
  { at, told: column }: ClockOf,
  told: number | null,
  { after, upTo }: { after: number; upTo: number },
) =>
  query
    .selectFrom('accounts')
    .select(['user_id', `${at} as ends`])
    .$narrowType<Ending>()
    .where(column, told === null ? 'is' : '=', told)
    .where(at, '>', after)
    .where(at, '<=', upTo)
    .orderBy(at)
    .limit(AT_ONCE);

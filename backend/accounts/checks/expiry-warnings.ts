import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { AccountMails } from '../mails/account-mails';
import type { AccountRow } from '../turns/account-turns';
import type { Ending } from '../mails/expiry-near.mail';

const DAY_MS = 86_400_000;

/** Days before the end at which the user is warned. */
const WARNINGS = [7, 3, 1] as const;

/** The instants that accounts are warned of, each with the column of the last warning. */
const CLOCKS = [
  { ending: 'token', at: 'expires_at', told: 'expiry_mail_days' },
  { ending: 'data access', at: 'data_access_expires_at', told: 'data_access_mail_days' },
] as const satisfies { ending: Ending; at: keyof AccountRow; told: keyof AccountRow }[];

type ClockOf = (typeof CLOCKS)[number];

/** An account whose clock runs out. */
interface Near {
  id: number;
  user_id: number;
  ends: number;
  told: number | null;
}

/** Warns users before a token, or the access to their data, ends. */
@Injectable()
export class ExpiryWarnings {
  constructor(
    private readonly db: Database,
    private readonly mails: AccountMails,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async send(): Promise<void> {
    const now = this.clock.now();
    const eventLoop = new EventLoopShare();
    for (const clock of CLOCKS) {
      const near = await this.db.rows(NEAR[clock.ending]({ after: now, upTo: now + WARNINGS[0] * DAY_MS }));
      // Accounts that share a token end at the same instant, so one mail names them all.
      const together = new Map<string, Near[]>();
      for (const row of near) {
        const key = `${row.user_id} ${row.ends}`;
        together.set(key, [...(together.get(key) ?? []), row]);
      }
      for (const rows of together.values()) {
        await this.warn(clock, rows, now);
        await eventLoop.share();
      }
    }
  }

  /** Each warning once: the process that writes it down mails it, in one unit. The next round takes what has changed. */
  private async warn({ ending, at, told }: ClockOf, rows: Near[], now: number): Promise<void> {
    const [{ user_id, ends } = { user_id: 0, ends: 0 }] = rows;
    const left = (ends - now) / DAY_MS;
    const days = [...WARNINGS].reverse().find((each) => left <= each) ?? WARNINGS[0];
    const untold = rows.filter((row) => row.told === null || row.told > days).map(({ id }) => id);
    if (untold.length === 0) return;
    const noting = query
      .updateTable('accounts')
      .set({ [told]: days })
      .where('id', 'in', untold)
      .where(at, '=', ends)
      .where((is) => is.or([is(told, 'is', null), is(told, '>', days)]));
    const mail = await this.mails.ofExpiry(user_id, untold, ending, days);
    if (await this.db.atomically([required(noting, untold.length), ...mail])) this.mails.wake();
  }
}

const nearBy = ({ at, told }: ClockOf) =>
  prepared(({ after, upTo }: { after: number; upTo: number }) =>
    query
      .selectFrom('accounts')
      .select(['id', 'user_id', `${at} as ends`, `${told} as told`])
      .$narrowType<{ ends: number }>()
      .where(at, '>', after)
      .where(at, '<=', upTo)
      .orderBy('user_id')
      .orderBy('id'),
  );

const NEAR = { token: nearBy(CLOCKS[0]), 'data access': nearBy(CLOCKS[1]) };

import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../common/time/clock';
import { Limiter } from '../../common/limits/limiter';
import { Loop } from '../../common/time/loop';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { AccountChecks, CHECKED_EVERY_MS, UNVERIFIED_MS } from './account-checks';
import { maySend } from '../turns/account-turns';
import { AccountsService } from '../accounts.service';
import { ExpiryWarnings } from './expiry-warnings';

const ROUND_MS = 60_000;
const READ_AT_ONCE = 100;

/**
 * How long a process has for the checks of a user. One that dies meanwhile, and a network that cannot be reached, put them
 * off for so long.
 */
const CLAIMED_MS = 15 * 60_000;

/** Concurrent checks. The network answers slowly. */
const CHECKED_AT_ONCE = 8;

/** Checks once a day with the network whether each account is still valid, and warns users before a token expires. */
@Injectable()
export class AccountMonitor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: Loop;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly accounts: AccountsService,
    private readonly checks: AccountChecks,
    private readonly warnings: ExpiryWarnings,
    registry: SchedulerRegistry,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    const options = { name: 'account-monitor', everyMs: ROUND_MS, firstMs: ROUND_MS, registry };
    this.rounds = new Loop(options, () => this.work());
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') void this.rounds.start();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    void this.rounds.stop();
  }

  /** @returns once a round that began after this call has ended. */
  round(): Promise<void> {
    return this.rounds.wake();
  }

  private async work(): Promise<undefined> {
    await this.checkOld();
    await this.warnings.send();
  }

  /** Checks every account that is due. Each account has its own time of day. */
  private async checkOld(): Promise<void> {
    const limit = new Limiter(CHECKED_AT_ONCE);
    for (;;) {
      const due = await this.db.rows(DUE({ now: this.clock.now() }));
      if (due.length === 0 || this.stopped) return;
      const users = new Set(due.map(({ user_id }) => user_id));
      await Promise.all([...users].map((user) => limit.run(() => this.checkInTurn(user))));
    }
  }

  /**
   * One process checks an account: it moves the next check a little, so the others find nothing due, and by a day once the
   * network has answered. Skips accounts that are paused now, unless one that shares their token is not.
   */
  private async checkInTurn(userId: number): Promise<void> {
    if (this.stopped) return;
    const now = this.clock.now();
    const before = await this.accounts.connected(userId);
    const due = before.filter(({ next_check_at }) => next_check_at !== null && next_check_at <= now);
    const claimedUntil = now + CLAIMED_MS;
    const mine = await this.db.run(
      query
        .updateTable('accounts')
        .set((row) => ({
          next_check_at: row
            .case()
            .when('verified_at', 'is', null)
            .then(row.val(now + UNVERIFIED_MS))
            .else(row.val(claimedUntil))
            .end(),
        }))
        .where('user_id', '=', userId)
        .where('next_check_at', '<=', now),
    );
    if (mine === 0) return;
    const ids = due.map(({ id }) => id);
    const mayAsk = before.some((account) => maySend(account, now));
    const unanswered = mayAsk ? await this.checks.checkSome(userId, ids, { unattended: true }) : [];
    await this.db.run(
      query
        .updateTable('accounts')
        .set({ next_check_at: now + CHECKED_EVERY_MS })
        .where('user_id', '=', userId)
        .where('verified_at', 'is not', null)
        // Not what was saved or checked by the user meanwhile.
        .where('next_check_at', '=', claimedUntil)
        .where('id', 'in', [0, ...ids.filter((id) => !unanswered.includes(id))]),
    );
  }
}

const DUE = prepared(({ now }: { now: number }) =>
  query
    .selectFrom('accounts')
    .select('user_id')
    .where('next_check_at', '<=', now)
    // With DISTINCT, SQLite would read all accounts in the order of their users.
    .orderBy('next_check_at')
    .limit(READ_AT_ONCE),
);

import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../common/clock';
import { Limiter } from '../common/limiter';
import { Loop } from '../common/loop';
import { EventLoopShare } from '../common/event-loop-share';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { prepared } from '../database/prepared';
import { query, type Row } from '../database/tables';
import { Outbox } from '../ports/mail/outbox';
import { NETWORKS, type NetworkName } from '../ports/networks/network';
import { AccountChecks, CHECKED_EVERY_MS, UNVERIFIED_MS } from './account-checks';
import { AccountsService } from './accounts.service';
import { accountPausedMail } from './mails/account-paused.mail';
import { expiryNearMail } from './mails/expiry-near.mail';

const DAY_MS = 86_400_000;
const ROUND_MS = 60_000;
const READ_AT_ONCE = 100;

/** Concurrent checks. The network answers slowly. */
const CHECKED_AT_ONCE = 8;

/** Days before the expiry at which the user is warned. */
const WARNINGS = [7, 3, 1] as const;

const NAMES: Record<NetworkName, string> = { facebook: 'Facebook', instagram: 'Instagram' };

const named = (networks: NetworkName[]): string => networks.map((each) => NAMES[each]).join(' and ');

type Ending = Pick<Row<'accounts'>, 'user_id' | 'network' | 'expires_at' | 'expiry_mail_days'>;

/** Checks once a day with the network whether each account is still valid, and warns users before a token expires. */
@Injectable()
export class AccountMonitor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: Loop;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly accounts: AccountsService,
    private readonly checks: AccountChecks,
    private readonly outbox: Outbox,
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
    await this.warn();
  }

  /** Sends one mail for a pause, however many accounts it affects. The caller must know that the pause is new. */
  async tellPaused(userId: number, reason: string): Promise<void> {
    const paused = await this.db.rows(
      query
        .selectFrom('accounts')
        .select('network')
        .where('user_id', '=', userId)
        .where('paused_reason', '=', reason)
        .where('resumes_at', 'is', null)
        .orderBy('network'),
    );
    const networks = paused.map(({ network }) => network);
    if (networks.length > 0) await this.tell(userId, networks, reason);
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
   * One process checks a user: it moves the next check, so the others find nothing due. Skips users whose accounts are
   * all paused.
   */
  private async checkInTurn(userId: number): Promise<void> {
    if (this.stopped) return;
    const now = this.clock.now();
    const mine = await this.db.run(
      query
        .updateTable('accounts')
        .set((row) => ({
          next_check_at: row
            .case()
            .when('verified_at', 'is', null)
            .then(row.val(now + UNVERIFIED_MS))
            .else(row.val(now + CHECKED_EVERY_MS))
            .end(),
        }))
        .where('user_id', '=', userId)
        .where('next_check_at', '<=', now),
    );
    if (mine > 0 && (await this.mayPost(userId))) await this.check(userId);
  }

  private async mayPost(userId: number): Promise<boolean> {
    const { facebook, instagram } = await this.accounts.defaults(userId);
    return [facebook, instagram].some((account) => account && account.paused_reason === null);
  }

  /** Mails only about pauses that this check caused: not about earlier ones, nor about a rate limit. */
  private async check(userId: number): Promise<void> {
    const before = await this.accounts.view(userId);
    const now = await this.checks.check(userId);
    const refused = NETWORKS.filter(
      (network) =>
        now[network].status === 'paused' &&
        now[network].resumes_at === null &&
        (before[network].status !== 'paused' || before[network].resumes_at !== null),
    );
    const [first] = refused;
    if (first) await this.tell(userId, refused, now[first].paused_reason ?? '');
  }

  /** Sends one mail for all networks, since they share one token. */
  private async tell(userId: number, networks: NetworkName[], reason: string): Promise<void> {
    const user = await this.addressee(userId);
    if (user)
      await this.outbox.post(
        accountPausedMail(user.email, user.name, named(networks), reason, this.settingsUrl),
      );
  }

  private async warn(): Promise<void> {
    const now = this.clock.now();
    const rows = await this.db.rows(ENDING({ after: now, upTo: now + WARNINGS[0] * DAY_MS }));
    // A user's accounts share the token and expire at the same instant, so one mail names them all.
    const endings = new Map<string, Ending[]>();
    for (const row of rows) {
      const key = `${row.user_id} ${row.expires_at}`;
      endings.set(key, [...(endings.get(key) ?? []), row]);
    }
    const eventLoop = new EventLoopShare();
    for (const ending of endings.values()) {
      await this.warnOf(ending, now);
      await eventLoop.share();
    }
  }

  private async warnOf(ending: Ending[], now: number): Promise<void> {
    const [row] = ending;
    if (!row?.expires_at) return;
    const { user_id, expires_at } = row;
    const left = (expires_at - now) / DAY_MS;
    const days = [...WARNINGS].reverse().find((each) => left <= each) ?? WARNINGS[0];
    if (ending.some(({ expiry_mail_days: told }) => told !== null && told <= days)) return;
    const mine = await this.db.run(
      query
        .updateTable('accounts')
        .set({ expiry_mail_days: days })
        .where('user_id', '=', user_id)
        .where('expires_at', '=', expires_at)
        .where((is) => is.or([is('expiry_mail_days', 'is', null), is('expiry_mail_days', '>', days)])),
    );
    if (mine === 0) return;
    const user = await this.addressee(user_id);
    const networks = named(ending.map(({ network }) => network));
    if (user) await this.outbox.post(expiryNearMail(user.email, user.name, networks, days, this.settingsUrl));
  }

  private addressee(userId: number): Promise<{ email: string; name: string } | undefined> {
    return this.db.row(query.selectFrom('users').select(['email', 'name']).where('id', '=', userId));
  }

  private get settingsUrl(): string {
    return `${this.config.http.publicUrl}/dashboard/settings`;
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

const ENDING = prepared(({ after, upTo }: { after: number; upTo: number }) =>
  query
    .selectFrom('accounts')
    .select(['user_id', 'network', 'expires_at', 'expiry_mail_days'])
    .where('expires_at', '>', after)
    .where('expires_at', '<=', upTo)
    .orderBy('user_id')
    .orderBy('network'),
);

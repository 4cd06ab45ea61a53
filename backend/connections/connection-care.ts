import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../common/clock';
import { Loop } from '../common/loop';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { Outbox } from '../ports/mail/outbox';
import { NETWORKS, type NetworkName } from '../ports/networks/network';
import { ConnectionChecks } from './connection-checks';
import { ConnectionsService } from './connections.service';
import { accountPausedMail } from './mails/account-paused.mail';
import { expiryNearMail } from './mails/expiry-near.mail';

const DAY_MS = 86_400_000;
const ROUND_MS = 5 * 60_000;
const CHECKED_AT_ONCE = 50;

/** What was saved while the network was away is asked about again after so long. */
const UNVERIFIED_MS = 4 * 60_000;

const IS_OLD = '(checked_at IS NULL OR checked_at <= CASE WHEN verified_at IS NULL THEN ? ELSE ? END)';

/** Days before the expiry at which the user is told. */
const WARNINGS = [7, 3, 1] as const;

const NAMES: Record<NetworkName, string> = { facebook: 'Facebook', instagram: 'Instagram' };

const named = (networks: NetworkName[]): string => networks.map((each) => NAMES[each]).join(' and ');

interface Row {
  user_id: number;
  network: NetworkName;
  expires_at: number;
  expiry_mail_days: number | null;
}

/** Asks the network once a day whether each connection is still good, and tells people before it ends. */
@Injectable()
export class ConnectionCare implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: Loop;

  constructor(
    private readonly db: Database,
    private readonly connections: ConnectionsService,
    private readonly checks: ConnectionChecks,
    private readonly outbox: Outbox,
    registry: SchedulerRegistry,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    const options = { name: 'connection-care', everyMs: ROUND_MS, firstMs: ROUND_MS, registry };
    this.rounds = new Loop(options, () => this.work());
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') void this.rounds.start();
  }

  beforeApplicationShutdown(): void {
    void this.rounds.stop();
  }

  /** @returns when a round that began after this call has ended. */
  round(): Promise<void> {
    return this.rounds.wake();
  }

  private async work(): Promise<undefined> {
    await this.checkOld();
    await this.warn();
  }

  /** One mail for a pause, however many accounts it is of; the caller knows that it has just begun. */
  async tellPaused(userId: number, reason: string): Promise<void> {
    const paused = await this.db.rows<{ network: NetworkName }>(
      'SELECT network FROM connections WHERE user_id = ? AND paused_reason = ? AND resumes_at IS NULL ORDER BY network',
      [userId, reason],
    );
    const networks = paused.map(({ network }) => network);
    if (networks.length > 0) await this.tell(userId, networks, reason);
  }

  private async checkOld(): Promise<void> {
    const now = this.clock.now();
    const before = [now - UNVERIFIED_MS, now - DAY_MS];
    const users = await this.db.rows<{ user_id: number }>(
      `SELECT DISTINCT user_id FROM connections WHERE ${IS_OLD} AND paused_reason IS NULL LIMIT ?`,
      [...before, CHECKED_AT_ONCE],
    );
    for (const { user_id } of users) {
      // Taken by one process; the others find it checked.
      const mine = await this.db.run(
        `UPDATE connections SET checked_at = ? WHERE user_id = ? AND ${IS_OLD}`,
        [this.clock.now(), user_id, ...before],
      );
      if (mine > 0) await this.check(user_id);
    }
  }

  /** Tells of what this look paused: not of what was paused before, nor of a rate limit that runs on. */
  private async check(userId: number): Promise<void> {
    const before = await this.connections.view(userId);
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

  /** Both accounts are spoken to with one token, so it is one mail. */
  private async tell(userId: number, networks: NetworkName[], reason: string): Promise<void> {
    const user = await this.addressee(userId);
    if (user)
      await this.outbox.post(
        accountPausedMail(user.email, user.name, named(networks), reason, this.settingsUrl),
      );
  }

  private async warn(): Promise<void> {
    const now = this.clock.now();
    const rows = await this.db.rows<Row>(
      `SELECT user_id, network, expires_at, expiry_mail_days FROM connections
        WHERE expires_at > ? AND expires_at <= ? ORDER BY user_id, network`,
      [now, now + WARNINGS[0] * DAY_MS],
    );
    // The accounts of a user share the token and end at one instant: one mail names them all.
    const endings = new Map<string, Row[]>();
    for (const row of rows) {
      const key = `${row.user_id} ${row.expires_at}`;
      endings.set(key, [...(endings.get(key) ?? []), row]);
    }
    for (const ending of endings.values()) await this.warnOf(ending, now);
  }

  private async warnOf(ending: Row[], now: number): Promise<void> {
    const [row] = ending;
    if (!row) return;
    const { user_id, expires_at } = row;
    const left = (expires_at - now) / DAY_MS;
    const days = [...WARNINGS].reverse().find((each) => left <= each) ?? WARNINGS[0];
    if (ending.some(({ expiry_mail_days: told }) => told !== null && told <= days)) return;
    const sql = `UPDATE connections SET expiry_mail_days = ? WHERE user_id = ? AND expires_at = ?
                    AND (expiry_mail_days IS NULL OR expiry_mail_days > ?)`;
    if ((await this.db.run(sql, [days, user_id, expires_at, days])) === 0) return;
    const user = await this.addressee(user_id);
    const networks = named(ending.map(({ network }) => network));
    if (user) await this.outbox.post(expiryNearMail(user.email, user.name, networks, days, this.settingsUrl));
  }

  private addressee(userId: number): Promise<{ email: string; name: string } | undefined> {
    return this.db.row('SELECT email, name FROM users WHERE id = ?', [userId]);
  }

  private get settingsUrl(): string {
    return `${this.config.http.publicUrl}/dashboard/settings`;
  }
}

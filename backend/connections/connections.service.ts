import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { invalid } from '../common/errors';
import { Sealer } from '../config/sealer';
import { Database, type SqlValue, type Statement } from '../database/database';
import { Networks, type Credentials, type NetworkName, type Verification } from '../ports/networks/network';
import { Feeds } from '../users/feeds';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { Connection } from './connection.entity';
import { viewConnection, type ConnectionsView } from './connection.view';
import type { FacebookSettingsDto } from './facebook-settings.dto';

interface Access {
  token: string;
  pageId: string;
  instagramId: string | null;
}

/** The accounts a user posts to: asked at the network before they are kept, paused when the network says no. */
@Injectable()
export class ConnectionsService {
  constructor(
    @InjectRepository(Connection) private readonly connections: Repository<Connection>,
    private readonly users: UsersService,
    private readonly feeds: Feeds,
    private readonly networks: Networks,
    private readonly sealer: Sealer,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<ConnectionsView> {
    const found = await this.connections.findBy({ userId });
    const of = (network: NetworkName) =>
      viewConnection(
        found.find((each) => each.network === network),
        this.clock.now(),
      );
    return { facebook: of('facebook'), instagram: of('instagram') };
  }

  /** @throws DomainError 422 on the field that the network refused. Nothing is kept then. */
  async saveSettings(userId: number, settings: FacebookSettingsDto): Promise<User> {
    const user = await this.users.get(userId);
    const pageId = settings.page_id === undefined ? user.pageId : settings.page_id || null;
    const instagramId =
      settings.instagram_page_id === undefined ? user.instagramPageId : settings.instagram_page_id || null;
    const samePage = pageId === user.pageId;
    const token = settings.access_token || (await this.tokenFor(user, samePage));
    const isNew = Boolean(settings.access_token) || !samePage || instagramId !== user.instagramPageId;
    if (token && pageId) await this.connect(userId, { token, pageId, instagramId }, isNew);
    else await this.disconnect(userId);
    return this.users.update(userId, {
      ...(settings.access_token && {
        accessToken: this.sealer.seal(settings.access_token, placeOf(userId)),
        accessTokenLast4: settings.access_token.slice(-4),
      }),
      pageId,
      instagramPageId: instagramId,
      ...(settings.upload_frequency && { uploadFrequency: settings.upload_frequency }),
      ...(settings.photo_upload_frequency && { photoUploadFrequency: settings.photo_upload_frequency }),
    });
  }

  /** Asks the network again. A token that is refused now pauses the account. */
  async check(userId: number): Promise<ConnectionsView> {
    const user = await this.users.get(userId);
    const token = await this.tokenFor(user, true);
    if (token && user.pageId) {
      const access = { token, pageId: user.pageId, instagramId: user.instagramPageId };
      const verification = await this.networks.verify(access);
      if (verification.kind === 'good') await this.keep(userId, access, verification);
      if (verification.kind === 'refused') {
        // Both accounts are spoken to with the Page's token.
        const which = verification.field === 'instagram_page_id' ? { network: 'instagram' as const } : {};
        await this.connections.update(
          { userId, ...which },
          { pausedReason: verification.reason, resumesAt: null },
        );
        await this.feeds.tell(userId, 'connections');
      }
    }
    return this.view(userId);
  }

  /** What publishes for this user; null when it is missing or cannot be opened with today's key. */
  async credentials(userId: number, network: NetworkName): Promise<Credentials | null> {
    // Between the due instant and the first byte: plain SQL takes a tenth of what the mapper does.
    const connection = await this.db.row<{ account_id: string; token: string }>(
      'SELECT account_id, token FROM connections WHERE user_id = ? AND network = ?',
      [userId, network],
    );
    const token = connection && this.sealer.open(connection.token, placeOf(userId));
    return token ? { accountId: connection.account_id, token } : null;
  }

  async isPaused(userId: number, network: NetworkName): Promise<boolean> {
    const connection = await this.connections.findOneBy({ userId, network });
    return connection !== null && viewConnection(connection, this.clock.now()).status === 'paused';
  }

  /** Nothing is sent for this account until the user reconnects (`untilMs` unset) or until that instant. */
  pausing(userId: number, network: NetworkName, reason: string, untilMs?: number): Statement[] {
    return [
      {
        sql: 'UPDATE connections SET paused_reason = ?, resumes_at = ? WHERE user_id = ? AND network = ?',
        params: [reason, untilMs ?? null, userId, network],
      },
      this.feeds.telling(userId, 'connections'),
    ];
  }

  /** What the user posts automatically has to be looked at anew, at `at` or now. */
  reviewing(userId: number, at = this.clock.now()): Statement {
    return { sql: 'UPDATE connections SET auto_due_at = ? WHERE user_id = ?', params: [at, userId] };
  }

  async review(userId: number): Promise<void> {
    const { sql, params } = this.reviewing(userId);
    await this.db.run(sql, params);
  }

  /** The shared library changed: so may what those post who are fed from it. */
  async reviewLibraryUsers(): Promise<void> {
    await this.db.run(
      `UPDATE connections SET auto_due_at = ? WHERE user_id IN (
         SELECT id FROM users WHERE preferred_categories IS NOT NULL AND (can_use_shared_videos = 1 OR is_admin = 1))`,
      [this.clock.now()],
    );
  }

  private async connect(userId: number, access: Access, isNew: boolean): Promise<void> {
    const verification = await this.networks.verify(access);
    if (verification.kind === 'refused') throw invalid({ [verification.field]: [verification.reason] });
    // What was verified before does not become unverified by saving something else while the network is away.
    if (verification.kind === 'unreachable' && !isNew) return this.review(userId);
    await this.keep(userId, access, verification);
  }

  /** Both accounts and their state in one unit; whoever holds one just now keeps it, and a rate limit runs on. */
  private async keep(
    userId: number,
    access: Access,
    verification: Exclude<Verification, { kind: 'refused' }>,
  ): Promise<void> {
    const good = verification.kind === 'good' ? verification : null;
    const token = this.sealer.seal(good?.page.token ?? access.token, placeOf(userId));
    const verifiedAt = good ? this.clock.now() : null;
    const shared = { token, verifiedAt, expiresAt: good?.expiresAt ?? null };
    const statements = this.keeping(userId, 'facebook', {
      ...shared,
      accountId: access.pageId,
      accountName: good?.page.name ?? null,
    });
    if (access.instagramId) {
      const account = {
        ...shared,
        accountId: access.instagramId,
        accountName: good?.instagram?.name ?? null,
      };
      statements.push(...this.keeping(userId, 'instagram', account));
    } else {
      statements.push({
        sql: "DELETE FROM connections WHERE user_id = ? AND network = 'instagram'",
        params: [userId],
      });
    }
    await this.db.atomically([...statements, this.feeds.telling(userId, 'connections')]);
  }

  private async disconnect(userId: number): Promise<void> {
    await this.db.atomically([
      { sql: 'DELETE FROM connections WHERE user_id = ?', params: [userId] },
      this.feeds.telling(userId, 'connections'),
    ]);
  }

  private keeping(userId: number, network: NetworkName, account: Account): Statement[] {
    const { accountId, accountName, token, verifiedAt, expiresAt } = account;
    const now = this.clock.now();
    const values: SqlValue[] = [accountId, accountName, token, verifiedAt, expiresAt];
    return [
      {
        // MySQL assigns from left to right, so what is read of the old row comes before what overwrites it.
        sql: `UPDATE connections SET
                paused_reason = CASE WHEN account_id = ? AND resumes_at > ? THEN paused_reason ELSE NULL END,
                resumes_at = CASE WHEN account_id = ? AND resumes_at > ? THEN resumes_at ELSE NULL END,
                expiry_mail_days = CASE WHEN expires_at = ? THEN expiry_mail_days ELSE NULL END,
                account_id = ?, account_name = ?, token = ?, verified_at = ?, expires_at = ?,
                auto_due_at = ?, checked_at = ?
               WHERE user_id = ? AND network = ?`,
        params: [accountId, now, accountId, now, expiresAt, ...values, now, now, userId, network],
      },
      {
        sql: `INSERT INTO connections (account_id, account_name, token, verified_at, expires_at, auto_due_at, checked_at, user_id, network)
              SELECT ?, ?, ?, ?, ?, ?, ?, u.id, ? FROM users u WHERE u.id = ?
                 AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.user_id = ? AND c.network = ?)`,
        params: [...values, now, now, network, userId, userId, network],
      },
    ];
  }

  /**
   * The one that publishes to the page: it may outlive the user's token from which it came. For another page it takes
   * the user's.
   */
  private async tokenFor(user: User, samePage: boolean): Promise<string | null> {
    const publishing = samePage ? await this.credentials(user.id, 'facebook') : null;
    return publishing?.token ?? this.tokenOf(user);
  }

  private tokenOf(user: User): string | null {
    return user.accessToken ? this.sealer.open(user.accessToken, placeOf(user.id)) : null;
  }
}

interface Account {
  accountId: string;
  accountName: string | null;
  token: string;
  verifiedAt: number | null;
  expiresAt: number | null;
}

const placeOf = (userId: number) => `users:${userId}:access_token`;

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { invalid } from '../common/errors';
import { Sealer } from '../config/sealer';
import { Database, type SqlValue, type Statement } from '../database/database';
import { Networks, type NetworkName, type Verification } from '../ports/networks/network';
import { Feeds } from '../users/feeds';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { Connection } from './connection.entity';
import { viewConnection, type ConnectionsView } from './connection.view';
import type { FacebookSettingsDto } from './facebook-settings.dto';
import { Reviews } from './reviews';

interface Access {
  token: string;
  pageId: string;
  instagramId: string | null;
}

/** What publishes to an account, as it was when it was read. */
export interface StoredCredentials {
  accountId: string;
  /** `null`: it cannot be opened with today's key. */
  token: string | null;
  /** Names this very token; one that is entered later is another, even if it is the same text. */
  sealed: string;
}

export interface Pause {
  /** The token itself was refused, and with it every account that is spoken to with it. */
  everyAccount?: boolean;
  reason: string;
  /** Unset: until the user reconnects. */
  untilMs?: number;
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
    private readonly reviews: Reviews,
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
    const connecting =
      token && pageId
        ? await this.connecting(userId, { token, pageId, instagramId }, isNew)
        : [{ sql: 'DELETE FROM connections WHERE user_id = ?', params: [userId] }, this.telling(userId)];
    await this.reviews.change(
      this.savingSettings(userId, { ...settings, page_id: pageId, instagram_page_id: instagramId }),
      ...connecting,
      this.reviews.reviewing(userId),
    );
    return this.users.get(userId);
  }

  /** Asks the network again. A token that is refused now pauses the account. */
  async check(userId: number): Promise<ConnectionsView> {
    const user = await this.users.get(userId);
    const token = await this.tokenFor(user, true);
    if (token && user.pageId) {
      const access = { token, pageId: user.pageId, instagramId: user.instagramPageId };
      const verification = await this.networks.verify(access);
      if (verification.kind === 'good')
        await this.reviews.change(
          ...this.keeping(userId, access, verification),
          this.reviews.reviewing(userId),
        );
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

  async credentials(userId: number, network: NetworkName): Promise<StoredCredentials | null> {
    // Between the due instant and the first byte: plain SQL takes a tenth of what the mapper does.
    const connection = await this.db.row<{ account_id: string; token: string }>(
      'SELECT account_id, token FROM connections WHERE user_id = ? AND network = ?',
      [userId, network],
    );
    if (!connection) return null;
    const { account_id: accountId, token: sealed } = connection;
    return { accountId, sealed, token: this.sealer.open(sealed, placeOf(userId)) };
  }

  /**
   * Nothing is sent any more to the account that was spoken to, for as long as the pause says; the first statement
   * affects the accounts for which that is news. An account that was connected anew meanwhile is none of them.
   */
  pausing(
    userId: number,
    network: NetworkName,
    { accountId, sealed }: StoredCredentials,
    { everyAccount, reason, untilMs }: Pause,
  ): Statement[] {
    const isItsOwn = untilMs === undefined ? 'token = ?' : 'account_id = ?';
    return [
      {
        sql: `UPDATE connections SET paused_reason = ?, resumes_at = ? WHERE user_id = ? AND ${isItsOwn}
                 AND (network = ? OR 1 = ?) AND (paused_reason IS NULL OR resumes_at IS NOT NULL)`,
        params: [
          reason,
          untilMs ?? null,
          userId,
          untilMs === undefined ? sealed : accountId,
          network,
          Number(everyAccount ?? false),
        ],
      },
      this.telling(userId),
    ];
  }

  private savingSettings(userId: number, settings: FacebookSettingsDto): Statement {
    const token = settings.access_token || null;
    return {
      sql: `UPDATE users SET access_token = COALESCE(?, access_token), access_token_last4 = COALESCE(?, access_token_last4),
                   page_id = ?, instagram_page_id = ?, upload_frequency = COALESCE(?, upload_frequency),
                   photo_upload_frequency = COALESCE(?, photo_upload_frequency) WHERE id = ?`,
      params: [
        token && this.sealer.seal(token, placeOf(userId)),
        token && token.slice(-4),
        settings.page_id ?? null,
        settings.instagram_page_id ?? null,
        settings.upload_frequency ?? null,
        settings.photo_upload_frequency ?? null,
        userId,
      ],
    };
  }

  /** @throws DomainError 422 on the field that the network refused. */
  private async connecting(userId: number, access: Access, isNew: boolean): Promise<Statement[]> {
    const verification = await this.networks.verify(access);
    if (verification.kind === 'refused') throw invalid({ [verification.field]: [verification.reason] });
    // What was verified before does not become unverified by saving something else while the network is away.
    if (verification.kind === 'unreachable' && !isNew) return [];
    return this.keeping(userId, access, verification);
  }

  /** Both accounts and their state; whoever holds one just now keeps it, and a rate limit runs on. */
  private keeping(
    userId: number,
    access: Access,
    verification: Exclude<Verification, { kind: 'refused' }>,
  ): Statement[] {
    const good = verification.kind === 'good' ? verification : null;
    const token = this.sealer.seal(good?.page.token ?? access.token, placeOf(userId));
    const verifiedAt = good ? this.clock.now() : null;
    const shared = { token, verifiedAt, expiresAt: good?.expiresAt ?? null };
    const statements = this.keepingAccount(userId, 'facebook', {
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
      statements.push(...this.keepingAccount(userId, 'instagram', account));
    } else {
      statements.push({
        sql: "DELETE FROM connections WHERE user_id = ? AND network = 'instagram'",
        params: [userId],
      });
    }
    return [...statements, this.telling(userId)];
  }

  private telling(userId: number): Statement {
    return this.feeds.telling(userId, 'connections');
  }

  private keepingAccount(userId: number, network: NetworkName, account: Account): Statement[] {
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
                checked_at = ?
               WHERE user_id = ? AND network = ?`,
        params: [accountId, now, accountId, now, expiresAt, ...values, now, userId, network],
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

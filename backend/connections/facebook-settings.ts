import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { conflict, invalid } from '../common/errors';
import { Sealer } from '../config/sealer';
import type { SqlValue, Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import {
  Networks,
  NETWORKS,
  type Access,
  type NetworkName,
  type Verification,
} from '../ports/networks/network';
import { Feeds } from '../users/feeds';
import type { User } from '../users/user.entity';
import { UsersService } from '../users/users.service';
import { ConnectionsService, missingText, placeOf } from './connections.service';
import { Departures, GOING_PUBLIC } from './departures';
import type { FacebookSettingsDto } from './facebook-settings.dto';
import { Reviews } from './reviews';

/** Each time somebody else saved while the network was asked. */
const MOST_TRIES = 5;

interface Change {
  statements: Statement[];
  /** The accounts that are let go of. */
  leaves: readonly NetworkName[];
}

type Kept = Pick<User, 'accessToken' | 'accessTokenLast4' | 'pageId' | 'instagramPageId'>;

type Unrefused = Exclude<Verification, { kind: 'refused' }>;

interface Account {
  accountId: string;
  accountName: string | null;
  token: string;
  verifiedAt: number | null;
  expiresAt: number | null;
  missing: string | null;
}

/** What the user enters: asked at the network before it is kept. */
@Injectable()
export class FacebookSettings {
  constructor(
    private readonly users: UsersService,
    private readonly connections: ConnectionsService,
    private readonly feeds: Feeds,
    private readonly networks: Networks,
    private readonly sealer: Sealer,
    private readonly reviews: Reviews,
    private readonly departures: Departures,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Two saves at once come one after the other: each is judged by what it leaves standing of the one before it.
   *
   * @throws DomainError 422 on the field that the network refused, 409 while a post of an account that would be let go
   *   of may just be going public. Nothing is kept then.
   */
  async change(userId: number, settings: FacebookSettingsDto): Promise<User> {
    for (let n = 0; n < MOST_TRIES; n++) {
      const user = await this.users.get(userId);
      const { statements, leaves } = await this.changing(user, settings);
      if (await this.reviews.change(...statements, this.reviews.reviewing(userId)))
        return this.users.get(userId);
      if (leaves.length > 0 && (await this.departures.mayBePublishing(userId, leaves)))
        throw conflict(GOING_PUBLIC);
    }
    throw conflict('These settings are being changed elsewhere just now. Look at them, then save again.');
  }

  private async changing(user: User, settings: FacebookSettingsDto): Promise<Change> {
    if (this.disconnects(user, settings)) return this.disconnecting(user, settings);
    const pageId = settings.page_id === undefined ? user.pageId : settings.page_id || null;
    const instagramId =
      settings.instagram_page_id === undefined ? user.instagramPageId : settings.instagram_page_id || null;
    const given = settings.access_token || null;
    const samePage = pageId === user.pageId;
    const saving = (token: string | null) =>
      this.saving(user, settings, {
        accessToken: token ? this.sealer.seal(token, placeOf(user.id)) : user.accessToken,
        accessTokenLast4: given ? given.slice(-4) : user.accessTokenLast4,
        pageId,
        instagramPageId: instagramId,
      });
    if (!given && samePage && instagramId === user.instagramPageId)
      return { statements: [saving(null)], leaves: [] };
    const source = given ? { token: given, isNew: true } : await this.sourceFor(user, samePage);
    if (!source || !pageId) {
      if (given) await this.refuseBadToken(given);
      return this.leaving(user.id, saving(given), user.pageId ? NETWORKS : []);
    }
    const leaves: NetworkName[] = user.instagramPageId && !instagramId ? ['instagram'] : [];
    if (!given && samePage && !instagramId) return this.leaving(user.id, saving(null), leaves);
    const access = { ...source, pageId, instagramId };
    const verification = await this.networks.verify(access);
    if (verification.kind === 'refused') throw invalid({ [verification.field]: [verification.reason] });
    const kept = verification.kind === 'good' && source.isNew ? verification.given : given;
    const { statements } = this.leaving(user.id, saving(kept), leaves);
    const connecting = this.connecting(user.id, access, verification, !given && samePage);
    return { statements: [...statements, ...connecting], leaves };
  }

  /** A token that comes before its page is known. */
  private async refuseBadToken(token: string): Promise<void> {
    const inspection = await this.networks.inspect(token);
    if (inspection.kind === 'refused') throw invalid({ access_token: [inspection.reason] });
  }

  /** An empty page; but a first token may be kept before its page is known. */
  private disconnects(user: User, { page_id, access_token }: FacebookSettingsDto): boolean {
    if (page_id === undefined || page_id) return false;
    return user.pageId !== null || (user.accessToken !== null && !access_token);
  }

  /** The token and the Instagram account are forgotten with the page. */
  private disconnecting(user: User, settings: FacebookSettingsDto): Change {
    const nothing = { accessToken: null, accessTokenLast4: null, pageId: null, instagramPageId: null };
    return this.leaving(user.id, this.saving(user, settings, nothing), NETWORKS);
  }

  private leaving(userId: number, saving: Statement, leaves: readonly NetworkName[]): Change {
    if (leaves.length === 0) return { statements: [saving], leaves };
    return { statements: [saving, ...this.departures.leaving(userId, leaves), this.telling(userId)], leaves };
  }

  /** Only over what it was derived from. */
  private saving(user: User, settings: FacebookSettingsDto, kept: Kept): Statement {
    return {
      sql: `UPDATE users SET access_token = ?, access_token_last4 = ?, page_id = ?, instagram_page_id = ?,
                   upload_frequency = COALESCE(?, upload_frequency),
                   photo_upload_frequency = COALESCE(?, photo_upload_frequency)
             WHERE id = ? AND COALESCE(access_token, '') = ? AND COALESCE(page_id, '') = ?
               AND COALESCE(instagram_page_id, '') = ?`,
      params: [
        ...[kept.accessToken, kept.accessTokenLast4, kept.pageId, kept.instagramPageId],
        ...[settings.upload_frequency ?? null, settings.photo_upload_frequency ?? null],
        ...[user.id, user.accessToken ?? '', user.pageId ?? '', user.instagramPageId ?? ''],
      ],
      required: true,
    };
  }

  /** Both accounts and their state; whoever holds one just now keeps it. @param knowsPage its token is an old one */
  private connecting(
    userId: number,
    { token: given, pageId, instagramId }: Access,
    verification: Unrefused,
    knowsPage: boolean,
  ): Statement[] {
    const good = verification.kind === 'good' ? verification : null;
    const token = this.sealer.seal(good?.page.token ?? given, placeOf(userId));
    const accountOf = (network: NetworkName, accountId: string, accountName: string | null): Account => ({
      accountId,
      accountName,
      token,
      verifiedAt: good ? this.clock.now() : null,
      expiresAt: good?.expiresAt ?? null,
      missing: missingText(good?.missing[network]),
    });
    const page = accountOf('facebook', pageId, good?.page.name ?? null);
    const instagram = instagramId && accountOf('instagram', instagramId, good?.instagram?.name ?? null);
    return [
      // What was verified before does not become unverified by saving something else while the network is away.
      ...(!good && knowsPage
        ? [this.resealing(userId, token)]
        : this.keepingAccount(userId, 'facebook', page)),
      ...(instagram ? this.keepingAccount(userId, 'instagram', instagram) : []),
      this.telling(userId),
    ];
  }

  /** One text for both accounts names the one token that they share. */
  private resealing(userId: number, token: string): Statement {
    return { sql: 'UPDATE connections SET token = ? WHERE user_id = ?', params: [token, userId] };
  }

  private telling(userId: number): Statement {
    return this.feeds.telling(userId, 'connections');
  }

  /** Connected anew: whatever it waited for is over. */
  private keepingAccount(userId: number, network: NetworkName, account: Account): Statement[] {
    const { accountId, accountName, token, verifiedAt, expiresAt, missing } = account;
    const now = this.clock.now();
    const values: SqlValue[] = [accountId, accountName, token, verifiedAt, expiresAt, missing];
    return [
      {
        // MySQL assigns from left to right, so what is read of the old row comes before what overwrites it.
        sql: `UPDATE connections SET paused_reason = NULL, resumes_at = NULL,
                expiry_mail_days = CASE WHEN expires_at = ? THEN expiry_mail_days ELSE NULL END,
                account_id = ?, account_name = ?, token = ?, verified_at = ?, expires_at = ?,
                missing_permissions = ?, checked_at = ?
               WHERE user_id = ? AND network = ?`,
        params: [expiresAt, ...values, now, userId, network],
      },
      {
        sql: `INSERT INTO connections (account_id, account_name, token, verified_at, expires_at, missing_permissions, auto_due_at, checked_at, user_id, network)
              SELECT ?, ?, ?, ?, ?, ?, ?, ?, u.id, ? FROM users u WHERE u.id = ?
                 AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.user_id = ? AND c.network = ?)`,
        params: [...values, now, now, network, userId, userId, network],
      },
    ];
  }

  /**
   * The one that publishes to the page: it may outlive the user's token from which it came. For another page it takes
   * the user's.
   */
  private async sourceFor(user: User, samePage: boolean): Promise<{ token: string; isNew: boolean } | null> {
    const publishing = samePage ? await this.connections.credentials(user.id, 'facebook') : null;
    if (publishing?.token) return { token: publishing.token, isNew: false };
    const token = user.accessToken && this.sealer.open(user.accessToken, placeOf(user.id));
    return token ? { token, isNew: true } : null;
  }
}

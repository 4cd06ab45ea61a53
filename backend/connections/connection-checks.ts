import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { invalid, unavailable } from '../common/errors';
import { Sealer } from '../config/sealer';
import { Database, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { Networks, type Access, type NetworkName, type Verification } from '../ports/networks/network';
import { Feeds } from '../users/feeds';
import type { ConnectionsView } from './connection.view';
import { ConnectionsService, missingText, placeOf } from './connections.service';
import { viewInspection, type InspectionView } from './inspection.view';
import { Reviews } from './reviews';

type Good = Extract<Verification, { kind: 'good' }>;
type Refused = Extract<Verification, { kind: 'refused' }>;

/** `sealed` names the very token, and with it the save that it is of. */
type AskedWith = Access & { sealed: string; usersSealed: string | null };

interface ConnectedRow {
  network: NetworkName;
  account_id: string;
  token: string;
  verified_at: number | null;
  access_token: string | null;
}

/** Asks the network whether what is connected still holds. */
@Injectable()
export class ConnectionChecks {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly feeds: Feeds,
    private readonly networks: Networks,
    private readonly sealer: Sealer,
    private readonly reviews: Reviews,
    private readonly db: Database,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Asks the network again; a token that is refused now pauses what it speaks for. The answer belongs to the token that
   * was asked with: what was saved or disconnected meanwhile is left alone.
   */
  async check(userId: number): Promise<ConnectionsView> {
    const asked = await this.published(userId);
    if (asked) {
      const verification = await this.networks.verify(asked);
      if (verification.kind === 'good')
        await this.reviews.change(
          ...this.refreshing(userId, asked, verification),
          this.reviews.reviewing(userId),
        );
      if (verification.kind === 'refused')
        await this.db.atomically(this.refusing(userId, asked, verification));
    }
    return this.connections.view(userId);
  }

  /**
   * What a token would be good for; nothing is kept.
   *
   * @throws DomainError 422 for a bad token, 503 while the network cannot be asked
   */
  async inspect(token: string): Promise<InspectionView> {
    const inspection = await this.networks.inspect(token);
    switch (inspection.kind) {
      case 'refused':
        throw invalid({ access_token: [inspection.reason] });
      case 'unreachable':
        throw unavailable(`Facebook cannot be asked just now: ${inspection.reason}`);
      case 'good':
        return viewInspection(inspection);
    }
  }

  /** What is connected, read in one statement: page and token of one save. */
  private async published(userId: number): Promise<AskedWith | null> {
    const rows = await this.db.rows<ConnectedRow>(
      `SELECT c.network, c.account_id, c.token, c.verified_at, u.access_token FROM connections c
         JOIN users u ON u.id = c.user_id WHERE c.user_id = ?`,
      [userId],
    );
    const page = rows.find(({ network }) => network === 'facebook');
    const token = page && this.sealer.open(page.token, placeOf(userId));
    if (!page || !token) return null;
    const instagram = rows.find(({ network }) => network === 'instagram');
    return {
      token,
      isNew: page.verified_at === null,
      pageId: page.account_id,
      instagramId: instagram?.account_id ?? null,
      sealed: page.token,
      usersSealed: page.access_token,
    };
  }

  private refreshing(userId: number, asked: AskedWith, good: Good): Statement[] {
    const now = this.clock.now();
    const token =
      good.page.token === asked.token ? asked.sealed : this.sealer.seal(good.page.token, placeOf(userId));
    const refreshingOne = (network: NetworkName, name: string): Statement => ({
      // MySQL assigns from left to right, so what is read of the old row comes before what overwrites it.
      sql: `UPDATE connections SET
              paused_reason = CASE WHEN resumes_at > ? THEN paused_reason ELSE NULL END,
              resumes_at = CASE WHEN resumes_at > ? THEN resumes_at ELSE NULL END,
              expiry_mail_days = CASE WHEN expires_at = ? THEN expiry_mail_days ELSE NULL END,
              account_name = ?, token = ?, verified_at = ?, expires_at = ?, missing_permissions = ?, checked_at = ?
             WHERE user_id = ? AND network = ? AND token = ?`,
      params: [
        ...[now, now, good.expiresAt],
        ...[name, token, now, good.expiresAt, missingText(good.missing[network]), now],
        ...[userId, network, asked.sealed],
      ],
    });
    return [
      refreshingOne('facebook', good.page.name),
      ...(good.instagram ? [refreshingOne('instagram', good.instagram.name)] : []),
      ...this.keepingLonger(userId, asked, good),
      this.feeds.telling(userId, 'connections'),
    ];
  }

  /** What was saved unverified is exchanged now: another page may be chosen with it later. */
  private keepingLonger(userId: number, asked: AskedWith, { given }: Good): Statement[] {
    if (given === asked.token || !asked.usersSealed) return [];
    const sql = 'UPDATE users SET access_token = ? WHERE id = ? AND access_token = ?';
    return [{ sql, params: [this.sealer.seal(given, placeOf(userId)), userId, asked.usersSealed] }];
  }

  /** Both accounts are spoken to with the Page's token. */
  private refusing(userId: number, asked: AskedWith, { field, reason }: Refused): Statement[] {
    return [
      {
        sql: `UPDATE connections SET paused_reason = ?, resumes_at = NULL
               WHERE user_id = ? AND token = ? AND (network = 'instagram' OR 1 = ?)`,
        params: [reason, userId, asked.sealed, Number(field !== 'instagram_page_id')],
      },
      this.feeds.telling(userId, 'connections'),
    ];
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { invalid, unavailable } from '../common/errors';
import { SecretCipher } from '../config/secret-cipher';
import { Changes } from '../database/changes';
import { textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { Networks, type Access, type NetworkName, type Verification } from '../ports/networks/network';
import type { ConnectionsView } from './connection.view';
import { AccountsService, missingText, tokenContext } from './accounts.service';
import { viewInspection, type InspectionView } from './inspection.view';

type Good = Extract<Verification, { kind: 'good' }>;
type Refused = Extract<Verification, { kind: 'refused' }>;

/** What was verified is asked about again a day later. */
export const CHECKED_EVERY_MS = 86_400_000;

/** What was saved while the network was away is asked about again after so long. */
export const UNVERIFIED_MS = 4 * 60_000;

/** `sealed` names the very token, and with it the save that it is of. */
type AskedWith = Access & { sealed: string; givenSealed: string | null };

/** Asks the network whether what is connected still holds. */
@Injectable()
export class AccountChecks {
  constructor(
    private readonly accounts: AccountsService,
    private readonly networks: Networks,
    private readonly cipher: SecretCipher,
    private readonly changes: Changes,
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
        await this.changes.commit(this.refreshing(userId, asked, verification), {
          user: userId,
          topics: ['connections'],
          account: 'all',
        });
      if (verification.kind === 'refused')
        await this.changes.commit([refusing(userId, asked, verification)], {
          user: userId,
          topics: ['connections'],
        });
    }
    return this.accounts.view(userId);
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
    const { facebook: page, instagram } = await this.accounts.defaults(userId);
    const token = page?.token && this.cipher.decrypt(page.token, tokenContext(userId));
    if (!page?.token || !token) return null;
    return {
      token,
      isNew: page.verified_at === null,
      pageId: page.remote_id,
      instagramId: instagram?.remote_id ?? null,
      sealed: page.token,
      givenSealed: page.given_token,
    };
  }

  private refreshing(userId: number, asked: AskedWith, good: Good): Statement[] {
    const now = this.clock.now();
    const token =
      good.page.token === asked.token
        ? asked.sealed
        : this.cipher.encrypt(good.page.token, tokenContext(userId));
    const refreshingOne = (network: NetworkName, name: string): Statement =>
      textOf(
        query
          .updateTable('accounts')
          // MySQL assigns from left to right, so what is read of the old row comes before what overwrites it.
          .set((row) => ({
            paused_reason: row.case().when('resumes_at', '>', now).then(row.ref('paused_reason')).end(),
            resumes_at: row.case().when('resumes_at', '>', now).then(row.ref('resumes_at')).end(),
            expiry_mail_days: row
              .case()
              .when('expires_at', '=', good.expiresAt)
              .then(row.ref('expiry_mail_days'))
              .end(),
            name,
            token,
            verified_at: now,
            expires_at: good.expiresAt,
            missing_permissions: missingText(good.missing[network]),
            next_check_at: now + CHECKED_EVERY_MS,
          }))
          .where('user_id', '=', userId)
          .where('network', '=', network)
          .where('token', '=', asked.sealed),
      );
    return [
      refreshingOne('facebook', good.page.name),
      ...(good.instagram ? [refreshingOne('instagram', good.instagram.name)] : []),
      ...this.keepingLonger(userId, asked, good),
    ];
  }

  /** What was saved unverified is exchanged now: another page may be chosen with it later. */
  private keepingLonger(userId: number, asked: AskedWith, { given }: Good): Statement[] {
    if (given === asked.token || !asked.givenSealed) return [];
    return [
      textOf(
        query
          .updateTable('accounts')
          .set({ given_token: this.cipher.encrypt(given, tokenContext(userId)) })
          .where('user_id', '=', userId)
          .where('given_token', '=', asked.givenSealed),
      ),
    ];
  }
}

/** Both accounts are spoken to with the Page's token. */
function refusing(userId: number, asked: AskedWith, { field, reason }: Refused) {
  const spokenTo = query
    .updateTable('accounts')
    .set({ paused_reason: reason, resumes_at: null })
    .where('user_id', '=', userId)
    .where('token', '=', asked.sealed);
  return field === 'instagram_page_id' ? spokenTo.where('network', '=', 'instagram') : spokenTo;
}

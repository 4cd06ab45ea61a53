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

/** Interval between checks of a verified account. */
export const CHECKED_EVERY_MS = 86_400_000;

/** Delay before the check of an account that was saved while the network was unreachable. */
export const UNVERIFIED_MS = 4 * 60_000;

/** `sealed` identifies the token that was verified, and so the save that stored it. */
type AskedWith = Access & { sealed: string; givenSealed: string | null };

/** Checks with the network whether connected accounts are still valid. */
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
   * Verifies the user's accounts with the network. A refused token pauses the accounts that use it. The answer applies
   * only to the token that was sent: accounts that were saved or disconnected meanwhile stay unchanged.
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
   * Describes what a token gives access to. Stores nothing.
   *
   * @throws DomainError 422 for a bad token, 503 if the network cannot be reached
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

  /** The connected accounts, read in one statement, so that Page and token come from the same save. */
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
          // MySQL assigns from left to right: a column that reads the old row must come before the one that overwrites
          // it.
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

  /**
   * Stores the token for which the network exchanged one saved unverified: another Page can be chosen with it later.
   */
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

/** Both accounts use the Page's token, so a refusal pauses both, unless it concerns only the Instagram account. */
function refusing(userId: number, asked: AskedWith, { field, reason }: Refused) {
  const spokenTo = query
    .updateTable('accounts')
    .set({ paused_reason: reason, resumes_at: null })
    .where('user_id', '=', userId)
    .where('token', '=', asked.sealed);
  return field === 'instagram_page_id' ? spokenTo.where('network', '=', 'instagram') : spokenTo;
}

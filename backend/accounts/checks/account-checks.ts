import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { invalid, unavailable } from '../../common/errors/errors';
import { SecretCipher } from '../../config/secret-cipher';
import { Changes } from '../../database/changes';
import { textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { Networks, type Access, type NetworkName, type Verification } from '../../ports/networks/network';
import { waitsForUser, type Which } from '../mails/account-mails';
import { maySend } from '../turns/account-turns';
import { ACCOUNT_TOPICS, AccountsService, missingText, tokenContext } from '../accounts.service';
import { checkedTogether, type AskedTogether } from './checked-together';
import type { ConnectionsView } from '../connection/connection.view';
import { viewInspection, type InspectionView } from '../connection/inspection.view';
import { RefusedTokens, type Refusal } from './refused-tokens';
import { stillMissing } from './still-missing';

type Good = Extract<Verification, { kind: 'good' }>;

/** Interval between checks of a verified account. */
export const CHECKED_EVERY_MS = 86_400_000;

/** Delay before the check of an account that was saved while the network was unreachable. */
export const UNVERIFIED_MS = 4 * 60_000;

/** `sealed` identifies the token that was verified, and so the save that stored it. */
type AskedWith = Access & Pick<AskedTogether, 'sealed' | 'givenSealed' | 'accounts'> & Attendance;

interface Attendance {
  /** Whether no user waits for the answer. */
  unattended: boolean;
}

/** Checks with the network whether connected accounts are still valid. */
@Injectable()
export class AccountChecks {
  constructor(
    private readonly accounts: AccountsService,
    private readonly networks: Networks,
    private readonly cipher: SecretCipher,
    private readonly refusedTokens: RefusedTokens,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Verifies the user's default accounts with the network. */
  async check(userId: number): Promise<ConnectionsView> {
    const { facebook, instagram } = await this.accounts.defaults(userId);
    await this.checkSome(
      userId,
      [facebook, instagram].flatMap((account) => account?.id ?? []),
    );
    return this.accounts.view(userId);
  }

  /**
   * Verifies these accounts of the user, and those that share a Page and its token with them. A refused token pauses the
   * accounts that use it. The answer applies only to the token that was sent: accounts that were saved or removed
   * meanwhile stay unchanged.
   *
   * @param unattended no user waits for the answer: leaves out accounts of which none may post, ends no pause but a wait
   * that is over, and mails what is refused
   * @returns the accounts about which the network gave no answer
   */
  async checkSome(userId: number, ids: readonly number[], { unattended = false } = {}): Promise<number[]> {
    const refusals: Refusal[] = [];
    const unanswered: number[] = [];
    const now = this.clock.now();
    try {
      // Read in one statement, so that a Page and its token come from the same save.
      for (const together of checkedTogether(await this.accounts.connected(userId))) {
        if (!together.accounts.some(({ id }) => ids.includes(id))) continue;
        if (unattended && !together.accounts.some((account) => maySend(account, now))) continue;
        const answer = await this.ask(userId, together, { unattended });
        if (answer === 'unreachable') unanswered.push(...together.accounts.map(({ id }) => id));
        else if (answer) refusals.push(answer);
      }
      return unanswered;
    } finally {
      await this.refusedTokens.pause(userId, refusals, { tells: unattended });
    }
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

  /** @returns the refusal of the token, or that the network gave no answer about it */
  private async ask(
    userId: number,
    together: AskedTogether,
    { unattended }: Attendance,
  ): Promise<Refusal | 'unreachable' | undefined> {
    const token = this.cipher.decrypt(together.sealed, tokenContext(userId));
    if (!token) return undefined;
    const isNew = together.accounts.some(({ verified_at }) => verified_at === null);
    const asked: AskedWith = { ...together, token, isNew, unattended };
    const verification = await this.networks.verify(asked);
    const touched = { user: userId, topics: ACCOUNT_TOPICS, account: 'all' as const };
    switch (verification.kind) {
      case 'good':
        await this.changes.commit(this.refreshing(userId, asked, verification), touched);
        return undefined;
      case 'refused':
        return { asked, refused: verification };
      case 'not now':
      case 'unreachable':
        return 'unreachable';
    }
  }

  private refreshing(userId: number, asked: AskedWith, good: Good): Statement[] {
    const now = this.clock.now();
    const isSame = good.page.token === asked.token;
    const token = isSame ? asked.sealed : this.cipher.encrypt(good.page.token, tokenContext(userId));
    // What was known of the end of one token says nothing about another.
    const expiresAt = good.expiresAt === undefined && !isSame ? null : good.expiresAt;
    const toldOf = (network: NetworkName) =>
      asked.accounts.find((account) => account.network === network)?.missing_permissions ?? null;
    const refreshingOne = (network: NetworkName, remoteId: string, name: string): Statement =>
      textOf(
        query
          .updateTable('accounts')
          // MySQL assigns from left to right: a column that reads the old row must come before the one that overwrites
          // it.
          .set((row) => ({
            paused_reason: row
              .case()
              .when(endOfPause(asked, network, now)(row))
              .then(null)
              .else(row.ref('paused_reason'))
              .end(),
            resumes_at: row.case().when('resumes_at', '>', now).then(row.ref('resumes_at')).end(),
            ...(expiresAt !== undefined && {
              expiry_mail_days: row
                .case()
                .when('expires_at', '=', expiresAt)
                .then(row.ref('expiry_mail_days'))
                .end(),
              expires_at: expiresAt,
            }),
            name,
            token,
            verified_at: now,
            // The login dialog may have told what a check cannot read.
            ...(good.dataAccessExpiresAt !== undefined && {
              data_access_mail_days: row
                .case()
                .when('data_access_expires_at', '=', good.dataAccessExpiresAt)
                .then(row.ref('data_access_mail_days'))
                .end(),
              data_access_expires_at: good.dataAccessExpiresAt,
            }),
            missing_permissions: missingText(
              stillMissing(toldOf(network), good.missing[network], good.granted),
            ),
            next_check_at: now + CHECKED_EVERY_MS,
            ...(good.personId !== null && { meta_user_id: good.personId }),
          }))
          .where('user_id', '=', userId)
          .where('network', '=', network)
          .where('remote_id', '=', remoteId)
          .where('token', '=', asked.sealed),
      );
    return [
      refreshingOne('facebook', asked.pageId, good.page.name),
      ...(good.instagram && asked.instagramId
        ? [refreshingOne('instagram', asked.instagramId, good.instagram.name)]
        : []),
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

/**
 * A wait ends with its time. A pause that lasts until the user reconnects may be about more than the token: it ends only
 * for a user who asks, and only if it was there before the network was asked.
 */
function endOfPause({ accounts, unattended }: AskedWith, network: NetworkName, now: number): Which {
  const before = accounts.find((account) => account.network === network);
  const reason = unattended || before?.resumes_at ? null : before?.paused_reason;
  return (is) =>
    is.or([
      is('resumes_at', '<=', now),
      ...(reason ? [is.and([waitsForUser(is), is('paused_reason', '=', reason)])] : []),
    ]);
}

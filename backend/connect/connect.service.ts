import { Injectable } from '@nestjs/common';
import { AccountAdding } from '../accounts/connection/account-adding';
import { AccountList } from '../accounts/account-list';
import type { AccountView } from '../accounts/account.view';
import { DomainError, invalid, notFound } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { query } from '../database/tables';
import { Connector } from '../ports/networks/connector';
import { ConnectSessions, type Offered } from './connect-sessions';
import { viewOffer, type OfferView } from './connect.view';
import { callbackUrl } from './dialog-answer';
import { chosenAccounts, type Choice } from './offer-choice';

export const NOT_OFFERED = 'Connecting with Facebook is not set up here. Paste an access token instead.';

/** Sends people to the login dialog, shows which Pages it offers, and connects those that they choose. */
@Injectable()
export class ConnectService {
  constructor(
    private readonly sessions: ConnectSessions,
    private readonly connector: Connector,
    private readonly adding: AccountAdding,
    private readonly accounts: AccountList,
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * @param accountId an account that is to be connected again: the dialog asks for what was refused before
   * @returns the dialog's address, and the cookie that its answer must come with
   * @throws DomainError 404 without an app at Meta; 422 if the account is not the user's
   */
  async start(userId: number, accountId?: number): Promise<{ url: string; cookie: string }> {
    if (!this.connector.isOffered) throw new DomainError(404, 'not_found', NOT_OFFERED);
    if (accountId !== undefined && !(await this.hasAccount(userId, accountId)))
      throw invalid({ account_id: ['Choose one of your accounts.'] });
    const { state, cookie } = await this.sessions.open(userId);
    const again = accountId !== undefined;
    return { url: this.connector.dialogUrl({ redirectUri: callbackUrl(this.config), state, again }), cookie };
  }

  /** @throws DomainError 404 for another user's, and when it is over */
  async offer(userId: number, id: number): Promise<OfferView> {
    const [offered, accounts] = await Promise.all([
      this.offered(userId, id),
      this.db.rows(accountsOf(userId).select(['network', 'remote_id'])),
    ]);
    return viewOffer(offered, accounts);
  }

  /**
   * All or nothing. Accounts that the user has get the new token and lose their pause, so that a repetition changes
   * nothing.
   *
   * @throws DomainError 404 for another user's offer, and when it is over; 422 for what cannot be chosen, and beyond the
   * plan's number of accounts
   */
  async choose(userId: number, id: number, choice: Choice): Promise<AccountView[]> {
    const offered = await this.offered(userId, id);
    const chosen = chosenAccounts(offered, choice, (sealed) => this.sessions.pageTokenOf(id, sealed));
    const ids = await this.adding.add(userId, chosen, {
      statement: this.sessions.stillOffered(userId, id),
      confirm: async () => {
        await this.offered(userId, id);
      },
    });
    return this.accounts.views(userId, ids);
  }

  private async offered(userId: number, id: number): Promise<Offered> {
    const offered = await this.sessions.offered(userId, id);
    if (!offered) throw notFound('This list of Pages');
    return offered;
  }

  private async hasAccount(userId: number, id: number): Promise<boolean> {
    return (await this.db.row(accountsOf(userId).select('id').where('id', '=', id))) !== undefined;
  }
}

const accountsOf = (userId: number) =>
  query.selectFrom('accounts').where('user_id', '=', userId).where('removed_at', '=', 0);

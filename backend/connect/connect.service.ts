import { Injectable } from '@nestjs/common';
import { DomainError, invalid, notFound } from '../common/errors';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { query } from '../database/tables';
import { Connector } from '../ports/networks/connector';
import { ConnectSessions } from './connect-sessions';
import { viewOffer, type OfferView } from './connect.view';
import { callbackUrl } from './dialog-answer';

export const NOT_OFFERED = 'Connecting with Facebook is not set up here. Paste an access token instead.';

/** Sends people to the login dialog, and shows which Pages it offers. */
@Injectable()
export class ConnectService {
  constructor(
    private readonly sessions: ConnectSessions,
    private readonly connector: Connector,
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
      this.sessions.offered(userId, id),
      this.db.rows(accountsOf(userId).select(['network', 'remote_id'])),
    ]);
    if (!offered) throw notFound('This list of Pages');
    return viewOffer(offered, accounts);
  }

  private async hasAccount(userId: number, id: number): Promise<boolean> {
    return (await this.db.row(accountsOf(userId).select('id').where('id', '=', id))) !== undefined;
  }
}

const accountsOf = (userId: number) =>
  query.selectFrom('accounts').where('user_id', '=', userId).where('removed_at', '=', 0);

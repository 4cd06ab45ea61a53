import { Injectable } from '@nestjs/common';
import { Networks } from '../../ports/networks/network';
import { AccountAdding, type NewAccount } from './account-adding';
import { AccountList } from '../account-list';
import type { NewAccountDto } from '../account.dto';
import type { AccountView } from '../account.view';
import { unrefused, type Unrefused } from './unrefused';

/** Connects the Page, and the Instagram account, that a pasted token is for. */
@Injectable()
export class AccountEntry {
  constructor(
    private readonly networks: Networks,
    private readonly adding: AccountAdding,
    private readonly accounts: AccountList,
  ) {}

  /**
   * While the network cannot be reached, the accounts are stored as unverified.
   * @throws DomainError 422 on the field that the network refused, and beyond the plan's number of accounts
   */
  async enter(
    userId: number,
    { access_token, page_id, instagram_page_id }: NewAccountDto,
  ): Promise<AccountView[]> {
    const instagramId = instagram_page_id || null;
    const access = { token: access_token, isNew: true, pageId: page_id, instagramId };
    const verification = unrefused(await this.networks.verify(access));
    const ids = await this.adding.add(userId, [
      accountOf(access_token, verification, { network: 'facebook', remoteId: page_id, pageRemoteId: null }),
      ...(instagramId
        ? [
            accountOf(access_token, verification, {
              network: 'instagram',
              remoteId: instagramId,
              pageRemoteId: page_id,
            }),
          ]
        : []),
    ]);
    return this.accounts.views(userId, ids);
  }
}

function accountOf(
  entered: string,
  verification: Unrefused,
  account: Pick<NewAccount, 'network' | 'remoteId' | 'pageRemoteId'>,
): NewAccount {
  const last4 = entered.slice(-4);
  if (verification.kind === 'unreachable')
    return {
      ...account,
      name: null,
      token: entered,
      given: { token: entered, last4 },
      metaUserId: null,
      expiresAt: null,
      dataAccessExpiresAt: null,
      missing: null,
      isUnverified: true,
    };
  const { page, instagram, given, personId, expiresAt, dataAccessExpiresAt, missing } = verification;
  return {
    ...account,
    name: (account.network === 'facebook' ? page : instagram)?.name ?? null,
    token: page.token,
    given: { token: given, last4 },
    metaUserId: personId,
    expiresAt: expiresAt ?? null,
    dataAccessExpiresAt: dataAccessExpiresAt ?? null,
    missing: missing[account.network],
  };
}

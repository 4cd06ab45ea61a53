import type { AccountRow } from '../turns/account-turns';

/** A Page and its Instagram account, as far as the user has both with the same token: one question is about them all. */
export interface AskedTogether {
  /** The token. The same text entered again is another one. */
  sealed: string;
  givenSealed: string | null;
  pageId: string;
  instagramId: string | null;
  accounts: AccountRow[];
}

/** @param accounts all that a user has connected */
export function checkedTogether(accounts: readonly AccountRow[]): AskedTogether[] {
  const found: AskedTogether[] = [];
  for (const account of accounts)
    if (account.network === 'facebook' && account.token !== null)
      found.push({
        sealed: account.token,
        givenSealed: account.given_token,
        pageId: account.remote_id,
        instagramId: null,
        accounts: [account],
      });
  for (const account of accounts) {
    const { network, token, page_remote_id: pageId, remote_id } = account;
    // The network tells about an Instagram account only with its Page.
    if (network !== 'instagram' || token === null || pageId === null) continue;
    const withPage = found.find(
      (each) => each.sealed === token && each.pageId === pageId && each.instagramId === null,
    );
    if (withPage) {
      withPage.instagramId = remote_id;
      withPage.accounts.push(account);
    } else
      found.push({
        sealed: token,
        givenSealed: account.given_token,
        pageId,
        instagramId: remote_id,
        accounts: [account],
      });
  }
  return found;
}

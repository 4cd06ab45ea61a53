import { isolated } from '../../format';
import { AccountPicture } from './AccountPicture';
import { TEXTS } from './texts';
import type { ShownAccount } from './shownAccounts';

/** The account of a post in one line; nothing where there is no choice. */
export const AccountTag = ({ account }: { account: ShownAccount | undefined }) =>
  account ? (
    <span className="account-tag" title={`${isolated(account.name)}, ${TEXTS[account.network]}`}>
      <AccountPicture account={account} />
      <span className="account-name" dir="auto">
        {account.name}
      </span>
    </span>
  ) : null;

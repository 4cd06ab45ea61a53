import type { AccountOfPost } from './account';
import { AccountTag } from './AccountTag';
import { useShownAccounts } from './shownAccounts';

interface PostAccountProps {
  account: AccountOfPost | null;
}

/** The account of a post; nothing while each network has one account. */
export function PostAccount({ account }: PostAccountProps) {
  const show = useShownAccounts();
  return <AccountTag account={show(account)} />;
}

import type { Post } from '../../../types';
import { accountsOn, type Account } from '../../accounts/account';
import { useAccounts } from '../../queries';

/** The accounts of their network to which these posts can go: not the one in which all of them are already. */
export function useAccountsToMoveTo(posts: readonly Post[]): Account[] {
  const { data } = useAccounts();
  const [first] = posts;
  if (!first) return [];
  const isThereAlready = ({ id }: Account) => posts.every(({ account }) => account?.id === id);
  return accountsOn(first.network, data).filter((account) => !isThereAlready(account));
}

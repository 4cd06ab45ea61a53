import type { Schemas } from '../../types';

export type Network = Account['network'];

/** A Page or an Instagram account of the user. */
export type Account = Schemas['AccountView'];

/** The account of a post, which may be removed by now. */
export type AccountOfPost = Schemas['AccountOfPost'];

/** An account has no name before its first check. */
export const nameOf = ({ name, remote_id }: Pick<Account, 'name' | 'remote_id'>) => name ?? remote_id;

export const accountsOn = (network: Network, accounts: readonly Account[] = []) =>
  accounts.filter((account) => account.network === network);

export const defaultOn = (network: Network, accounts: readonly Account[] = []) =>
  accountsOn(network, accounts).find(({ is_default }) => is_default === 1);

/** Without its Page an Instagram account has no place in the form of the defaults. */
export const needsCards = (accounts: readonly Account[] = []) =>
  hasChoice(accounts) || (accounts.length > 0 && accountsOn('facebook', accounts).length === 0);

/** Whether there is a choice: two accounts of one network. With one of each, every post has its only place. */
export const hasChoice = (accounts: readonly Account[] = []) =>
  accountsOn('facebook', accounts).length > 1 || accountsOn('instagram', accounts).length > 1;

import { useAccounts } from '../queries';
import { accountsOn, hasChoice, type Account, type AccountOfPost, type Network } from './account';
import { TEXTS } from './texts';

/** The accounts of a network to choose from, or of both; empty while there is no choice. */
export function useChoiceOfAccounts(network?: Network): Account[] {
  const { data = NONE } = useAccounts();
  const offered = network ? accountsOn(network, data) : data;
  return hasChoice(offered) ? offered : NONE;
}

const NONE: Account[] = [];

/** What is shown of a post's account. */
export interface ShownAccount {
  network: Network;
  name: string;
  picture_path: string | null;
}

export type ShowAccount = (account: AccountOfPost | null) => ShownAccount | undefined;

/** Tells what to show of the account of a post: nothing where there is no choice. */
export function useShownAccounts(): ShowAccount {
  const choice = useChoiceOfAccounts();
  return (account) => {
    if (choice.length === 0 || !account) return undefined;
    const known = choice.find(({ id }) => id === account.id);
    return {
      network: account.network,
      name: known?.name ?? account.name ?? TEXTS.removedAccount,
      picture_path: known?.picture_path ?? null,
    };
  };
}

import { useAccounts, useUser } from '../queries';
import type { Account, Network } from './account';
import { useRememberedIds } from './rememberedIds';
import { useChoiceOfAccounts } from './shownAccounts';

/**
 * The accounts that new posts of a network go to, at least one, remembered in this browser. At first it is the default;
 * accounts that are gone are left out. Empty without a choice: the server knows the only one. While the accounts are
 * unknown, the remembered ids are sent as they are, and the server refuses those that are gone.
 */
export function usePostTo(network: Network) {
  const choice = useChoiceOfAccounts(network);
  const [remembered, remember] = useRememberedIds(`pagecast-post-to-${useUser().id}-${network}`);
  const known = choice.filter(({ id }) => remembered.includes(id));
  const isUnknown = useAccounts().data === undefined;
  const chosen = known.length > 0 ? known : choice.filter(({ is_default }) => is_default === 1);
  return {
    choice,
    chosen,
    ids: isUnknown ? remembered : chosen.map(({ id }) => id),
    choose(accounts: readonly Account[]) {
      if (accounts.length > 0) remember(accounts.map(({ id }) => id));
    },
  };
}

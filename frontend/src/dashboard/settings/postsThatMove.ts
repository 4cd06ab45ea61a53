import { plural } from '../../format';
import { accountsOn, defaultOn, nameOf, type Account, type Network } from '../accounts/account';
import type { Inspection } from './calls';
import { TEXTS } from './texts';

interface Wanted {
  page_id: string;
  instagram_page_id: string;
}

/**
 * Says which pending posts would go to another Page, or to another Instagram account, if the defaults were changed in
 * place. An id that is already another account moves only the default mark, and no post; an empty one disconnects.
 */
export function postsThatMove(
  wanted: Wanted,
  accounts: readonly Account[],
  inspection: Inspection | undefined,
): string[] {
  const sentence = (network: Network, id: string, name: string | undefined) => {
    const old = defaultOn(network, accounts);
    const known = accountsOn(network, accounts).some(({ remote_id }) => remote_id === id);
    if (!old || known || id === '' || old.pending === 0) return [];
    return [TEXTS.postsMove(plural(old.pending, 'pending post'), name ?? id, nameOf(old))];
  };
  const page = inspection?.pages.find(({ page_id }) => page_id === wanted.page_id);
  const instagram = inspection?.pages.find((each) => each.instagram?.id === wanted.instagram_page_id);
  return [
    ...sentence('facebook', wanted.page_id, page?.name),
    ...(wanted.page_id === ''
      ? []
      : sentence('instagram', wanted.instagram_page_id, instagram?.instagram?.username)),
  ];
}

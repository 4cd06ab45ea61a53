import { NETWORKS, type NetworkName } from '../../ports/networks/network';
import type { AccountRow } from '../turns/account-turns';

type Named = Pick<AccountRow, 'id' | 'network' | 'name' | 'remote_id'>;

const NETWORK_NAMES: Record<NetworkName, string> = { facebook: 'Facebook', instagram: 'Instagram' };

/** Names written out in a mail. Of more accounts only the number is told. */
const MOST_NAMES = 3;

const nameOf = ({ name, network, remote_id }: Named): string =>
  `${name ?? remote_id} (${NETWORK_NAMES[network]})`;

/**
 * The accounts as a subject line names them: by their networks where those tell them apart, else by their names.
 * @param all the user's accounts
 */
export function shortNames(accounts: readonly Named[], all: readonly Named[]): string {
  const networks = NETWORKS.filter((network) => accounts.some((each) => each.network === network));
  const tells = networks.every((network) => all.filter((each) => each.network === network).length <= 1);
  return tells ? networks.map((network) => NETWORK_NAMES[network]).join(' and ') : fullNames(accounts);
}

export function fullNames(accounts: readonly Named[]): string {
  const names = accounts.slice(0, MOST_NAMES).map(nameOf);
  const others = accounts.length - names.length;
  if (others > 0) names.push(others === 1 ? '1 other account' : `${others} other accounts`);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

import { AccountsService } from '../../backend/accounts/accounts.service';
import type { NetworkName } from '../../backend/ports/networks/network';
import type { Container } from './container';
import { Draws } from './draws';
import type { Item, Person } from './knowledge';
import type { Plan } from './plan';

/** Accounts of an upload, by their places in the user's list; none: the default one. */
export function drawAccounts({ seed }: Plan, step: number): number[] {
  const chance = new Draws('accounts of uploads', seed, step);
  return chance.pick([[], [], [], [1], [2], [0, 1], [1, 2], [0, 1, 2]]);
}

/** Pages that a user connects in the beginning, beside the first one. */
export function drawOtherPages({ seed, pages }: Plan, user: number): number[] {
  const chance = new Draws('other accounts', seed, user);
  const all = Array.from({ length: pages }, (_, page) => page);
  return chance.chance(0.3) ? [] : all.filter(() => chance.chance(0.7));
}

/** The fields that name these accounts, which the items are told; none when the user has no account on the network. */
export async function namingAccounts(
  at: Container,
  { userId }: Person,
  network: NetworkName,
  items: readonly Item[],
  places: readonly number[],
): Promise<Record<string, string[]>> {
  if (places.length === 0) return {};
  const all = (await at.get(AccountsService).connected(userId)).filter((each) => each.network === network);
  const chosen = [...new Set(places.map((place) => all[place % all.length]))].filter(
    (account) => account !== undefined,
  );
  for (const item of items) item.isFor = chosen.map(({ remote_id }) => remote_id);
  return chosen.length > 0 ? { account_ids: chosen.map(({ id }) => String(id)) } : {};
}

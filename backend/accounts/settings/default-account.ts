import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';

/** Query for the user's default accounts: one on each network on which the user has accounts. */
export const defaultsOf = (userId: number) =>
  query.selectFrom('accounts').where('user_id', '=', userId).where('is_default', '=', 1);

/** Query for the user's default account on this network: new posts go there. */
export const defaultAccount = (userId: number, network: NetworkName) =>
  defaultsOf(userId).where('network', '=', network);

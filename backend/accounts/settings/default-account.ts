import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';

/** Query for the user's default account on this network: new posts go there. */
export const defaultAccount = (userId: number, network: NetworkName) =>
  query
    .selectFrom('accounts')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('is_default', '=', 1);

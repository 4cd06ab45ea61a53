import { required, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';

/** Holds these connected accounts until the unit ends, so that none of them is removed meanwhile. */
const holding = (userId: number) =>
  query
    .updateTable('accounts')
    .set(({ ref }) => ({ remote_id: ref('remote_id') }))
    .where('user_id', '=', userId)
    .where('removed_at', '=', 0);

/** The update that holds one connected account, for a unit that requires more of it. */
export const holdingAccount = (userId: number, id: number) => holding(userId).where('id', '=', id);

/** Fails unless the account is removed, and keeps it so until the unit ends. */
export const holdingRemoved = (id: number): Statement =>
  required(
    query
      .updateTable('accounts')
      .set(({ ref }) => ({ removed_at: ref('removed_at') }))
      .where('id', '=', id)
      .where('removed_at', '>', 0),
  );

/** Fails unless all of these accounts are connected. The ids are distinct. */
export const holdingAccounts = (userId: number, network: NetworkName, ids: readonly number[]): Statement =>
  required(holding(userId).where('network', '=', network).where('id', 'in', ids), ids.length);

/** Fails unless the second account is connected, and on the network of the first, which may be removed. */
export const holdingBeside = (userId: number, accountId: number, otherId: number): Statement =>
  required(
    holding(userId)
      .where('id', '=', otherId)
      .where('id', '<>', accountId)
      .where('network', '=', networkOf(userId, accountId)),
  );

/** The derived table is for MySQL, which cannot read the table that it updates. */
const networkOf = (userId: number, accountId: number) =>
  query
    .selectFrom(
      query
        .selectFrom('accounts')
        .select('network')
        .where('id', '=', accountId)
        .where('user_id', '=', userId)
        .as('former'),
    )
    .select('former.network');

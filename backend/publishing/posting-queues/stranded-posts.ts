import { defaultsOf } from '../../accounts/settings/default-account';
import type { Database } from '../../database/database';
import type { Row } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';

type PostOfNetwork = Pick<Row<'posts'>, 'account_id' | 'network'>;

/** The networks on which the user has accounts; reads nothing unless one of the posts has none. */
export async function networksBeside(
  db: Database,
  userId: number,
  posts: readonly Pick<PostOfNetwork, 'account_id'>[],
): Promise<ReadonlySet<NetworkName>> {
  if (posts.every(({ account_id }) => account_id !== null)) return new Set();
  return new Set((await db.rows(defaultsOf(userId).select('network'))).map(({ network }) => network));
}

/**
 * Whether the post has no account, and gets none: the first account of its network takes over what has none, and later
 * ones do not.
 */
export const isStranded = (
  { account_id, network }: PostOfNetwork,
  networks: ReadonlySet<NetworkName>,
): boolean => account_id === null && networks.has(network);

import type { Database } from '../database/database';
import { query, type Row } from '../database/tables';

/**
 * Those of the remote ids that belong to other posts. Several users may have connected the same Page, so they may belong
 * to anybody's.
 */
export async function knownOfOthers(
  db: Database,
  { id, network }: Pick<Row<'posts'>, 'id' | 'network'>,
  remoteIds: string[],
): Promise<Set<string>> {
  if (remoteIds.length === 0) return new Set();
  const others = query.selectFrom('posts').where('remote_id', 'in', remoteIds).where('id', '<>', id);
  const rows = await db.rows(others.where('network', '=', network).select('remote_id'));
  return new Set(rows.flatMap(({ remote_id }) => remote_id ?? []));
}

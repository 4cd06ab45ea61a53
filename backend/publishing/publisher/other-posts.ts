import type { Database } from '../../database/database';
import { query, type Row } from '../../database/tables';
import type { RemoteSession, SentPost } from '../../ports/networks/network';
import { UNDER_WAY } from '../posts/post-status';

type Post = Pick<Row<'posts'>, 'id' | 'network'>;

/**
 * Those of the remote ids that belong to other posts. Several users may have connected the same Page, so they may belong
 * to anybody's.
 */
export async function knownOfOthers(
  db: Database,
  { id, network }: Post,
  remoteIds: string[],
): Promise<Set<string>> {
  if (remoteIds.length === 0) return new Set();
  const others = query.selectFrom('posts').where('remote_id', 'in', remoteIds).where('id', '<>', id);
  const rows = await db.rows(others.where('network', '=', network).select('remote_id'));
  return new Set(rows.flatMap(({ remote_id }) => remote_id ?? []));
}

/** The other posts to an account of a network, of any user, of which nobody knows yet whether they are public. */
export async function othersInDoubt(
  db: Database,
  { id, network }: Post,
  remoteId: string,
): Promise<SentPost[]> {
  const rows = await db.rows(
    query
      .selectFrom('accounts as a')
      .innerJoin('posts as p', 'p.account_id', 'a.id')
      .where('a.network', '=', network)
      .where('a.remote_id', '=', remoteId)
      .where('p.status', 'in', UNDER_WAY)
      .where('p.intent_account', '=', remoteId)
      .where('p.id', '<>', id)
      .select(['p.remote_session', 'p.posted_text']),
  );
  return rows.map(({ remote_session, posted_text }) => {
    const { protocol = '', intentAt = 0 } = JSON.parse(remote_session ?? '{}') as Partial<RemoteSession>;
    return { protocol, text: posted_text ?? '', intentAt };
  });
}

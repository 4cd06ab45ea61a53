import { sql, type Expression } from 'kysely';
import { query } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';

/** An account, in a query about many of them or about one. */
export interface UsingAccount {
  userId: Expression<number>;
  network: Expression<NetworkName>;
  remoteId: Expression<string>;
}

/** The videos that may go out from these categories. */
export const videosOf = (categories: number[]) =>
  query
    .selectFrom('shared_videos as v')
    .innerJoin('categories as c', 'c.id', 'v.category_id')
    .where('v.deleted_at', 'is', null)
    .where('c.is_active', '=', 1)
    .where('v.category_id', 'in', categories);

/** A use recorded before there was an account counts for every account. */
const FOR_EVERY_ACCOUNT = '';

const usesOf = ({ userId, network }: UsingAccount) =>
  query.selectFrom('library_uses as l').where('l.user_id', '=', userId).where('l.network', '=', network);

/**
 * How many uses of the account are recorded, also of videos that went out of the library since. For each name on its own:
 * MariaDB would read those of all accounts for one of two names.
 */
export function countOfUses(account: UsingAccount): Expression<number> {
  const count = usesOf(account).select(({ fn }) => fn.countAll<number>().as('count'));
  const common = count.where('l.remote_id', '=', FOR_EVERY_ACCOUNT);
  return sql<number>`${common} + ${count.where('l.remote_id', '=', account.remoteId)}`;
}

/** Library videos that the account has never posted. */
export const unusedVideos = (categories: number[], account: UsingAccount) =>
  videosOf(categories).where(({ not, exists, ref }) =>
    not(
      exists(
        usesOf(account)
          .select('l.user_id')
          .where((use) => use('l.remote_id', 'in', [use.val(FOR_EVERY_ACCOUNT), account.remoteId]))
          .where('l.shared_video_id', '=', ref('v.id')),
      ),
    ),
  );

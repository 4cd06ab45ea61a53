import type { Expression } from 'kysely';
import { query } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';

/** An account, in a query about many of them or about one. */
export interface UsingAccount {
  userId: Expression<number>;
  network: Expression<NetworkName>;
  remoteId: Expression<string>;
}

/**
 * Library videos that the account has never posted. A use recorded before there was an account counts for every
 * account.
 */
export const unusedVideos = (categories: number[], { userId, network, remoteId }: UsingAccount) =>
  query
    .selectFrom('shared_videos as v')
    .innerJoin('categories as c', 'c.id', 'v.category_id')
    .where('v.deleted_at', 'is', null)
    .where('c.is_active', '=', 1)
    .where('v.category_id', 'in', categories)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('library_uses as l')
            .select('l.user_id')
            .where('l.user_id', '=', userId)
            .where('l.network', '=', network)
            .where((use) => use('l.remote_id', 'in', [use.val(''), remoteId]))
            .whereRef('l.shared_video_id', '=', 'v.id'),
        ),
      ),
    );

import { sql, type Expression } from 'kysely';
import { prepared } from '../database/prepared';
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

/** A video in the order in which automatic posting takes them: the oldest first. */
export interface VideoInOrder {
  id: number;
  createdAt: number;
}

/** The next videos that may go out from these categories, in order. */
export const videosAfter = (categories: number[], last: VideoInOrder | undefined, most: number) =>
  videosOf(categories)
    .select(['v.id', 'v.created_at as createdAt'])
    .$if(last !== undefined, (videos) =>
      videos
        .where('v.created_at', '>=', last?.createdAt ?? 0)
        .where((video) =>
          video.or([video('v.created_at', '>', last?.createdAt ?? 0), video('v.id', '>', last?.id ?? 0)]),
        ),
    )
    .orderBy('v.created_at')
    .orderBy('v.id')
    .limit(most);

interface UsesWanted {
  [value: string]: string | number;
  userId: number;
  network: NetworkName;
  remoteId: string;
  from: number;
  to: number;
}

/** Which of the videos with these ids the account has posted. */
export const USES_OF_ACCOUNT = prepared(({ userId, network, remoteId, from, to }: UsesWanted) =>
  query
    .selectFrom('library_uses')
    .select('shared_video_id as id')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('remote_id', 'in', [FOR_EVERY_ACCOUNT, remoteId])
    .where('shared_video_id', '>=', from)
    .where('shared_video_id', '<=', to),
);

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

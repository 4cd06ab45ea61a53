import type { AliasableExpression, Expression } from 'kysely';
import { defaultAccount } from '../accounts/settings/default-account';
import { deleteInBatches } from '../database/batches';
import { textOf, type Database, type Statement } from '../database/database';
import { query } from '../database/tables';
import { remoteIdOf, type PostingAccount } from './picked-videos';

/** Forgets which library videos the user's accounts have already posted. */
export const forgetUsesOfAccount = (db: Database, userId: number): Promise<void> =>
  deleteInBatches(db, 'library_uses', 'shared_video_id', (use) => use('user_id', '=', userId));

/** Forgets which accounts have already posted the video. */
export const forgetUsesOfVideo = (db: Database, sharedVideoId: number): Promise<void> =>
  deleteInBatches(db, 'library_uses', 'user_id', (use) => use('shared_video_id', '=', sharedVideoId));

/** Why an account uses a video: 1 if the user picked it, or as in the column `picked` of another use. */
type Picked = 0 | 1 | AliasableExpression<0 | 1>;

/**
 * Records that the account used the video. Inserts no row if it used it before, or if the video is gone. A use from
 * before there was an account counts for every account.
 */
export function usingVideo(
  { userId, network, accountId }: PostingAccount,
  videoId: number,
  { now, picked }: { now: number; picked: Picked },
) {
  const account =
    accountId === undefined ? defaultAccount(userId, network).select('remote_id') : remoteIdOf(accountId);
  const uses = query
    .selectFrom('library_uses as l')
    .select('l.user_id')
    .where('l.user_id', '=', userId)
    .where('l.network', '=', network)
    .where('l.shared_video_id', '=', videoId)
    .where((use) =>
      use.or([use('l.remote_id', '=', ''), use('l.remote_id', '=', use.fn.coalesce(account, use.val('')))]),
    );
  const videos = query
    .selectFrom('shared_videos as v')
    .select(({ val, fn, ref }) => [
      val(userId).as('user_id'),
      val(network).as('network'),
      fn.coalesce(account, val('')).as('remote_id'),
      ref('v.id').as('shared_video_id'),
      val(now).as('used_at'),
      (typeof picked === 'number' ? val<0 | 1>(picked) : picked).as('picked'),
    ])
    .where('v.id', '=', videoId)
    .where('v.deleted_at', 'is', null)
    .where(({ not, exists }) => not(exists(uses)));
  return query
    .insertInto('library_uses')
    .columns(['user_id', 'network', 'remote_id', 'shared_video_id', 'used_at', 'picked'])
    .expression(videos);
}

/**
 * Records that the account used the videos of its posts that are not published, as far as it does not know of them. A
 * failed one may be tried again.
 * @param from the account that the posts come from, if it is known
 */
export function usingVideosOfAccount(
  account: number | Expression<number>,
  now: number,
  from?: number,
): Statement {
  const videos = query
    .selectFrom('posts as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(({ val, fn, selectFrom }) => [
      'a.user_id',
      'a.network',
      'a.remote_id',
      'p.shared_video_id',
      val(now).as('used_at'),
      fn
        .coalesce(
          selectFrom('library_uses as before')
            .select(({ fn: { min } }) => min('before.picked').as('picked'))
            .whereRef('before.user_id', '=', 'a.user_id')
            .whereRef('before.network', '=', 'a.network')
            .whereRef('before.shared_video_id', '=', 'p.shared_video_id')
            .$if(from !== undefined, (use) =>
              use.where('before.remote_id', 'in', [val(''), remoteIdOf(from ?? 0)]),
            ),
          val<0 | 1>(0),
        )
        .as('picked'),
    ])
    .distinct()
    .where('p.account_id', '=', account)
    .where('p.status', '<>', 'published')
    .where('p.shared_video_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('library_uses as l')
            .select('l.user_id')
            .whereRef('l.user_id', '=', 'a.user_id')
            .whereRef('l.network', '=', 'a.network')
            .whereRef('l.shared_video_id', '=', 'p.shared_video_id')
            .where((use) =>
              use.or([use('l.remote_id', '=', ''), use('l.remote_id', '=', use.ref('a.remote_id'))]),
            ),
        ),
      ),
    );
  return textOf(
    query
      .insertInto('library_uses')
      .columns(['user_id', 'network', 'remote_id', 'shared_video_id', 'used_at', 'picked'])
      .expression(videos),
  );
}

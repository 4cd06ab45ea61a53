import { textOf, type Statement } from '../database/database';
import { query, type Row } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';

type Unpublished = Exclude<Row<'posts'>['status'], 'published'>;

/** Named one by one, since a comparison with the other one reads all posts of a user. */
const UNPUBLISHED = Object.keys({
  pending: true,
  scheduled: true,
  processing: true,
  uploaded: true,
  failed: true,
} satisfies Record<Unpublished, true>) as Unpublished[];

/** An account of a user; the default one without an id. */
export interface PostingAccount {
  userId: number;
  network: NetworkName;
  accountId?: number;
}

export const remoteIdOf = (accountId: number) =>
  query.selectFrom('accounts').select('remote_id').where('id', '=', accountId);

/** As in the use of this account, for the one that its post moves to. */
export const pickedOn = (accountId: number, { userId, network }: PostingAccount, videoId: number) =>
  query
    .selectFrom('library_uses as before')
    .select(({ fn, val }) => fn.coalesce(fn.min('before.picked'), val<0 | 1>(0)).as('picked'))
    .where('before.user_id', '=', userId)
    .where('before.network', '=', network)
    .where('before.shared_video_id', '=', videoId)
    .where((use) => use('before.remote_id', 'in', [use.val(''), remoteIdOf(accountId)]))
    .$asScalar();

/**
 * Gives videos that the user picked back to automatic posting, where no post that is not published needs them any more.
 * To be run after the posts were deleted, moved or given other files.
 * @param videoIds absent: all that the user picked
 */
export function givingBack(userId: number, videoIds?: readonly number[]): Statement {
  const needing = query
    .selectFrom('posts as p')
    .leftJoin('accounts as a', 'a.id', 'p.account_id')
    .select('p.id')
    .where('p.user_id', '=', userId)
    .where('p.status', 'in', UNPUBLISHED);
  return textOf(
    query
      .deleteFrom('library_uses')
      .where('user_id', '=', userId)
      .where('picked', '=', 1)
      .$if(videoIds !== undefined, (use) => use.where('shared_video_id', 'in', videoIds ?? []))
      .where((use) =>
        use.not(
          use.exists(
            needing
              .where('p.shared_video_id', '=', use.ref('library_uses.shared_video_id'))
              .where('p.network', '=', use.ref('library_uses.network'))
              .where((post) =>
                post.or([
                  // It may go to any account.
                  post('p.account_id', 'is', null),
                  post(use.ref('library_uses.remote_id'), 'in', [post.val(''), post.ref('a.remote_id')]),
                ]),
              ),
          ),
        ),
      ),
  );
}

/**
 * The account keeps the use of the video, whatever becomes of its posts: one of them may be public.
 * @param remoteId absent: on any account
 */
export const keepingUse = (
  { userId, network, remoteId }: { userId: number; network: NetworkName; remoteId?: string },
  videoId: number,
) =>
  query
    .updateTable('library_uses')
    .set({ picked: 0 })
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('shared_video_id', '=', videoId)
    .$if(remoteId !== undefined, (use) => use.where('remote_id', 'in', ['', remoteId ?? '']))
    .where('picked', '=', 1);

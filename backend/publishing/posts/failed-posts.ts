import { Injectable } from '@nestjs/common';
import { sql, type ExpressionBuilder } from 'kysely';
import { Changes } from '../../database/changes';
import { required, type Statement } from '../../database/database';
import { query, type Query, type Tables } from '../../database/tables';
import { NOT_CONFIRMED } from '../../ports/networks/network';
import { givingBack } from '../../shared-videos/picked-videos';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { MediaRemoval } from '../../uploads/media-removal';
import { FORMATS } from '../formats/formats';
import { FLEETING, formatOf, topicOf } from '../formats/lists';
import { isOwn, ownBytes, touchingPosts, type PostRef } from './post-ref';
import type { PostRow } from './post.view';

/** The columns that a new upload replaces in a failed post. */
export type NewFile = Pick<
  PostRow,
  | 'format'
  | 'file_key'
  | 'poster_key'
  | 'size_bytes'
  | 'width'
  | 'height'
  | 'duration_ms'
  | 'fingerprint'
  | 'created_at'
  | 'stored_at'
>;

/** Removes the traces of earlier tries. */
const AS_NEW = {
  status: 'pending',
  upload_error: null,
  dismissed_at: null,
  idle_since: null,
  tries: 0,
} as const;

/** Other bytes are not what may have been made public before. */
const AS_OTHER = { remote_session: null, posted_text: null } as const;

const RETRIED = '{"protocol":"","remoteId":"","earlier":';

/**
 * What may be public is looked for before the post is sent again: its user may not have looked, or not found it. After a
 * restore the lists of the network have been read already.
 */
const lookingForEarlierTry = () => {
  const session = sql.ref<string>('remote_session');
  const isKept = sql`${session} like ${`${RETRIED}%`}`;
  const isInDoubt = sql`upload_error = ${NOT_CONFIRMED} and ${session} is not null`;
  type Text = string | null;
  return {
    posted_text: sql<Text>`case when ${isKept} or (${isInDoubt}) then posted_text end`,
    remote_session: sql<Text>`case when ${isKept} then ${session} when ${isInDoubt} then concat(${RETRIED}, ${session}, '}') end`,
  };
};

/** What users do with posts that failed: try again, take the time away, replace the file, dismiss. */
@Injectable()
export class FailedPosts {
  constructor(
    private readonly quota: Quota,
    private readonly changes: Changes,
    private readonly media: MediaRemoval,
  ) {}

  /**
   * Failed → pending; reserves a task again. A time that has passed becomes now. If it was not confirmed whether the post
   * is public, that is looked for first.
   * @returns false also when the post's account was removed.
   */
  async retry(ref: PostRef, limits: QuotaLimits, now: number): Promise<boolean> {
    const change = this.broughtBack(ref)
      .set((post) => {
        const later = () =>
          post
            .case()
            .when('scheduled_for', '<', now)
            .then(post.val(now))
            .else(post.ref('scheduled_for'))
            .end();
        return { due_at: later(), scheduled_for: later() };
      })
      .where(hasNotLostAccount);
    return this.bringBack(ref, this.quota.reserving(ref.userId, limits, 1, 0), change);
  }

  /**
   * Failed → pending without a time, even when no task is free. Automatic posting skips it until `restsUntil`, and a
   * story becomes a draft. If its account was removed, it waits for it, or for another one.
   */
  async unschedule(ref: PostRef, restsUntil: number): Promise<boolean> {
    const change = this.broughtBack(ref).set((post) => ({
      due_at: null,
      scheduled_for: null,
      rests_until: restsUntil,
      draft: post
        .case()
        .when('format', 'in', FLEETING)
        .then(post.val<0 | 1>(1))
        .else(post.val<0 | 1>(0))
        .end(),
      // MySQL assigns from left to right: what is read comes before what is changed.
      left_account_id: post.fn.coalesce(
        accountsOfPost.where('a.removed_at', '>', 0).$asScalar(),
        post.ref('left_account_id'),
      ),
      account_id: accountsOfPost.where('a.removed_at', '=', 0),
    }));
    return this.bringBack(ref, this.quota.taking(ref.userId, 1), change);
  }

  /**
   * Failed → pending without a time and with other bytes, as if uploaded now; a story becomes a draft.
   * @param holding what the unit needs of the user's row
   * @returns false when it has changed since it was read, or the quota or `holding` does not allow it.
   */
  async replaceFile(
    before: PostRow,
    limits: QuotaLimits,
    file: NewFile,
    holding: Statement,
  ): Promise<boolean> {
    const { id, user_id, kind, fence, file_key, shared_video_id } = before;
    const change = query
      .updateTable('posts')
      .set({
        ...file,
        due_at: null,
        scheduled_for: null,
        rests_until: null,
        queued_at: null,
        draft: formatOf({ network: before.network, format: file.format }).fleeting ? 1 : 0,
        shared_video_id: null,
        // It is a frame of the former film.
        cover_at_ms: null,
        ...AS_NEW,
        ...AS_OTHER,
      })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .where('fence', '=', fence)
      .where(({ fn, val }) => fn.coalesce('file_key', val('')), '=', file_key ?? '')
      .where(hasNotLostAccount);
    const reserving = this.quota.reserving(user_id, limits, 1, file.size_bytes - ownBytes(before));
    const replacing = [
      reserving,
      holding,
      required(change),
      ...(shared_video_id === null ? [] : [givingBack(user_id, [shared_video_id])]),
      ...this.media.letGo([file_key]),
    ];
    return (await this.changes.commit(replacing, touchingPosts(user_id, kind))) !== null;
  }

  /** Dismisses a failure from the home screen; idempotent. @returns false when the post has not failed. */
  async dismiss(ref: PostRef, now: number): Promise<boolean> {
    const change = query
      .updateTable('posts')
      .where(isOwn(ref))
      .set(({ fn, val }) => ({ dismissed_at: fn.coalesce('dismissed_at', val(now)) }))
      .where('status', '=', 'failed');
    const touched = { user: ref.userId, topics: [topicOf(ref.kind)] };
    return (await this.changes.commit([required(change)], touched)) !== null;
  }

  private async bringBack({ userId, kind }: PostRef, taking: Statement, change: Query): Promise<boolean> {
    return (await this.changes.commit([taking, required(change)], touchingPosts(userId, kind))) !== null;
  }

  private broughtBack(ref: PostRef) {
    return (
      query
        .updateTable('posts')
        .where(isOwn(ref))
        // MySQL assigns from left to right: what is read comes before what is changed.
        .set({ ...lookingForEarlierTry(), ...AS_NEW })
        .where('status', '=', 'failed')
        .where((post) => post.or([post('file_key', 'is not', null), post('format', 'in', WITHOUT_FILES)]))
    );
  }
}

const WITHOUT_FILES = FORMATS.flatMap(({ media, name }) => (media === 'none' ? [name] : []));

const accountsOfPost = query
  .selectFrom('accounts as a')
  .select('a.id')
  .whereRef('a.id', '=', sql.ref('posts.account_id'));

/** Another account never gets a post that was not meant for it, and a removed one publishes none. */
const hasNotLostAccount = ({ not, exists }: ExpressionBuilder<Tables, 'posts'>) =>
  not(exists(accountsOfPost.where('a.removed_at', '>', 0)));

import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder, UpdateObject } from 'kysely';
import { Changes } from '../database/changes';
import { required, type Statement } from '../database/database';
import { query, type Tables } from '../database/tables';
import { Quota, type QuotaLimits } from '../subscriptions/quota';
import { topicOf } from './formats/lists';
import { isOwn, ownBytes, touchingPosts, type PostRef } from './post-ref';
import type { PostRow } from './post.view';

/** The columns that a new upload replaces in a failed post. */
export type NewFile = Pick<
  PostRow,
  'file_key' | 'poster_key' | 'size_bytes' | 'width' | 'height' | 'duration_ms' | 'created_at' | 'stored_at'
>;

/** Removes the traces of earlier tries. */
const AS_NEW = {
  status: 'pending',
  upload_error: null,
  dismissed_at: null,
  idle_since: null,
  tries: 0,
  remote_session: null,
  posted_text: null,
} as const;

/** What users do with posts that failed: try again, take the time away, replace the file, dismiss. */
@Injectable()
export class FailedPosts {
  constructor(
    private readonly quota: Quota,
    private readonly changes: Changes,
  ) {}

  /** Failed → pending; reserves a task again. A time that has passed becomes now. */
  async retry(ref: PostRef, limits: QuotaLimits, now: number): Promise<boolean> {
    return this.bringBack(ref, this.quota.reserving(ref.userId, limits, 1, 0), (post) => {
      const later = () =>
        post.case().when('scheduled_for', '<', now).then(post.val(now)).else(post.ref('scheduled_for')).end();
      return { due_at: later(), scheduled_for: later() };
    });
  }

  /** Failed → pending without a time, even when no task is free. Automatic posting skips it until `restsUntil`. */
  async unschedule(ref: PostRef, restsUntil: number): Promise<boolean> {
    const time = { due_at: null, scheduled_for: null, rests_until: restsUntil };
    return this.bringBack(ref, this.quota.taking(ref.userId, 1), () => time);
  }

  /**
   * Failed → pending without a time and with other bytes, as if uploaded now.
   * @returns false when it has changed since it was read, or the quota does not allow it.
   */
  async replaceFile(before: PostRow, limits: QuotaLimits, file: NewFile): Promise<boolean> {
    const { id, user_id, kind, fence, file_key } = before;
    const change = query
      .updateTable('posts')
      .set({
        ...file,
        due_at: null,
        scheduled_for: null,
        rests_until: null,
        shared_video_id: null,
        ...AS_NEW,
      })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .where('fence', '=', fence)
      .where(({ fn, val }) => fn.coalesce('file_key', val('')), '=', file_key ?? '');
    const reserving = this.quota.reserving(user_id, limits, 1, file.size_bytes - ownBytes(before));
    return (await this.changes.commit([reserving, required(change)], touchingPosts(user_id, kind))) !== null;
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

  private async bringBack(
    ref: PostRef,
    taking: Statement,
    time: (post: ExpressionBuilder<Tables, 'posts'>) => UpdateObject<Tables, 'posts', 'posts'>,
  ): Promise<boolean> {
    const change = query
      .updateTable('posts')
      .where(isOwn(ref))
      .set((post) => ({ ...time(post), ...AS_NEW }))
      .where('status', '=', 'failed')
      .where('file_key', 'is not', null);
    return (
      (await this.changes.commit([taking, required(change)], touchingPosts(ref.userId, ref.kind))) !== null
    );
  }
}

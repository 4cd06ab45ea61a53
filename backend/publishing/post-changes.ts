import { Inject, Injectable } from '@nestjs/common';
import type { UpdateObject } from 'kysely';
import { AutopostSchedule } from '../accounts/autopost-schedule';
import { Clock } from '../common/clock';
import { Changes } from '../database/changes';
import { Database, required, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Tables } from '../database/tables';
import { Quota } from '../subscriptions/quota';
import { scheduling } from '../users/scheduling';
import { isOwn, ownBytes, touchingPosts, type PostRef } from './post-ref';
import type { PostRow } from './post.view';

/** Changes pending posts, each by one conditional statement: what the publisher has claimed stays as it is. */
@Injectable()
export class PostChanges {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async edit(ref: PostRef, title: string, description: string | null): Promise<boolean> {
    return this.changePending(ref, { title, description, remote_session: null, posted_text: null });
  }

  /** @returns false when the post is not pending (any more). */
  async reschedule(ref: PostRef, scheduledFor: number | null): Promise<boolean> {
    return this.changePending(
      ref,
      {
        scheduled_for: scheduledFor,
        due_at: scheduledFor === null ? null : this.dueAt(scheduledFor),
        tries: 0,
      },
      scheduledFor === null ? [] : [scheduling(ref.userId)],
    );
  }

  /** Reschedules several posts, all or none. @returns false when one of them is missing or not pending (any more). */
  async rescheduleAll(userId: number, times: { ref: PostRef; at: number }[]): Promise<boolean> {
    const change = query
      .updateTable('posts')
      .set((post) => {
        const [first, ...others] = times as [(typeof times)[number], ...typeof times];
        const each = (instant: (at: number) => number) => {
          const one = post
            .case('id')
            .when(first.ref.id)
            .then(post.val(instant(first.at)));
          return others.reduce((all, { ref, at }) => all.when(ref.id).then(post.val(instant(at))), one).end();
        };
        return { scheduled_for: each((at) => at), due_at: each((at) => this.dueAt(at)), tries: 0 };
      })
      .where('user_id', '=', userId)
      .where('status', '=', 'pending')
      .where((post) => post.or(times.map(({ ref }) => post.and({ id: ref.id, kind: ref.kind }))));
    const kinds = times.map(({ ref }) => ref.kind);
    return (
      (await this.changes.commit(
        [required(change, times.length), scheduling(userId)],
        touchingPosts(userId, ...kinds),
      )) !== null
    );
  }

  async delete(ref: PostRef, row: PostRow): Promise<boolean> {
    const deleting = [
      required(query.deleteFrom('posts').where(isOwn(ref)).where('status', '=', 'pending')),
      this.quota.freeing(ref.userId, 1, ownBytes(row)),
    ];
    return (await this.changes.commit(deleting, touchingPosts(ref.userId, ref.kind))) !== null;
  }

  /** Makes a waiting post without a time due now. @returns false when it no longer waits. */
  async giveTurn(accountId: number, postId: number): Promise<boolean> {
    const waiting = query
      .updateTable('posts')
      .set({ due_at: this.clock.now() })
      .where('id', '=', postId)
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .where('scheduled_for', 'is', null)
      .where('due_at', 'is', null);
    const done = await this.db.atomically([required(waiting), this.schedule.dueNow(accountId)]);
    if (done) this.changes.wake({ account: accountId });
    return done !== null;
  }

  /** A time in the begun minute means now: the post is not late because the minute had begun. */
  private dueAt(time: number): number {
    return Math.max(time, this.clock.now());
  }

  private async changePending(
    ref: PostRef,
    change: UpdateObject<Tables, 'posts', 'posts'>,
    also: Statement[] = [],
  ): Promise<boolean> {
    const pending = query.updateTable('posts').set(change).where(isOwn(ref)).where('status', '=', 'pending');
    return (
      (await this.changes.commit([required(pending), ...also], touchingPosts(ref.userId, ref.kind))) !== null
    );
  }
}

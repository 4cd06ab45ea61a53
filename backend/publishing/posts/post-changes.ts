import { Inject, Injectable } from '@nestjs/common';
import { expressionBuilder } from 'kysely';
import { AutopostSchedule } from '../../accounts/turns/autopost-schedule';
import { Clock } from '../../common/time/clock';
import { Changes } from '../../database/changes';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { prepared } from '../../database/prepared';
import { query, type Tables } from '../../database/tables';
import { scheduling } from '../../users/scheduling';
import { mayLoseTime, unlessDraft } from './drafts';
import { FLEETING } from '../formats/lists';
import { isOwn, touchingPosts, type PostRef } from './post-ref';

const A_MINUTE_MS = 60_000;

const { val } = expressionBuilder<Tables, 'posts'>();

/** Posts that a turn made due. */
const TURNS = prepared(({ accountId }: { accountId: number }) =>
  query
    .selectFrom('posts')
    .select(['id', 'kind'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .where('due_at', '>', 0)
    .where('scheduled_for', 'is', null)
    .where('format', 'not in', FLEETING),
);

/** Changes pending posts, each by one conditional statement: what the publisher has claimed stays as it is. */
@Injectable()
export class PostChanges {
  constructor(
    private readonly db: Database,
    private readonly schedule: AutopostSchedule,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * @param before the time that it must still have, if that matters
   * @returns false when the post is not pending (any more), or is a story that may not lose its time.
   */
  async reschedule(ref: PostRef, scheduledFor: number | null, before?: number | null): Promise<boolean> {
    const due = scheduledFor === null ? null : unlessDraft(val(this.dueAt(scheduledFor)));
    const pending = query
      .updateTable('posts')
      .set({ scheduled_for: scheduledFor, due_at: due, tries: 0 })
      .where(isOwn(ref))
      .where('status', '=', 'pending')
      .$if(scheduledFor === null, (post) => post.where(mayLoseTime()))
      .$if(before !== undefined, (post) =>
        post.where('scheduled_for', before === null ? 'is' : '=', before ?? null),
      );
    const also = scheduledFor === null ? [] : [scheduling(ref.userId)];
    const done = await this.changes.commit([required(pending), ...also], touchingPosts(ref.userId, ref.kind));
    return done !== null;
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
        return {
          scheduled_for: each((at) => at),
          due_at: unlessDraft(each((at) => this.dueAt(at))),
          tries: 0,
        };
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

  /**
   * Makes a waiting post without a time due now. `also` joins the unit.
   * @returns false when it no longer waits, or when a required statement of `also` does nothing.
   */
  async giveTurn(accountId: number, postId: number, also: Statement[] = []): Promise<boolean> {
    const waiting = query
      .updateTable('posts')
      .set({ due_at: this.clock.now() })
      .where('id', '=', postId)
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .where('draft', '=', 0)
      .where('format', 'not in', FLEETING)
      .where('scheduled_for', 'is', null)
      .where('due_at', 'is', null);
    const done = await this.db.atomically([...also, required(waiting), this.schedule.dueNow(accountId)]);
    if (done) this.changes.wake({ account: accountId });
    return done !== null;
  }

  /** Takes the turn back from posts that could not use it; they wait for the next one, in their old places. */
  async takeTurnsBack(userId: number, accountId: number): Promise<void> {
    const turns = await this.db.rows(TURNS({ accountId }));
    if (turns.length === 0) return;
    const taken = query
      .updateTable('posts')
      .set({ due_at: null })
      .where(
        'id',
        'in',
        turns.map(({ id }) => id),
      )
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .where('scheduled_for', 'is', null);
    const kinds = turns.map(({ kind }) => kind);
    await this.changes.commit([textOf(taken)], touchingPosts(userId, ...kinds));
  }

  /**
   * A time in the begun minute means now: the post is not late because the minute had begun. An earlier one was given back,
   * and with it the place of the post.
   */
  private dueAt(time: number): number {
    const now = this.clock.now();
    return time < now - A_MINUTE_MS ? time : Math.max(time, now);
  }
}

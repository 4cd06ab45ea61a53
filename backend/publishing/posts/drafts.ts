import { expressionBuilder, type Expression } from 'kysely';
import { invalid } from '../../common/errors/errors';
import type { Row, Tables } from '../../database/tables';
import { STORY_NEEDS_TIME } from '../composing/text-limits';
import { FLEETING, formatOf } from '../formats/lists';

/*
 * A draft is a pending post that is never due: its `due_at` is null, so no look for work finds it. What gives a pending
 * post an instant goes through here.
 */

const post = expressionBuilder<Tables, 'posts'>();

/** The instant, and null for a draft. */
export const unlessDraft = (at: Expression<number | null>) =>
  post.case().when('draft', '=', 1).then(null).else(at).end();

/** A story without a time stays a draft: it waits for no turn, so nothing else would ever end it. */
export const mayBeReleased = () =>
  post.or([post('format', 'not in', FLEETING), post('scheduled_for', 'is not', null)]);

/** The other half of the rule. */
export const mayLoseTime = () => post.or([post('format', 'not in', FLEETING), post('draft', '=', 1)]);

/** @throws DomainError 422 for a story that was released */
export function refuseToLoseTime(row: Row<'posts'>): void {
  if (row.status === 'pending' && row.draft === 0 && formatOf(row).fleeting)
    throw invalid({ scheduled_for: [STORY_NEEDS_TIME] });
}

/** Of a draft its time, at the earliest now; of any other post the column's value. */
const released = (column: 'due_at' | 'scheduled_for', now: number) =>
  post
    .case()
    .when(post.and([post('draft', '=', 1), post('scheduled_for', '<', now)]))
    .then(post.val(now))
    .when('draft', '=', 1)
    .then(post.ref('scheduled_for'))
    .else(post.ref(column))
    .end();

/**
 * The columns that make a draft of a pending post, or release it. MySQL assigns from left to right, so what is read
 * comes before what is changed.
 */
export const drafting = (draft: 0 | 1, now: number) =>
  draft === 1
    ? { due_at: null, draft }
    : { due_at: released('due_at', now), scheduled_for: released('scheduled_for', now), draft };

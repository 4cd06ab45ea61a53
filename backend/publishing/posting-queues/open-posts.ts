import type { ExpressionBuilder } from 'kysely';
import type { Row, Tables } from '../../database/tables';
import { FLEETING } from '../formats/lists';
import type { PostingQueue } from './slots';

/** What of an open post decides about its turn. */
export const OPEN_COLUMNS = [
  'id',
  'account_id',
  'kind',
  'scheduled_for',
  'due_at',
  'status',
  'created_at',
  'stored_at',
  'rests_until',
  'queued_at',
] as const;

export type OpenPost = Pick<Row<'posts'>, (typeof OPEN_COLUMNS)[number]>;

/** Nothing that has no time and may not wait for a turn is in a queue. */
export const mayBeQueued = (post: ExpressionBuilder<Tables, 'posts'>) =>
  post.or([
    post('format', 'not in', FLEETING),
    post('scheduled_for', 'is not', null),
    post('due_at', 'is not', null),
  ]);

/** A post without a time that is under way counts as timed now: the next one waits for its outcome. */
export function queued(posts: OpenPost[], now: number): Pick<PostingQueue, 'timed' | 'waiting'> {
  return {
    timed: posts
      .filter((post) => !waits(post))
      .map(({ id, scheduled_for }) => ({ id, at: scheduled_for ?? now })),
    waiting: posts.filter(waits).map(({ id, created_at, stored_at, rests_until, queued_at }) => ({
      id,
      begunAt: created_at,
      storedAt: stored_at ?? created_at,
      restsUntil: rests_until,
      queuedAt: queued_at,
    })),
  };
}

/** Whether the post gets its time from its account. */
export const waits = ({
  status,
  scheduled_for,
  due_at,
}: Pick<OpenPost, 'status' | 'scheduled_for' | 'due_at'>) =>
  status === 'pending' && scheduled_for === null && due_at === null;

import { EventLoopShare } from '../../common/limits/event-loop-share';
import type { Database } from '../../database/database';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { mayBeQueued, OPEN_COLUMNS, type OpenPost } from './open-posts';
import { OPEN, UNDER_WAY } from '../posts/post-status';

/** So many rows are read without anybody noticing. */
const A_PIECE = 1_000;

/** The open posts of these accounts, without drafts. Others have their turns while many are read. */
export async function openPostsOf(db: Database, accountIds: number[]): Promise<OpenPost[]> {
  const first = await db.rows(openOn(accountIds).limit(A_PIECE));
  if (first.length < A_PIECE) return first;
  const found = await db.rows(openOn(accountIds).where('status', 'in', UNDER_WAY));
  const eventLoop = new EventLoopShare();
  for (const accountId of accountIds) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const piece: OpenPost[] = await db.rows(UNTIMED({ accountId, after }));
      for (const post of piece) found.push(post);
      after = piece.length < A_PIECE ? undefined : piece.at(-1)?.id;
      await eventLoop.share();
    }
    for (let after: { at: number; id: number } | undefined = { at: 0, id: 0 }; after;) {
      const piece: OpenPost[] = await db.rows(TIMED({ accountId, ...after }));
      for (const post of piece) found.push(post);
      const last = piece.at(-1);
      after = piece.length < A_PIECE || !last ? undefined : { at: last.due_at ?? 0, id: last.id };
      await eventLoop.share();
    }
  }
  return found;
}

const openOn = (accountIds: number[]) =>
  query
    .selectFrom('posts')
    .select(OPEN_COLUMNS)
    .where('account_id', 'in', accountIds)
    .where('status', 'in', OPEN)
    .where('draft', '=', 0)
    .where(mayBeQueued);

const pendingOn = (accountId: number) =>
  query
    .selectFrom('posts')
    .select(OPEN_COLUMNS)
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .where('draft', '=', 0)
    .where(mayBeQueued)
    .limit(A_PIECE);

/** Each piece is found in the index behind the one before. */
const UNTIMED = prepared(({ accountId, after }: { accountId: number; after: number }) =>
  pendingOn(accountId).where('due_at', 'is', null).where('id', '>', after).orderBy('id'),
);

const TIMED = prepared(({ accountId, at, id }: { accountId: number; at: number; id: number }) =>
  pendingOn(accountId)
    .where('due_at', '>=', at)
    .where((post) => post.or([post('due_at', '>', at), post('id', '>', id)]))
    .orderBy('due_at')
    .orderBy('id'),
);

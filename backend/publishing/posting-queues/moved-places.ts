import { sql } from 'kysely';
import type { Clock } from '../../common/time/clock';
import { textOf, type Database, type Statement } from '../../database/database';
import { query } from '../../database/tables';
import { inOrder } from './slots';

const ROWS_AT_ONCE = 500;

export interface MovedPlaces {
  /** For posts that nothing else is said of. */
  last: number;
  /** To be run when the posts have come to the other account. */
  keeping: Statement[];
}

/** Places behind what waits on another account for all that is pending on this one, in the order that it has here. */
export async function movedPlaces(
  db: Database,
  clock: Clock,
  fromAccountId: number,
  toAccountId: number,
): Promise<MovedPlaces> {
  const first = clock.now();
  const rows = await db.rows(
    query
      .selectFrom('posts')
      .select(['id', 'created_at', 'queued_at'])
      .where('account_id', '=', fromAccountId)
      .where('status', '=', 'pending'),
  );
  // Posts that share a place go by their age.
  if (rows.every(({ queued_at }) => queued_at === null)) return { last: first, keeping: [] };
  const ids = inOrder(
    rows.map(({ id, created_at, queued_at }) => ({ id, begunAt: created_at, queuedAt: queued_at })),
  ).map(({ id }) => id);
  const keeping: Statement[] = [];
  for (let n = 0; n < ids.length; n += ROWS_AT_ONCE)
    keeping.push(placing(toAccountId, ids.slice(n, n + ROWS_AT_ONCE), first + n));
  return { last: first + ids.length, keeping };
}

function placing(accountId: number, ids: number[], first: number): Statement {
  const cases = ids.map((id, n) => sql`WHEN ${id} THEN ${first + n}`);
  return textOf(
    query
      .updateTable('posts')
      .set({ queued_at: sql<number>`CASE id ${sql.join(cases, sql` `)} END` })
      .where('id', 'in', ids)
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending'),
  );
}

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import type { Database } from './database';
import { anyTable, type Query, type TableName } from './tables';

/**
 * Most ids that a statement looks at where no index tells which rows match: SQLite has one connection, and MySQL stops
 * a statement that takes long.
 */
const SPAN = 2000;

/** The ids from `from` on that are below `end`. */
export interface IdSpan {
  from: number;
  end: number;
}

type AnySelect<Found> = SelectQueryBuilder<
  Record<string, Record<string, string | number | null>>,
  string,
  Found
>;

const never = () => false;

/** All ids of a table that has them, in pieces. However far apart ids are, none is empty. */
export async function* idSpans(
  db: Database,
  table: TableName,
  isStopped: () => boolean = never,
): AsyncGenerator<IdSpan> {
  let from = await firstId(db, table, 0);
  while (from !== undefined && !isStopped()) {
    const end: number = from + SPAN;
    yield { from, end };
    await yieldToOthers();
    from = await firstId(db, table, end);
  }
}

/**
 * The rows that a SELECT without an order finds in a table that has ids, in their order: so many at once at most, and
 * only those of one span.
 */
export async function* rowsBySpans<Found extends { id: number }>(
  db: Database,
  table: TableName,
  select: Query<Found>,
  { atOnce, isStopped = never }: { atOnce: number; isStopped?: () => boolean },
): AsyncGenerator<Found[]> {
  const found = (select as AnySelect<Found>).orderBy('id').limit(atOnce);
  for await (const span of idSpans(db, table, isStopped)) {
    let { from } = span;
    while (!isStopped()) {
      const rows = await db.rows(found.where('id', '>=', from).where('id', '<', span.end));
      const last = rows.at(-1);
      if (!last) break;
      yield rows;
      if (rows.length < atOnce) break;
      from = last.id + 1;
      await yieldToOthers();
    }
  }
}

async function firstId(db: Database, table: TableName, from: number): Promise<number | undefined> {
  const next = anyTable.selectFrom(table).select('id').where('id', '>=', from).orderBy('id').limit(1);
  return (await db.row(next.$castTo<{ id: number }>()))?.id;
}

import { setImmediate as pause } from 'node:timers/promises';
import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database } from './database';
import { anyTable, type Query, type Row, type TableName, type Tables } from './tables';

const ROWS_AT_ONCE = 500;

/**
 * Deletes any number of rows in batches, so that other work is not delayed and no statement grows with the backlog.
 * `key` may be one of several key columns.
 */
export async function deleteInBatches<Name extends TableName>(
  db: Database,
  table: Name,
  key: keyof Row<Name> & string,
  where: (columns: ExpressionBuilder<Tables, Name>) => Expression<SqlBool>,
): Promise<void> {
  const among = someOf(table, key, where);
  await whileThereAre(db, anyTable.deleteFrom<string>(table).where(among));
}

/** Sets a column to null in any number of rows, likewise. No row may match afterwards. */
export async function clearInBatches<Name extends TableName>(
  db: Database,
  table: Name,
  column: keyof Row<Name> & string,
  key: keyof Row<Name> & string,
  where: (columns: ExpressionBuilder<Tables, Name>) => Expression<SqlBool>,
): Promise<void> {
  const among = someOf(table, key, where);
  const clearing = anyTable.updateTable<string>(table).set({ [column]: null });
  await whileThereAre(db, clearing.where(among));
}

function someOf<Name extends TableName>(
  table: Name,
  key: string,
  where: (columns: ExpressionBuilder<Tables, Name>) => Expression<SqlBool>,
): Expression<SqlBool> {
  const condition = where(expressionBuilder<Tables, Name>());
  const some = anyTable.selectFrom<string>(table).select(key).where(condition).limit(ROWS_AT_ONCE);
  // The derived table is for MySQL, which does not accept LIMIT in an IN subquery.
  const ids = anyTable.selectFrom(some.as('some')).select(key);
  return sql<SqlBool>`${sql.ref(key)} in ${ids} and (${condition})`;
}

async function whileThereAre(db: Database, writing: Query): Promise<void> {
  while ((await db.run(writing)) >= ROWS_AT_ONCE) await pause();
}

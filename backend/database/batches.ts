import { setImmediate as pause } from 'node:timers/promises';
import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database } from './database';
import { anyTable, type Row, type TableName, type Tables } from './tables';

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
  const condition = where(expressionBuilder<Tables, Name>());
  const from: string = table;
  const column: string = key;
  const some = anyTable.selectFrom(from).select(column).where(condition).limit(ROWS_AT_ONCE);
  const deleting = anyTable
    .deleteFrom(from)
    // The derived table is for MySQL, which does not accept LIMIT in an IN subquery.
    .where(column, 'in', anyTable.selectFrom(some.as('some')).select(column))
    .where(condition);
  for (;;) {
    if ((await db.run(deleting)) < ROWS_AT_ONCE) return;
    await pause();
  }
}

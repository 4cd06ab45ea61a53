import { setImmediate as pause } from 'node:timers/promises';
import type { Database, SqlValue } from './database';

const ROWS_AT_ONCE = 500;

/** Deletes however many rows, a few at a time: nobody else waits for long, and no statement grows with what piled up. */
export async function deleteInBatches(
  db: Database,
  table: string,
  where: string,
  params: SqlValue[],
  key = 'id',
): Promise<void> {
  // The table between is for MySQL, which takes no LIMIT in an IN.
  // A key may be one of several columns.
  const some = `SELECT ${key} FROM (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${ROWS_AT_ONCE}) AS some`;
  for (;;) {
    const gone = await db.run(`DELETE FROM ${table} WHERE ${key} IN (${some}) AND (${where})`, [
      ...params,
      ...params,
    ]);
    if (gone < ROWS_AT_ONCE) return;
    await pause();
  }
}

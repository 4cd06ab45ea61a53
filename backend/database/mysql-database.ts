import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { errorCode } from '../common/error-code';
import { Database, insertStatement, type Done, type SqlValue, type Statement } from './database';

const TRIES = 6;

/** MySQL 8 and MariaDB. Lock waits and deadlocks undo the whole list and run it again. */
export class MysqlDatabase extends Database {
  /** Below REPEATABLE READ, which a server may be set to, an INSERT … SELECT reads without a lock. */
  override readonly lockingRead = ' LOCK IN SHARE MODE';

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override rows<T>(sql: string, params: SqlValue[] = []): Promise<T[]> {
    return patiently(() => this.dataSource.query<T[]>(sql, params));
  }

  override async run(sql: string, params: SqlValue[] = []): Promise<number> {
    const result = await patiently(() => this.dataSource.query<{ affectedRows: number }>(sql, params));
    return result.affectedRows;
  }

  override async insert(table: string, values: Record<string, SqlValue>): Promise<number> {
    const { sql, params } = insertStatement(table, [values]);
    const result = await patiently(() => this.dataSource.query<{ insertId: number }>(sql, params));
    return result.insertId;
  }

  override atomically(statements: Statement[]): Promise<Done[] | null> {
    return patiently(() => this.withRunner((runner) => runAll(runner, statements)));
  }

  override isDuplicate(error: unknown): boolean {
    return errorCode(error) === 'ER_DUP_ENTRY';
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }
}

async function runAll(runner: QueryRunner, statements: Statement[]): Promise<Done[] | null> {
  await runner.startTransaction('READ COMMITTED');
  try {
    const done: Done[] = [];
    for (const { sql, params, required } of statements) {
      const { affectedRows, insertId } = (await runner.query(sql, params)) as {
        affectedRows: number;
        insertId: number;
      };
      if (affectedRows < Number(required ?? 0)) {
        await runner.rollbackTransaction();
        return null;
      }
      done.push({ affected: affectedRows, id: insertId });
    }
    await runner.commitTransaction();
    return done;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error);
      if (attempt >= TRIES || (code !== 'ER_LOCK_DEADLOCK' && code !== 'ER_LOCK_WAIT_TIMEOUT')) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

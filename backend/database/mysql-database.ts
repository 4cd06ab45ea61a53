import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseAway, classifyError } from './database-errors';
import { errorCode } from '../common/errors/error-code';
import { Database, paramsAfter, textOf, type Done, type SqlValue, type Statement } from './database';
import { dropIdle, guardPool } from './mysql-guard';
import type { Query } from './tables';

/**
 * The current instant. UNIX_TIMESTAMP(NOW(3)) is an hour ahead for an hour where the server's zone sets its clocks back:
 * the local time is then ambiguous.
 */
export const NOW_IN_MYSQL = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";

/** MariaDB and MySQL each read their own part; those that are too old for it read none, and see held rows as well. */
const UNHELD = '/*M!100600 FOR UPDATE SKIP LOCKED *//*!80001 FOR UPDATE SKIP LOCKED */';

const AWAY_TRIES = 3;
const LONGEST_MS = 10_000;
const LONGEST_PAUSE_MS = 640;

/** The driver's pool. */
interface Asked {
  query(sql: string, params: SqlValue[], done: (error: Error | null, answer: unknown) => void): void;
}

interface Attempt {
  /** Whether the work may be repeated when it is unknown whether it was done. */
  repeatable: boolean;
  /** Whatever fails now, the unit may have been committed, unless the server says that it was undone. */
  committing?: boolean;
}

/**
 * MySQL 8 and MariaDB. Work that was certainly not done is repeated: after a deadlock for as long as a call may take,
 * and a few times when the server takes no writes or cannot be reached.
 */
export class MysqlDatabase extends Database {
  /** Below REPEATABLE READ, an INSERT … SELECT would read without a lock. A server may be set to that level. */
  override readonly lockingRead = sql.raw('lock in share mode');

  override readonly nowSql = NOW_IN_MYSQL;

  private readonly pool: Asked;

  constructor(private readonly dataSource: DataSource) {
    super();
    guardPool(dataSource);
    this.pool = (dataSource.driver as unknown as { pool: Asked }).pool;
  }

  /** First without locks, because there are seldom any rows. */
  override async unheld<T extends { id: number }>(
    query: Query<T>,
  ): Promise<{ rows: T[]; passedOver: boolean }> {
    const seen = await this.rows(query);
    if (seen.length === 0) return { rows: seen, passedOver: false };
    const { sql, params } = textOf(query);
    const rows = await this.read<T>({ sql: `${sql} ${UNHELD}`, params });
    const ids = new Set(rows.map(({ id }) => id));
    return { rows, passedOver: seen.some(({ id }) => !ids.has(id)) };
  }

  protected override read<T>({ sql, params }: Statement): Promise<T[]> {
    return this.patiently({ repeatable: true }, () => this.ask<T[]>(sql, params));
  }

  protected override async write({ sql, params }: Statement): Promise<number> {
    const result = await this.patiently({ repeatable: false }, () =>
      this.ask<{ affectedRows: number }>(sql, params),
    );
    return result.affectedRows;
  }

  protected override async add({ sql, params }: Statement): Promise<number> {
    const result = await this.patiently({ repeatable: false }, () =>
      this.ask<{ insertId: number }>(sql, params),
    );
    return result.insertId;
  }

  /** A connection lost before the commit undid the unit. Lost during the commit, the outcome is unknown. */
  protected override unit(statements: Statement[]): Promise<Done[] | null> {
    const attempt: Attempt = { repeatable: true };
    const committing = () => Object.assign(attempt, { repeatable: false, committing: true });
    return this.patiently(attempt, () => {
      Object.assign(attempt, { repeatable: true, committing: false });
      return this.withRunner((runner) => runAll(runner, statements, committing));
    });
  }

  override isDuplicate(error: unknown): boolean {
    return errorCode(error) === 'ER_DUP_ENTRY';
  }

  /** One statement. Straight to the pool: a query runner for each takes a fifth of the rate of a list. */
  private ask<T>(sql: string, params: SqlValue[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.pool.query(sql, params, (error, answer) => (error ? reject(error) : resolve(answer as T)));
    });
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
    }
  }

  private async patiently<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const until = performance.now() + LONGEST_MS;
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const trouble = classifyError(error);
        const { committing = false } = attempt;
        if (trouble === undefined) throw committing ? new DatabaseAway(error) : error;
        this.troubles[trouble]++;
        if (trouble === 'stopped') throw new DatabaseAway(error, committing);
        if (trouble === 'read only') dropIdle(this.dataSource);
        // Of several transactions in a deadlock one continues, so that any number of them succeed one after the other.
        const hasTries = trouble === 'locked' || tries < AWAY_TRIES;
        const mayRepeat = trouble !== 'lost' || attempt.repeatable;
        if (!mayRepeat || !hasTries || performance.now() >= until) throw new DatabaseAway(error, !mayRepeat);
        await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 20 * 2 ** tries));
      }
    }
  }
}

async function runAll(
  runner: QueryRunner,
  statements: Statement[],
  committing: () => void,
): Promise<Done[] | null> {
  await runner.startTransaction('READ COMMITTED');
  try {
    const done: Done[] = [];
    for (const statement of statements) {
      const { affectedRows, insertId } = (await runner.query(
        statement.sql,
        paramsAfter(statement, done),
      )) as {
        affectedRows: number;
        insertId: number;
      };
      if (affectedRows < Number(statement.required ?? 0)) {
        await runner.rollbackTransaction();
        return null;
      }
      done.push({ affected: affectedRows, id: insertId });
    }
    committing();
    await runner.commitTransaction();
    return done;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

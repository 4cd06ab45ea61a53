import { setTimeout as sleep } from 'node:timers/promises';
import type { Database as Handle, Statement as Prepared } from 'better-sqlite3';
import { sql } from 'kysely';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseAway, classifyError } from './database-errors';
import { errorCode } from '../common/error-code';
import { Database, type Done, type Statement } from './database';

/** SQLite's codes for a duplicate; a primary key has its own. */
const DUPLICATE = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

/** How long to wait for another process that has locked the file before a call is refused. */
const LOCKED_MS = 5_000;
const LOCKED_AGAIN_MS = 50;

/**
 * SQLite plans for the actual number bound to a bare `LIMIT ?`, and recompiles the statement whenever one is bound:
 * fifty times the cost of a look that finds nothing. It does not look into a sum (`? + 0`).
 */
const BOUND_LIMIT = /\b(?:LIMIT|OFFSET) \?/gi;

/**
 * better-sqlite3 answers synchronously, so no other request can get between statements that run without an `await`.
 * That makes `atomically` safe on the one shared connection.
 */
export class SqliteDatabase extends Database {
  /** Not needed: SQLite has one writer at a time. */
  override readonly lockingRead = sql.raw('');

  private readonly handle: Handle;
  private readonly prepared = new Map<string, Prepared>();
  private readonly readers = new WeakMap<Prepared, RowOf>();

  constructor(dataSource: DataSource) {
    super();
    makePatient(dataSource);
    this.handle = (dataSource.driver as unknown as { databaseConnection: Handle }).databaseConnection;
  }

  protected override read<T>({ sql, params }: Statement): Promise<T[]> {
    return settle(() => {
      const statement = this.prepare(sql);
      const rowOf = this.readerOf(statement);
      return (statement.all(...params) as unknown[][]).map((values) => rowOf(values) as T);
    });
  }

  protected override write({ sql, params }: Statement): Promise<number> {
    return settle(() => this.prepare(sql).run(...params).changes);
  }

  protected override add({ sql, params }: Statement): Promise<number> {
    return settle(() => Number(this.prepare(sql).run(...params).lastInsertRowid));
  }

  protected override unit(statements: Statement[]): Promise<Done[] | null> {
    return settle(() => {
      this.handle.exec('BEGIN IMMEDIATE');
      try {
        const done: Done[] = [];
        for (const { sql, params, required } of statements) {
          const { changes, lastInsertRowid } = this.prepare(sql).run(...params);
          if (changes < Number(required ?? 0)) {
            this.handle.exec('ROLLBACK');
            return null;
          }
          done.push({ affected: changes, id: Number(lastInsertRowid) });
        }
        this.handle.exec('COMMIT');
        return done;
      } catch (error) {
        if (this.handle.inTransaction) this.handle.exec('ROLLBACK');
        throw error;
      }
    });
  }

  override isDuplicate(error: unknown): boolean {
    return DUPLICATE.includes(String(errorCode(error)));
  }

  /** Makes the statement return arrays from now on: objects made by the driver cost half as much again. */
  private readerOf(statement: Prepared): RowOf {
    const known = this.readers.get(statement);
    if (known) return known;
    const rowOf = rowMaker(
      statement
        .raw()
        .columns()
        .map(({ name }) => name),
    );
    this.readers.set(statement, rowOf);
    return rowOf;
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const fresh = this.handle.prepare(sql.replace(BOUND_LIMIT, '$& + 0'));
    // IN lists make texts of many lengths; an unbounded cache would be a leak.
    if (this.prepared.size > 500) this.prepared.clear();
    this.prepared.set(sql, fresh);
    return fresh;
  }
}

type RowOf = (values: unknown[]) => object;

/**
 * Compiles a constructor of rows from the column names, which come from our own SQL. Objects that grow by computed
 * names become hash tables when there are many of them, four times as slow to make and slower to read. mysql2 does the
 * same.
 */
function rowMaker(columns: string[]): RowOf {
  const fields = columns.map((column, n) => `${JSON.stringify(column)}: values[${n}]`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return new Function('values', `return { ${fields.join(', ')} };`) as RowOf;
}

/**
 * Turns what the work throws into a rejection, as on MySQL. While another process has locked the file, for example for
 * a backup, it tries again: a wait inside SQLite would block the whole process.
 */
async function settle<T>(work: () => T | Promise<T>): Promise<T> {
  let until: number | undefined;
  for (;;) {
    try {
      const done = work();
      return done instanceof Promise ? await done : done;
    } catch (error) {
      if (classifyError(error) === undefined) throw error;
      until ??= performance.now() + LOCKED_MS;
      if (performance.now() >= until) throw new DatabaseAway(error);
      await sleep(LOCKED_AGAIN_MS);
    }
  }
}

/** The same for calls through TypeORM's repositories. */
function makePatient(dataSource: DataSource): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  const known = new WeakSet<QueryRunner>();
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    if (known.has(runner)) return runner;
    known.add(runner);
    const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    runner.query = ((...given: unknown[]) => settle(() => query(...given))) as QueryRunner['query'];
    return runner;
  };
}

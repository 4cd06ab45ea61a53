import { setImmediate } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database as Handle, Statement as Prepared } from 'better-sqlite3';
import { sql } from 'kysely';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseAway, classifyError } from './database-errors';
import { errorCode } from '../common/errors/error-code';
import { Database, paramsAfter, type Done, type Statement } from './database';

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

/** Units that share a commit at most, so that no group holds up the process for long. */
const MOST_TOGETHER = 100;

interface Unit {
  statements: Statement[];
  durable: boolean;
  resolve(done: Done[] | null): void;
  reject(error: unknown): void;
}

type Result = { done: Done[] | null } | { error: unknown };

/**
 * better-sqlite3 answers synchronously, so no other request can get between statements that run without an `await`.
 * That makes `atomically` safe on the one shared connection.
 */
export class SqliteDatabase extends Database {
  /** Not needed: SQLite has one writer at a time. */
  override readonly lockingRead = sql.raw('');
  override readonly likeIsExact = true;

  private readonly handle: Handle;
  /** How long a durable commit waits for the disk, as SQLite counts it. */
  private readonly level: number;
  private readonly prepared = new Map<string, Prepared>();
  private readonly readers = new WeakMap<Prepared, RowOf>();
  private readonly waiting: Unit[] = [];

  /** `groups`: units of one turn of the event loop share a commit. Without it, each is done when it is asked for. */
  constructor(
    dataSource: DataSource,
    private readonly groups = true,
  ) {
    super();
    makePatient(dataSource, this.troubles);
    this.handle = (dataSource.driver as unknown as { databaseConnection: Handle }).databaseConnection;
    this.level = Number(this.handle.pragma('synchronous', { simple: true }));
  }

  protected override read<T>({ sql, params }: Statement): Promise<T[]> {
    return settle(this.troubles, () => {
      const statement = this.prepare(sql);
      const rowOf = this.readerOf(statement);
      return (statement.all(...params) as unknown[][]).map((values) => rowOf(values) as T);
    });
  }

  protected override async write(statement: Statement, durable: boolean): Promise<number> {
    return (await this.one(statement, durable)).affected;
  }

  protected override async add(statement: Statement): Promise<number> {
    return (await this.one(statement, true)).id;
  }

  protected override unit(statements: Statement[], durable: boolean): Promise<Done[] | null> {
    return this.commit(statements, durable);
  }

  private async one(statement: Statement, durable: boolean): Promise<Done> {
    const done = await this.commit([{ ...statement, required: undefined }], durable);
    return done?.[0] ?? { affected: 0, id: 0 };
  }

  private commit(statements: Statement[], durable: boolean): Promise<Done[] | null> {
    if (!this.groups) return settle(this.troubles, () => this.alone({ statements, durable }));
    return new Promise((resolve, reject) => {
      const unit = { statements, durable, resolve, reject };
      if (this.waiting.push(unit) === 1) setImmediate(() => this.commitWaiting());
    });
  }

  /**
   * A commit waits for the disk, and the process with it. What came in during one turn of the event loop therefore shares
   * one commit. Each unit is still done or undone as a whole.
   */
  private commitWaiting(): void {
    const units = this.waiting.splice(0, MOST_TOGETHER);
    if (this.waiting.length > 0) setImmediate(() => this.commitWaiting());
    const results = units.length > 1 ? this.together(units) : undefined;
    for (const [n, unit] of units.entries()) {
      const result = results?.[n];
      if (!result) settle(this.troubles, () => this.alone(unit)).then(unit.resolve, unit.reject);
      else if ('error' in result) unit.reject(result.error);
      else unit.resolve(result.done);
    }
  }

  /** @returns undefined when nothing is committed: the file is locked, or the disk refuses. Each is then on its own. */
  private together(units: Unit[]): Result[] | undefined {
    try {
      return this.lasting(
        units.some(({ durable }) => durable),
        () => {
          this.handle.exec('BEGIN IMMEDIATE');
          const results = units.map(({ statements }) => this.within(statements));
          this.handle.exec('COMMIT');
          return results;
        },
      );
    } catch {
      return undefined;
    }
  }

  /** One unit within an open transaction. @throws when the transaction is lost with it */
  private within(statements: Statement[]): Result {
    this.prepare('SAVEPOINT unit').run();
    let result: Result;
    try {
      result = { done: this.perform(statements) };
    } catch (error) {
      if (!this.handle.inTransaction || classifyError(error) !== undefined) throw error;
      result = { error };
    }
    if (!('done' in result) || !result.done) this.prepare('ROLLBACK TO unit').run();
    this.prepare('RELEASE unit').run();
    return result;
  }

  private alone({ statements, durable }: Pick<Unit, 'statements' | 'durable'>): Done[] | null {
    return this.lasting(durable, () => {
      // A single statement is a transaction of its own, unless it may have to be undone.
      const [first, ...others] = statements;
      if (first && first.required === undefined && others.length === 0) return this.perform(statements);
      this.handle.exec('BEGIN IMMEDIATE');
      const done = this.perform(statements);
      this.handle.exec(done ? 'COMMIT' : 'ROLLBACK');
      return done;
    });
  }

  /**
   * Runs a transaction, which is undone when it throws. One that is durable waits for the disk, and brings those before
   * it to the disk as well.
   */
  private lasting<T>(durable: boolean, transaction: () => T): T {
    if (!durable) this.handle.exec('PRAGMA synchronous = NORMAL');
    try {
      const done = transaction();
      this.isFull = false;
      return done;
    } catch (error) {
      this.isFull ||= errorCode(error) === 'SQLITE_FULL';
      if (this.handle.inTransaction) this.handle.exec('ROLLBACK');
      throw error;
    } finally {
      if (!durable) this.handle.exec(`PRAGMA synchronous = ${this.level}`);
    }
  }

  /** @returns null when a required statement affected too few rows; what was done before must be undone. */
  private perform(statements: Statement[]): Done[] | null {
    const done: Done[] = [];
    for (const statement of statements) {
      const params = paramsAfter(statement, done);
      const { changes, lastInsertRowid } = this.prepare(statement.sql).run(...params);
      if (changes < Number(statement.required ?? 0)) return null;
      done.push({ affected: changes, id: Number(lastInsertRowid) });
    }
    return done;
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
async function settle<T>(troubles: Database['troubles'], work: () => T | Promise<T>): Promise<T> {
  let until: number | undefined;
  for (;;) {
    try {
      const done = work();
      return done instanceof Promise ? await done : done;
    } catch (error) {
      const trouble = classifyError(error);
      if (trouble === undefined) throw error;
      troubles[trouble]++;
      until ??= performance.now() + LOCKED_MS;
      if (performance.now() >= until) throw new DatabaseAway(error, false);
      await sleep(LOCKED_AGAIN_MS);
    }
  }
}

/** The same for calls through TypeORM's repositories. */
function makePatient(dataSource: DataSource, troubles: Database['troubles']): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  const known = new WeakSet<QueryRunner>();
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    if (known.has(runner)) return runner;
    known.add(runner);
    const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    runner.query = ((...given: unknown[]) => settle(troubles, () => query(...given))) as QueryRunner['query'];
    return runner;
  };
}

import type { QueryRunner } from 'typeorm';
import { errorCode } from '../common/errors/error-code';
import { classifyError } from './database-errors';

/** What a statement that changes tables says when an earlier run has done it. */
const DONE_BEFORE = [
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_FK_DUP_NAME',
  'ER_MULTIPLE_PRI_KEY',
  'ER_CANT_DROP_FIELD_OR_KEY',
  'ER_BAD_TABLE_ERROR',
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
];

/** MariaDB names a foreign key that is there already only in the message. */
const wasDoneBefore = (error: unknown): boolean =>
  DONE_BEFORE.includes(errorCode(error) ?? '') || /errno: 121\b/.test((error as Error).message);

const TABLE = 'migration_journal';

const isRead = (sql: string): boolean => /^\s*(select|show)\b/i.test(sql);
const isRowChange = (sql: string): boolean => /^\s*(insert|update|delete|replace)\b/i.test(sql);

/** The form in which TypeORM's query builders want an answer. */
const structured = (answer: unknown) => ({
  raw: answer,
  records: Array.isArray(answer) ? (answer as unknown[]) : [],
  affected: (answer as { affectedRows?: number } | undefined)?.affectedRows,
});

interface Entry {
  /** What the reads before the statement answered. */
  reads: unknown[];
  sql: string;
  /** What the statement answered, if it changed rows. */
  answer?: unknown;
}

type Run = (sql: string, params?: unknown[]) => Promise<unknown>;

/**
 * Lets a migration on MySQL go on where an earlier run was cut off. MySQL commits each change of a table by itself, so
 * that nothing can undo a half of a migration.
 *
 * Every statement is written down: one that changes rows together with the change, one that changes tables before it.
 * The next run gets the written answers of the statements that were done, in the same order, and so asks for the same
 * ones. Only the last one may or may not have been done. It is sent again, and its refusal tells.
 */
export class MigrationJournal {
  private readonly done: Entry[] = [];
  private reads: unknown[] = [];
  private step = 0;
  private nextRead = 0;

  private constructor(
    private readonly run: Run,
    private readonly migration: string,
  ) {}

  /** Runs the work with a journal, through which all statements of the runner go. */
  static async keep(runner: QueryRunner, migration: string, work: () => Promise<void>): Promise<void> {
    const own = Object.hasOwn(runner, 'query');
    const query = runner.query;
    const run = query.bind(runner) as Run;
    await run(
      `CREATE TABLE IF NOT EXISTS ${TABLE} (migration varchar(191) NOT NULL, step integer NOT NULL, ` +
        'entry longtext NOT NULL, PRIMARY KEY (migration, step)) CHARACTER SET utf8mb4 ENGINE InnoDB',
    );
    const journal = new MigrationJournal(run, migration);
    await journal.read();
    runner.query = (async (sql: string, params?: unknown[], isStructured?: boolean) => {
      const answer = await journal.through(sql, params);
      return isStructured ? structured(answer) : answer;
    }) as QueryRunner['query'];
    try {
      await work();
    } finally {
      if (own) runner.query = query;
      else delete (runner as { query?: unknown }).query;
    }
  }

  static isThere(runner: QueryRunner): Promise<boolean> {
    return runner.hasTable(TABLE);
  }

  /** @returns the migration that is under way, or was cut off: the tables are neither as before it nor as after it. */
  static async halfDone(run: (sql: string) => Promise<unknown>): Promise<string | undefined> {
    const names = async (sql: string) => ((await run(sql)) as { name: string }[]).map(({ name }) => name);
    try {
      const begun = await names(`SELECT DISTINCT migration AS name FROM ${TABLE}`);
      const done = await names('SELECT name FROM migrations');
      return begun.find((name) => !done.includes(name));
    } catch (error) {
      if (errorCode(error) === 'ER_NO_SUCH_TABLE') return undefined;
      throw error;
    }
  }

  /** When all migrations are done. */
  static async discard(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE IF EXISTS ${TABLE}`);
  }

  private async read(): Promise<void> {
    const sql = `SELECT entry FROM ${TABLE} WHERE migration = ? ORDER BY step`;
    const rows = (await this.run(sql, [this.migration])) as { entry: string }[];
    this.done.push(...rows.map(({ entry }) => JSON.parse(entry) as Entry));
  }

  private through(sql: string, params?: unknown[]): Promise<unknown> {
    return isRead(sql) ? this.throughRead(sql, params) : this.throughChange(sql, params);
  }

  private async throughRead(sql: string, params?: unknown[]): Promise<unknown> {
    const place = this.nextRead++;
    const known = this.done[this.step];
    if (known && place < known.reads.length) return known.reads[place];
    return (this.reads[place] = await this.run(sql, params));
  }

  private async throughChange(sql: string, params?: unknown[]): Promise<unknown> {
    const entry: Entry = { reads: this.reads, sql };
    const [step, known] = [this.step++, this.done[this.step - 1]];
    [this.reads, this.nextRead] = [[], 0];
    if (known && known.sql !== sql)
      throw new Error(
        `the migration ${this.migration} was cut off in another version of it. Start that version once, or restore a backup.`,
      );
    if (known && (step < this.done.length - 1 || isRowChange(sql))) return known.answer;
    if (known) return this.change(step, sql, params, true);
    if (isRowChange(sql)) return this.withRows(step, entry, params);
    await this.write(step, entry);
    return this.change(step, sql, params);
  }

  private async change(step: number, sql: string, params: unknown[] = [], isAgain = false): Promise<unknown> {
    try {
      return await this.run(sql, params);
    } catch (error) {
      if (isAgain && wasDoneBefore(error)) return undefined;
      const deleting = `DELETE FROM ${TABLE} WHERE migration = ? AND step = ?`;
      // What the server refused was not done, and a mended migration goes on from there.
      if (classifyError(error) === undefined) await this.run(deleting, [this.migration, step]);
      throw error;
    }
  }

  private async withRows(step: number, entry: Entry, params?: unknown[]): Promise<unknown> {
    await this.run('START TRANSACTION');
    try {
      const answer = await this.run(entry.sql, params);
      await this.write(step, { ...entry, answer });
      await this.run('COMMIT');
      return answer;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private async write(step: number, entry: Entry): Promise<void> {
    const sql = `INSERT INTO ${TABLE} (migration, step, entry) VALUES (?, ?, ?)`;
    await this.run(sql, [this.migration, step, JSON.stringify(entry)]);
  }
}

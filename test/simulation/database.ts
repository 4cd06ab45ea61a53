import type { Database as Handle, Statement as Prepared } from 'better-sqlite3';
import { sql } from 'kysely';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import { Database, type Done, type SqlValue, type Statement } from '../../backend/database/database';
import { dataSourceOptions } from '../../backend/database/data-source';
import { SqliteDatabase } from '../../backend/database/sqlite-database';
import type { Machine } from './machine';

/** Migrated once; each run empties it, which takes a hundredth of a migration. */
export class Tables {
  private readonly handle: Handle;
  private readonly emptying: string;
  private readonly prepared = new Map<string, Prepared>();

  private constructor(
    readonly dataSource: DataSource,
    readonly sql: SqliteDatabase,
  ) {
    this.handle = (dataSource.driver as unknown as { databaseConnection: Handle }).databaseConnection;
    const names = this.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    );
    this.emptying = [...names.map(({ name }) => name), 'sqlite_sequence']
      .map((name) => `DELETE FROM ${name};`)
      .join('\n');
  }

  static async open(): Promise<Tables> {
    const options = dataSourceOptions({ kind: 'sqlite', file: ':memory:' }, ENTITIES);
    const dataSource = await new DataSource(options).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.query('PRAGMA temp_store = MEMORY');
    await dataSource.query('PRAGMA journal_mode = MEMORY');
    await dataSource.query('PRAGMA synchronous = OFF');
    return new Tables(dataSource, new SqliteDatabase(dataSource, false));
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }

  empty(): void {
    this.handle.pragma('foreign_keys = OFF');
    this.handle.exec(this.emptying);
    this.handle.pragma('foreign_keys = ON');
  }

  /** The first of these instants after now. */
  next(instants: string, now: number, missed: number): number | undefined {
    const statement = this.prepare(`SELECT MIN(at) AS next FROM (${instants}) WHERE at > @now`);
    return (statement.get({ now, missed }) as { next: number | null }).next ?? undefined;
  }

  /** What is there, for those who judge: at once, and seen by nobody. */
  all<T>(sql: string, ...params: SqlValue[]): T[] {
    return this.prepare(sql).all(...params) as T[];
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql) ?? this.handle.prepare(sql);
    this.prepared.set(sql, known);
    return known;
  }
}

/** Told of each statement that took effect. */
export type Watch = (params: SqlValue[]) => void;

/** That a process is there is no change. */
const BEATS = /publisher_heartbeats/;

/** The one database, as one process reaches it. */
export class SimulatedDatabase extends Database {
  override readonly lockingRead = sql.raw('');

  /** As on a server of its own: its clock is the true one. */
  override readonly nowSql = 'THE_TIME()';

  constructor(
    private readonly inner: SqliteDatabase,
    private readonly machine: Machine,
    private readonly watch: Watch,
    private readonly now: () => number,
    private readonly disturb: () => void,
  ) {
    super();
  }

  protected override read<T>({ sql, params }: Statement): Promise<T[]> {
    return this.machine.wait('database', () => {
      if (sql.includes(this.nowSql)) return Promise.resolve([{ now: this.now() } as T]);
      return this.inner.rows<T>(sql, params);
    });
  }

  protected override write({ sql, params }: Statement): Promise<number> {
    return this.machine.wait('database', async () => {
      const affected = await this.inner.run(sql, params);
      if (affected > 0 && !BEATS.test(sql)) this.disturb();
      return affected;
    });
  }

  protected override add(statement: Statement): Promise<number> {
    this.disturb();
    return this.machine.wait(
      'database',
      async () => (await this.inner.atomically([statement]))?.[0]?.id ?? 0,
    );
  }

  protected override unit(statements: Statement[]): Promise<Done[] | null> {
    return this.machine.wait('database', async () => {
      const done = await this.inner.atomically(statements);
      this.disturb();
      if (done) for (const { params } of statements) this.watch(params);
      return done;
    });
  }

  override isDuplicate(error: unknown): boolean {
    return this.inner.isDuplicate(error);
  }
}

import { DataSource, type QueryRunner } from 'typeorm';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner';
import { ENTITIES } from '../../backend/app.module';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions, MIGRATIONS } from '../../backend/database/data-source';
import { openMigrated } from '../../backend/database/migrate';
import { onMariadb } from '../support/databases';

jest.setTimeout(240_000);

const CHANGE = /^\s*(create|alter|drop|insert|update|delete|commit)\b/i;

/** So many changes get through before a run is cut off: the cuts fall before and after statements of all sorts. */
const ALLOWED = [5, 8, 11, 14, 18];

const cutOff = new Error('cut off');

/** Cuts off what TypeORM sends after so many changes: before the next one, or before its answer. */
async function cutOffAfter(changes: number, isDone: boolean, work: () => Promise<DataSource>) {
  const { query } = MysqlQueryRunner.prototype;
  let left = changes;
  MysqlQueryRunner.prototype.query = async function (this: MysqlQueryRunner, ...given: [string]) {
    if (left < 0) throw cutOff;
    if (CHANGE.test(given[0]) && left-- === 0) {
      if (isDone) await query.apply(this, given);
      throw cutOff;
    }
    return query.apply(this, given) as Promise<unknown>;
  } as typeof query;
  try {
    return await work();
  } finally {
    MysqlQueryRunner.prototype.query = query;
  }
}

onMariadb('on MariaDB', (makeConfig) => {
  const open: DataSource[] = [];
  afterAll(async () => {
    for (const dataSource of open) await dataSource.destroy();
  });
  const keep = (dataSource: DataSource) => {
    open.push(dataSource);
    return dataSource;
  };

  /** A database as the first version made it, with a user who has a session, a connection and a post. */
  async function oldDatabase(): Promise<DatabaseConfig> {
    const config = await makeConfig({ empty: true });
    const options = { ...dataSourceOptions(config, ENTITIES), migrations: MIGRATIONS.slice(0, 1) };
    const oldest = keep(await openMigrated(config, options));
    for (const sql of [
      "INSERT INTO users (id, name, email, password_hash, page_id, created_at) VALUES (7, 'Zoë 🎬', 'z@example.com', 'x', '12', 1)",
      "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('secret', 7, 1, 1763700000999)",
      "INSERT INTO connections (user_id, network, account_id, token) VALUES (7, 'facebook', '12', 'sealed')",
      `INSERT INTO posts (id, user_id, kind, network, title, status, size_bytes, width, height, created_at)
       VALUES (3, 7, 'video', 'facebook', 'A title', 'failed', 5000000000, 540, 960, 1)`,
      "INSERT INTO attempts (post_id, fence, step, started_at) VALUES (3, 1, 'start', 1)",
    ])
      await oldest.query(sql);
    return config;
  }

  const start = (config: DatabaseConfig) => openMigrated(config, dataSourceOptions(config, ENTITIES));

  /** All tables with their rows, without what differs between any two installations. */
  async function contents(dataSource: DataSource) {
    const tables = await dataSource.query<Record<string, string>[]>('SHOW TABLES');
    const found: Record<string, unknown> = {};
    for (const name of tables.flatMap((row) => Object.values(row)).sort()) {
      const [made] = await dataSource.query<Record<string, string>[]>(`SHOW CREATE TABLE \`${name}\``);
      const rows = await dataSource.query<Record<string, unknown>[]>(`SELECT * FROM \`${name}\``);
      const told = ['uuid', 'failed_at', 'next_check_at', 'idle_since'];
      // A change that was undone has used up its number.
      if (['migrations', 'sessions'].includes(name)) told.push('id');
      for (const row of rows) for (const each of told) if (row[each]) row[each] = 'given';
      found[name] = [made?.['Create Table']?.replace(/ AUTO_INCREMENT=\d+/, ''), rows];
    }
    return found;
  }

  it('a migration goes on after it was cut off at any statement, and loses no row', async () => {
    const config = await oldDatabase();
    let done: DataSource | undefined;
    let cuts = 0;
    while (!done) {
      const allowed = ALLOWED[cuts % ALLOWED.length] ?? 0;
      done = await cutOffAfter(allowed, cuts % 2 === 0, () => start(config)).catch((error: unknown) => {
        if (error !== cutOff) throw error;
        cuts++;
        return undefined;
      });
    }
    expect(cuts).toBeGreaterThan(15);
    const atOnce = keep(await start(await oldDatabase()));
    expect(await contents(keep(done))).toEqual(await contents(atOnce));
  });

  it('a statement that the server refused is sent again as the mended migration has it', async () => {
    const config = await makeConfig({ empty: true });
    const run = (second: string) => {
      const broken = class {
        name = 'Broken1900000000000';
        async up(runner: { query(sql: string): Promise<unknown> }) {
          await runner.query('CREATE TABLE first_of_two (id integer PRIMARY KEY)');
          await runner.query(second);
        }
        down = () => Promise.resolve();
      };
      return openMigrated(config, { ...dataSourceOptions(config, []), migrations: [broken] });
    };
    await expect(run('ALTER TABLE first_of_two ADD wrong nothing')).rejects.toThrow('Unknown data type');
    const dataSource = keep(await run('ALTER TABLE first_of_two ADD right_one integer'));
    expect(await dataSource.query('SELECT right_one FROM first_of_two')).toEqual([]);
    expect(await dataSource.query("SHOW TABLES LIKE 'migration_journal'")).toEqual([]);
  });

  it('a migration may use the query builder, and reads after a cut what it read before', async () => {
    const config = await makeConfig({ empty: true });
    const migration = class {
      name = 'Reading1900000000000';
      async up(runner: QueryRunner) {
        await runner.query('CREATE TABLE source (id integer PRIMARY KEY)');
        await runner.query('INSERT INTO source VALUES (1), (2)');
        const rows = await runner.manager
          .createQueryBuilder()
          .select('s.id', 'id')
          .from('source', 's')
          .getRawMany<{ id: number }>();
        await runner.query('DROP TABLE source');
        await runner.query(`CREATE TABLE found_${rows.length} (id integer)`);
      }
      down = () => Promise.resolve();
    };
    const run = () => openMigrated(config, { ...dataSourceOptions(config, []), migrations: [migration] });
    let dataSource: DataSource | undefined;
    for (let allowed = 5; !dataSource; allowed++)
      dataSource = await cutOffAfter(allowed, true, run).catch((error: unknown) => {
        if (error !== cutOff) throw error;
        return undefined;
      });
    expect(await keep(dataSource).query("SHOW TABLES LIKE 'found%'")).toHaveLength(1);
    expect(await dataSource.query('SELECT * FROM found_2')).toEqual([]);
  });

  it('a migration that changed since it was cut off is refused in words', async () => {
    const config = await makeConfig({ empty: true });
    const run = (table: string) => {
      const migration = class {
        name = 'Changed1900000000000';
        async up(runner: { query(sql: string): Promise<unknown> }) {
          await runner.query(`CREATE TABLE ${table} (id integer PRIMARY KEY)`);
          await runner.query('CREATE TABLE another (id integer PRIMARY KEY)');
        }
        down = () => Promise.resolve();
      };
      return openMigrated(config, { ...dataSourceOptions(config, []), migrations: [migration] });
    };
    // The migrations table and its journal entry, the table and its entry, and the entry of the second table.
    await expect(cutOffAfter(6, false, () => run('one'))).rejects.toBe(cutOff);
    await expect(run('two')).rejects.toThrow('was cut off in another version');
  });
});

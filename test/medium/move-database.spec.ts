import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import moveCommand from '../../backend/cli/move-database';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions } from '../../backend/database/data-source';
import { moveDatabase } from '../../backend/database/move-database';
import { MoveTarget } from '../../backend/database/move-target';
import { onMariadb, openDatabase, scratchSqlite } from '../support/databases';
import { fillWithHostileRows } from '../support/hostile-rows';
import { placeMigrated } from '../support/migrated';

jest.setTimeout(240_000);

type Sqlite = Extract<DatabaseConfig, { kind: 'sqlite' }>;
type Mysql = Extract<DatabaseConfig, { kind: 'mysql' }>;

onMariadb('to MariaDB', (makeConfig) => {
  const { make, clean } = scratchSqlite();
  afterAll(clean);

  async function makeSource(rows: number): Promise<string> {
    const { file } = (await make()) as Sqlite;
    await placeMigrated(file);
    const dataSource = await new DataSource(
      dataSourceOptions({ kind: 'sqlite', file }, ENTITIES),
    ).initialize();
    await dataSource.destroy();
    change(file, (handle) => fillWithHostileRows(handle, dataSource, rows));
    return file;
  }

  function change(file: string, work: (handle: SqliteHandle.Database) => void): void {
    const handle = new SqliteHandle(file);
    handle.pragma('foreign_keys = OFF');
    work(handle);
    handle.close();
  }

  const makeTarget = async () => (await makeConfig({ empty: true })) as Mysql;
  const move = (file: string, to: Mysql, say = (_line: string): void => undefined) =>
    moveDatabase({ file, to, entities: ENTITIES, say });
  const hashOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');

  async function onTarget<T>(to: Mysql, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const dataSource = await new DataSource(dataSourceOptions(to, [])).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }

  it('moves ten thousand rows of all tables, each as it was, and leaves the source as it was', async () => {
    const perTable = Math.ceil(10_000 / ENTITIES.length);
    const file = await makeSource(perTable);
    change(file, (handle) => handle.prepare('DELETE FROM captions WHERE id = ?').run(perTable));
    const [before, to] = [await hashOf(file), await makeTarget()];
    const { rows, tables } = await move(file, to);
    expect([rows, tables]).toEqual([perTable * ENTITIES.length - 1, ENTITIES.length]);
    expect(await hashOf(file)).toBe(before);

    const { dataSource } = await openDatabase(to);
    const handle = new SqliteHandle(file);
    for (const { tableName, primaryColumns } of dataSource.entityMetadatas) {
      const [key = ''] = primaryColumns.map(({ databaseName }) => databaseName);
      const text = (row: Record<string, unknown>) =>
        JSON.stringify(
          Object.entries(row)
            .map(([name, value]) => [name, value === null ? null : `${value as string | bigint}`])
            .sort(),
        );
      const original = handle.prepare(`SELECT * FROM ${tableName}`).safeIntegers().all() as never[];
      const moved = await dataSource.query<never[]>(`SELECT * FROM ${tableName} ORDER BY ${key}`);
      expect([tableName, moved.map(text).sort()]).toEqual([tableName, original.map(text).sort()]);
    }
    // The id of the caption that was deleted is not given again.
    const { insertId } = await dataSource.query<{ insertId: number }>(
      "INSERT INTO captions (user_id, content, created_at) VALUES (1, 'New', 1)",
    );
    expect(insertId).toBe(perTable + 1);
    handle.close();
    await dataSource.destroy();
  });

  it('marks the target while it is unfinished, so that no start uses it, and begins anew', async () => {
    const [file, to] = [await makeSource(3), await makeTarget()];
    change(file, (handle) => handle.prepare('UPDATE users SET name = ? WHERE id = 2').run('ä'.repeat(256)));
    await expect(move(file, to)).rejects.toThrow(
      'The row id 2 of users does not fit into MySQL: ER_DATA_TOO_LONG in name.',
    );
    await expect(openDatabase(to)).rejects.toThrow('a database was being moved here, and that did not end.');
    change(file, (handle) => handle.prepare('UPDATE users SET name = ? WHERE id = 2').run('ä'.repeat(255)));
    expect(await move(file, to)).toMatchObject({ rows: 3 * ENTITIES.length });
    await (await openDatabase(to)).dataSource.destroy();
  });

  it('takes no row for one that does not fit when the connection is lost', async () => {
    const to = await makeTarget();
    const target = await MoveTarget.open(to, dataSourceOptions(to, ENTITIES));
    await onTarget(to, async (other) => {
      await other.query('CREATE TABLE lost (id integer)');
      await other.query('CREATE TRIGGER l BEFORE INSERT ON lost FOR EACH ROW KILL CONNECTION_ID()');
    });
    for (const _when of ['while it is sent', 'before']) {
      const inserted = target.insert({ name: 'lost', columns: ['id'], key: ['id'] }, [[1], [2]]);
      await expect(inserted).rejects.toThrow(/connection|ECONNRESET/i);
      await expect(inserted).rejects.not.toThrow('does not fit');
    }
    await target.close();
  });

  it('names a row that MySQL has changed, and does not finish', async () => {
    const [file, to] = [await makeSource(2), await makeTarget()];
    // SQLite keeps it in a column of integers, and MySQL rounds it without a word.
    change(file, (handle) => handle.prepare('UPDATE plans SET price_minor = 10.5 WHERE id = 2').run());
    await expect(move(file, to)).rejects.toThrow('The row id 2 of plans has another price_minor in MySQL.');
    await expect(openDatabase(to)).rejects.toThrow('that did not end');
  });

  it('refuses a source that a process has open, that is old, newer, damaged, or none', async () => {
    const [file, to] = [await makeSource(1), await makeTarget()];
    const running = new SqliteHandle(file);
    running.prepare('SELECT COUNT(*) FROM users').get();
    await expect(move(file, to)).rejects.toThrow(`a process has ${file} open. Stop the product`);
    running.close();
    const spoilt = async (sql: string) => {
      const other = await makeSource(2);
      change(other, (handle) => handle.exec(sql));
      return move(other, to);
    };
    await expect(spoilt("DELETE FROM migrations WHERE name LIKE 'PlainNames%'")).rejects.toThrow(
      'older version',
    );
    await expect(spoilt("UPDATE migrations SET name = 'Later' WHERE id = 1")).rejects.toThrow(
      'newer version',
    );
    await expect(spoilt('DELETE FROM users WHERE id = 2')).rejects.toThrow(/is damaged: rows of .*sessions/);
    await expect(spoilt('DROP TABLE migrations')).rejects.toThrow('is no database of Pagecast');
    await expect(move('/nowhere/pagecast.sqlite', to)).rejects.toThrow('cannot be read as a database');
    expect(await onTarget(to, (target) => target.query('SHOW TABLES'))).toEqual([]);
  });

  it('refuses a target that is not empty, and a second move into the same one', async () => {
    const [file, to] = [await makeSource(1), await makeTarget()];
    await onTarget(to, (target) => target.query('CREATE TABLE theirs (id integer)'));
    await expect(move(file, to)).rejects.toThrow(/is not empty \(theirs, …\)/);
    expect(await onTarget(to, (target) => target.query('SELECT * FROM theirs'))).toEqual([]);

    const [empty, other] = [await makeTarget(), await makeSource(1)];
    let second: Promise<unknown> | undefined;
    await move(file, empty, () => {
      second ??= move(other, empty).catch((error: unknown) => (error as Error).message);
    });
    expect(await second).toBe('another move into this database is under way.');
  });

  it('as a command says what to set, and shows no secret', async () => {
    const [file, to] = [await makeSource(1), await makeTarget()];
    const lines: string[] = [];
    const run = (args: string[], env: Record<string, string> = {}) =>
      moveCommand.run(args, {
        env: { DATA_DIR: dirname(file), ...env },
        say: (line) => lines.push(line),
        tell: (line) => lines.push(line),
        readSecret: () => Promise.resolve(''),
      });
    await expect(run([])).rejects.toThrow('--to is missing');
    await expect(run(['--to', 'sqlite:other'])).rejects.toThrow('--to takes mysql://');
    const env = { DATABASE_URL: to.url, JWT_SECRET: 'j'.repeat(32), ENCRYPTION_KEY: 'ab'.repeat(32) };
    await expect(run(['--to', to.url], env)).rejects.toThrow('DATABASE_URL is not SQLite');
    const nobody = 'mysql://somebody:hunter2@127.0.0.1:3306/nothing';
    await expect(run(['--to', nobody])).rejects.toThrow(
      'The database was not moved: 127.0.0.1 refuses the user or the password in --to.',
    );
    await expect(run(['--to', `${nobody}?tls=true`])).rejects.toThrow(
      '--to: must be an address with a host name if tls=true, because the certificate is checked against it. Nothing was done.',
    );
    expect(lines).toEqual([]);
    await run(['--to', to.url]);
    expect(lines).toEqual(
      expect.arrayContaining([
        `${ENTITIES.length} rows of ${ENTITIES.length} tables are in the new database, each compared with its original.`,
        `  ENCRYPTION_KEY to what is in ${dirname(file)}/encryption-key`,
      ]),
    );
    expect(lines.join()).not.toContain(to.url);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions } from '../../backend/database/data-source';
import { openMigrated } from '../../backend/database/migrate';

const ROOT = resolve(__dirname, '../..');

let made: Promise<string> | undefined;

/** Puts an empty database there, migrated to the newest: a copy costs a tenth of what all migrations cost. */
export async function placeMigrated(file: string): Promise<void> {
  if (await exists(file)) return;
  await copyFile(await (made ??= migratedOnce()), file);
  const handle = new SqliteHandle(file);
  // What each installation has of its own.
  handle.prepare('UPDATE installation SET uuid = ?').run(randomUUID());
  handle.close();
}

/** One for all test files, made anew when anything that migrates has changed. */
async function migratedOnce(): Promise<string> {
  const file = join(tmpdir(), `pagecast-migrated-${await fingerprint()}.sqlite`);
  if (await exists(file)) return file;
  const fresh = `${file}.${randomUUID()}`;
  const config = { kind: 'sqlite' as const, file: fresh };
  // Closed, it is one file, whole.
  await (await openMigrated(config, dataSourceOptions(config, []))).destroy();
  await rename(fresh, file);
  return file;
}

/**
 * The same for an empty database on a server: the statements that make the tables as they are at last, which the first
 * test file writes down, take a twentieth of the time.
 */
export async function fillMigrated(config: MysqlConfig): Promise<void> {
  const connection = await createConnection({ uri: config.url, multipleStatements: true });
  try {
    await connection.query(await statementsOnce(connection, config));
    await connection.query('UPDATE installation SET uuid = ?', [randomUUID()]);
  } finally {
    await connection.end();
  }
}

type MysqlConfig = Extract<DatabaseConfig, { kind: 'mysql' }>;

/** The server's lock makes all test files but the first one wait. @returns nothing to do for that one. */
async function statementsOnce(connection: Connection, config: MysqlConfig): Promise<string> {
  const file = join(tmpdir(), `pagecast-migrated-${await fingerprint()}.sql`);
  if (await exists(file)) return readFile(file, 'utf8');
  await connection.query("SELECT GET_LOCK('pagecast_tests.migrated', 300)");
  try {
    if (await exists(file)) return await readFile(file, 'utf8');
    await (await openMigrated(config, dataSourceOptions(config, []))).destroy();
    const fresh = `${file}.${randomUUID()}`;
    await writeFile(fresh, await dump(connection));
    await rename(fresh, file);
    return 'DO 0';
  } finally {
    await connection.query("SELECT RELEASE_LOCK('pagecast_tests.migrated')");
  }
}

/** Statements that make the same tables with the same rows. */
async function dump(connection: Connection): Promise<string> {
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query<RowDataPacket[]>({ sql: 'SHOW TABLES', rowsAsArray: true });
  for (const [table] of tables as unknown as [string][]) {
    const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
    statements.push((made as Record<string, string>)['Create Table']!);
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${table}\``);
    for (const row of rows) statements.push(connection.format(`INSERT INTO \`${table}\` SET ?`, [row]));
  }
  return [...statements, 'SET foreign_key_checks = 1'].join(';\n');
}

async function fingerprint(): Promise<string> {
  const migrations = (await readdir(join(ROOT, 'migrations'))).sort().map((name) => `migrations/${name}`);
  const others = ['data-source', 'migrate', 'migration-journal', 'snake-naming'].map(
    (name) => `backend/database/${name}.ts`,
  );
  const hash = createHash('sha256');
  for (const path of [...migrations, ...others, 'node_modules/typeorm/package.json'])
    hash.update(path).update(await readFile(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

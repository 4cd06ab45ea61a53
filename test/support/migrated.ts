import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readdir, readFile, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import SqliteHandle from 'better-sqlite3';
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

async function fingerprint(): Promise<string> {
  const migrations = (await readdir(join(ROOT, 'migrations'))).sort().map((name) => `migrations/${name}`);
  const others = ['data-source', 'migrate', 'snake-naming'].map((name) => `backend/database/${name}.ts`);
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

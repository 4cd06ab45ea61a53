import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Clock } from '../common/clock';
import { errorCode } from '../common/error-code';
import { makeFolder } from '../common/folders';
import type { Config, DatabaseConfig } from '../config/config';
import { keyIdOf } from '../config/secret-cipher';
import { readEncryptionKeys } from '../config/secrets';
import { endSignIns } from '../auth/end-sign-ins';
import type { Database } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { VerifiedStorage } from '../ports/storage/verified-storage';
import { QuotaRecount } from '../publishing/quota-recount';
import { readBackAfterRestore, type ReadBack } from '../publishing/read-back-after-restore';
import type { Backup, BackupFolder } from './backup-folder';
import { problemsOfFiles } from './check-backup';
import { copyTree, sumOf, syncFile, syncFolder } from './durable-files';
import { KEY_FILES, REHEARSAL } from './make-backup';
import { readMediaList } from './media-pool';
import { moveAside, moveForeignMedia, refuseOccupied, refuseRunning, sameFile } from './restore-target';
import { SQLITE_FILE } from './sqlite-snapshot';

export interface RestoreOptions {
  /** Moves what is there aside. */
  replace: boolean;
  rehearsalDir: string;
  /** Does the work with this database, brought to the newest version. */
  withDatabase: <T>(database: DatabaseConfig, work: (db: Database) => Promise<T>) => Promise<T>;
  openStorage: (db: Database) => Promise<VerifiedStorage>;
}

export interface Restored extends ReadBack {
  media: { files: number; lacking: number };
  /** Where the old files are now, if there were any. */
  aside: string[];
}

/**
 * Brings a backup back. Everything is prepared beside the place where it belongs, and the database is put there last, by
 * one rename: a kill before that leaves an installation without a database, and restoring again begins anew.
 */
export async function restore(
  config: Config,
  from: BackupFolder,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { database } = config;
  const { manifest } = backup;
  if (database.kind !== manifest.database.kind)
    throw new Error(
      `The backup is of ${nameOf(manifest.database.kind)}, and DATABASE_URL names ${nameOf(database.kind)}.`,
    );
  const problems = await problemsOfFiles(backup);
  if (problems.length > 0)
    throw new Error(`The backup ${backup.name} is not whole: ${problems[0] ?? ''} Take another one.`);
  refuseWithoutKeys(config, backup);
  return database.kind === 'sqlite'
    ? restoreSqlite(config, database, from, backup, options)
    : restoreMysql(config, database, from, backup, options);
}

/** The product does not start with the tables before the last of it is done. */
async function restoreMysql(
  config: Config,
  database: Extract<DatabaseConfig, { kind: 'mysql' }>,
  from: BackupFolder,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { finish, loadRows, refuseOtherTables, refuseTables } = await import('./mysql-restore');
  refuseOtherTables(backup);
  await refuseTables(database);
  const prepared = await options.withDatabase(database, async (db) => {
    await loadRows(database, backup);
    return prepare(db, from, backup, options);
  });
  await placeRehearsal(config, backup, options.rehearsalDir);
  await finish(database);
  return { ...prepared, aside: [] };
}

async function restoreSqlite(
  config: Config,
  database: Extract<DatabaseConfig, { kind: 'sqlite' }>,
  from: BackupFolder,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  refuseRunning(database.file);
  await refuseOccupied(config, backup, options.replace);
  const stage = join(dirname(database.file), '.restoring');
  await rm(stage, { recursive: true, force: true });
  await makeFolder(stage);
  try {
    const file = join(stage, SQLITE_FILE);
    await copyChecked(backup, file);
    const otherMedia = options.replace ? await moveForeignMedia(config, backup) : undefined;
    const prepared = await options.withDatabase({ kind: 'sqlite', file }, (db) =>
      prepare(db, from, backup, options),
    );
    await rm(`${file}.migrating`, { force: true });
    await syncFile(file);
    const aside = options.replace ? await moveAside(config, backup, options.rehearsalDir) : undefined;
    await placeKeys(config, backup);
    await placeRehearsal(config, backup, options.rehearsalDir);
    await rename(file, database.file);
    await syncFolder(dirname(database.file));
    return { ...prepared, aside: [aside, otherMedia].filter((path) => path !== undefined) };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** What is true of the backup's rows only at its instant is ended here, before anything can start with them. */
async function prepare(
  db: Database,
  from: BackupFolder,
  { folder, manifest }: Backup,
  { openStorage }: RestoreOptions,
): Promise<ReadBack & { media: Restored['media'] }> {
  const clock = new DatabaseTime(db, new Clock());
  await clock.measure();
  // A clock that is behind the backup's would make nothing look due.
  const now = Math.max(clock.now(), manifest.takenAt);
  const readBack = await readBackAfterRestore(db, { since: manifest.takenAt, now });
  await endSignIns(db);
  await new QuotaRecount(db).run();
  const storage = await openStorage(db);
  await storage.adopt();
  const media = await from.media.give(readMediaList(folder), storage);
  return { ...readBack, media };
}

async function copyChecked({ folder, manifest }: Backup, file: string): Promise<void> {
  await copyFile(join(folder, SQLITE_FILE), file);
  const [copied, listed] = [
    await sumOf(dirname(file), SQLITE_FILE),
    manifest.files.find(({ path }) => path === SQLITE_FILE),
  ];
  if (copied.sha256 !== listed?.sha256)
    throw new Error('The database changed while it was copied. Try again.');
}

/** @throws when the access tokens in the backup could not be read afterwards. */
function refuseWithoutKeys({ secrets, dataDir }: Config, { manifest }: Backup): void {
  if (secrets.encryptionKeys === undefined && manifest.keys) return;
  const keys =
    secrets.encryptionKeys?.map((key) => Buffer.from(key, 'hex')) ?? readEncryptionKeys(dataDir) ?? [];
  if (keys.some((key) => manifest.keyIds.includes(keyIdOf(key)))) return;
  throw new Error(
    secrets.encryptionKeys === undefined
      ? 'The backup has no keys, and DATA_DIR/encryption-key is not the one that it was made with. Put that one there, or set ENCRYPTION_KEY.'
      : 'ENCRYPTION_KEY is not the key that the backup was made with. Set that one, or unset it to use the keys in the backup.',
  );
}

/** Keys in the environment win; they were checked before. */
async function placeKeys({ secrets, dataDir }: Config, { folder, manifest }: Backup): Promise<void> {
  if (!manifest.keys) return;
  const wanted = [
    [secrets.encryptionKeys, KEY_FILES.encryption, 'encryption-key'],
    [secrets.jwt, KEY_FILES.jwt, 'jwt-secret'],
  ] as const;
  for (const [given, path, name] of wanted) {
    const target = join(dataDir, name);
    if (given !== undefined || (await sameFile(join(folder, path), target))) continue;
    const draft = join(dataDir, `.${name}.restoring`);
    await copyFile(join(folder, path), draft);
    await syncFile(draft);
    await rename(draft, target);
  }
  await syncFolder(dataDir);
}

async function placeRehearsal({ network }: Config, { folder, manifest }: Backup, to: string): Promise<void> {
  if (network.mode !== 'rehearsal' || !manifest.rehearsal) return;
  await copyTree(join(folder, REHEARSAL), to).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

const nameOf = (kind: 'sqlite' | 'mysql'): string => (kind === 'sqlite' ? 'SQLite' : 'MySQL');

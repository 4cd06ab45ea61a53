import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataSourceOptions, QueryRunner } from 'typeorm';
import { Clock } from '../../common/time/clock';
import { errorCode } from '../../common/errors/error-code';
import { makeFolder, syncFolder } from '../../common/files/folders';
import type { Config, DatabaseConfig } from '../../config/config';
import { keyIdOf } from '../../config/secret-cipher';
import { readEncryptionKeys } from '../../config/secrets';
import { endSignIns } from '../../auth/end-sign-ins';
import { MIGRATIONS } from '../../database/data-source';
import type { Database } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { forgettingKeysInUse } from '../../database/keys-in-use';
import type { VerifiedStorage } from '../../ports/storage/verified-storage';
import { QuotaRecount } from '../../publishing/housekeeping/quota-recount';
import { markForReadBack, type ReadBack } from '../../publishing/after-restore/mark-for-read-back';
import { forgettingAllPieces } from '../../uploads/piece-rows';
import type { Backup, Backups, LocalBackup } from '../places/backups';
import { problemsOfFiles } from '../check-backup';
import { OTHER_RESTORE } from '../database-user';
import { copyPrivate, copyTree, sumOf, syncFile } from '../places/durable-files';
import { REHEARSAL } from '../make-backup';
import { withFileLock } from '../places/file-lock';
import { readMediaList } from '../media-list';
import { Aside, FileJournal, TableJournal, type AsideJournal } from './aside';
import { moveForeignMedia, refuseAwayMedia, refuseForeignMedia } from './media-aside';
import { keysToPlace, moveAside, refuseOccupied, refuseRunning } from './restore-target';
import { SQLITE_FILE } from '../snapshots/sqlite-snapshot';

const STARTING = 'A process of this installation is starting. Stop the product, then restore.';

export interface RestoreOptions {
  /** Moves what is there aside. */
  replace: boolean;
  rehearsalDir: string;
  /** Does the work with this database, brought to the newest version, or as far as these migrations lead. */
  withDatabase: <T>(
    database: DatabaseConfig,
    work: (db: Database) => Promise<T>,
    migrations?: DataSourceOptions['migrations'],
  ) => Promise<T>;
  openStorage: (db: Database) => Promise<VerifiedStorage>;
  /** Progress, for who is waiting. */
  tell: (line: string) => void;
}

export interface Restored extends ReadBack {
  media: { files: number; lacking: number };
  /** Tables of the backup that are the operator's own. They are not restored. */
  foreignTables: string[];
  /** Where the old files and tables are now, if there were any, also those of a restore before that was cut off. */
  aside: string[];
}

/**
 * Brings a backup back. Everything is prepared beside the place where it belongs, and the database is put there last, by
 * one rename: a kill before that leaves an installation without a database, and restoring again begins anew.
 */
export async function restore(
  config: Config,
  from: Backups,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { database } = config;
  const { manifest } = backup;
  if (database.kind !== manifest.database.kind)
    throw new Error(
      `The backup is of ${nameOf(manifest.database.kind)}, and DATABASE_URL names ${nameOf(database.kind)}.`,
    );
  refuseWithoutKeys(config, backup);
  if (database.kind === 'sqlite') refuseRunning(database.file);
  await from.place.refuseStorage(config.storage);
  await refuseAwayMedia(config);
  return from.place.withCopy(backup.name, async (folder) => {
    const problems = await problemsOfFiles(folder, manifest);
    if (problems.length > 0)
      throw new Error(`The backup ${backup.name} is not whole: ${problems[0] ?? ''} Take another one.`);
    const local = { ...backup, folder };
    if (database.kind === 'mysql') return restoreMysql(config, database, from, local, options);
    await makeFolder(dirname(database.file));
    return withFileLock(`${database.file}.restoring`, OTHER_RESTORE, () =>
      restoreSqlite(config, database, from, local, options),
    );
  });
}

/** The product does not start with the tables before the last of it is done. */
async function restoreMysql(
  config: Config,
  database: Extract<DatabaseConfig, { kind: 'mysql' }>,
  from: Backups,
  backup: LocalBackup,
  options: RestoreOptions,
): Promise<Restored> {
  const { finish, loadRows, markUnfinished, migrationsOf, UnfinishedRestore9999999999999 } =
    await import('./mysql-restore');
  const { aloneOnServer, makeRoom } = await import('./mysql-target');
  const theirs = migrationsOf(backup);
  const inUse = mediaFolder(config);
  const restoring = (holder: QueryRunner) =>
    telling(new TableJournal(holder, inUse), options, async (aside) => {
      if (!options.replace) await refuseForeignMedia(config, backup);
      await makeRoom(holder, options.replace, aside);
      await markUnfinished(holder);
      if (options.replace) await moveForeignMedia({ config, backup, aside });
      const foreignTables = await options.withDatabase(database, () => loadRows(database, backup), theirs);
      // From here on the tables are an older version's no more.
      const migrations = [...MIGRATIONS, UnfinishedRestore9999999999999];
      const prepared = await options.withDatabase(
        database,
        (db) => prepare(db, from, backup, options),
        migrations,
      );
      await placeRehearsal(config, backup, options.rehearsalDir);
      await finish(holder);
      return { ...prepared, foreignTables };
    });
  return aloneOnServer(database, restoring);
}

/** Who has to go back must know where to, also if the work fails. */
async function telling<T>(
  journal: AsideJournal,
  { tell }: RestoreOptions,
  work: (aside: Aside) => Promise<T>,
): Promise<T & { aside: string[] }> {
  const aside = await Aside.open(journal, tell);
  try {
    const done = { ...(await work(aside)), aside: aside.words };
    await aside.end();
    return done;
  } catch (error) {
    if (aside.words.length === 0 || !(error instanceof Error)) throw error;
    error.message += ` What was there before is in ${aside.words.join(' and ')}.`;
    throw error;
  }
}

const mediaFolder = ({ storage }: Config): string | undefined =>
  storage.kind === 'disk' ? storage.dir : undefined;

async function restoreSqlite(
  config: Config,
  database: Extract<DatabaseConfig, { kind: 'sqlite' }>,
  from: Backups,
  backup: LocalBackup,
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
    const journal = new FileJournal(`${database.file}.aside`, mediaFolder(config));
    return await telling(journal, options, async (aside) => {
      if (options.replace) await moveForeignMedia({ config, backup, aside });
      const prepared = await options.withDatabase({ kind: 'sqlite', file }, (db) =>
        prepare(db, from, backup, options),
      );
      await rm(`${file}.migrating`, { force: true });
      await syncFile(file);
      // The lock of the migrations: who starts now waits, and finds the restored database.
      await withFileLock(`${database.file}.migrating`, STARTING, async () => {
        // The media took their time, in which the product may have been started.
        refuseRunning(database.file);
        await refuseOccupied(config, backup, options.replace);
        if (options.replace) await moveAside(config, backup, options.rehearsalDir, aside);
        await placeKeys(config, backup);
        await placeRehearsal(config, backup, options.rehearsalDir);
        await rename(file, database.file);
        await syncFolder(dirname(database.file));
      });
      return { ...prepared, foreignTables: [] };
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** What is true of the backup's rows only at its instant is ended here, before anything can start with them. */
async function prepare(
  db: Database,
  from: Backups,
  { folder, manifest }: LocalBackup,
  { openStorage }: RestoreOptions,
): Promise<ReadBack & { media: Restored['media'] }> {
  const clock = new DatabaseTime(db, new Clock());
  await clock.measure();
  const readBack = await markForReadBack(db, { since: manifest.takenAt, now: clock.now() });
  await endSignIns(db);
  await db.run(forgettingKeysInUse());
  await new QuotaRecount(db).run();
  const storage = await openStorage(db);
  await storage.adopt();
  await db.run(forgettingAllPieces());
  const media = await from.media.give(readMediaList(folder), storage);
  return { ...readBack, media };
}

async function copyChecked({ folder, manifest }: LocalBackup, file: string): Promise<void> {
  await copyPrivate(join(folder, SQLITE_FILE), file);
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
  // Nothing was sealed yet.
  if (manifest.keyIds.length === 0 && !manifest.keys) return;
  const keys =
    secrets.encryptionKeys?.map((key) => Buffer.from(key, 'hex')) ?? readEncryptionKeys(dataDir) ?? [];
  if (keys.some((key) => manifest.keyIds.includes(keyIdOf(key)))) return;
  throw new Error(
    secrets.encryptionKeys === undefined
      ? 'The backup has no keys, and DATA_DIR/encryption-key is not the one that it was made with. Put that one there, or set ENCRYPTION_KEY.'
      : 'ENCRYPTION_KEY is not the key that the backup was made with. Set that one, or unset it to use the keys in the backup.',
  );
}

async function placeKeys(config: Config, backup: LocalBackup): Promise<void> {
  for (const { from, to } of await keysToPlace(config, backup)) await copyPrivate(from, to);
  await syncFolder(config.dataDir);
}

async function placeRehearsal(
  { network }: Config,
  { folder, manifest }: LocalBackup,
  to: string,
): Promise<void> {
  if (network.mode !== 'rehearsal' || !manifest.rehearsal) return;
  await copyTree(join(folder, REHEARSAL), to).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

const nameOf = (kind: 'sqlite' | 'mysql'): string => (kind === 'sqlite' ? 'SQLite' : 'MySQL');

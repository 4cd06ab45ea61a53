/**
 * Commands for operators:
 * - `migrate` brings the database to the newest version;
 * - `sweep` moves all media that no row of the database names into the trash, in any number;
 * - `recover [2026-11-22]` restores media that were swept on that day, or ever.
 */
import 'reflect-metadata';
import { ENTITIES } from './app.module';
import { keepFilesPrivate } from './common/private-files';
import { loadConfig } from './config/config';
import type { Database } from './database/database';
import { databaseOn } from './database/database.module';
import { dataSourceOptions } from './database/data-source';
import { openMigrated } from './database/migrate';
import type { Storage } from './ports/storage/storage';
import { openStorage } from './ports/storage/storage.module';
import { MediaSweep } from './publishing/media-sweep';

const say = (line: string) => process.stdout.write(`${line}\n`);

keepFilesPrivate();

async function migrate(): Promise<void> {
  const { database } = loadConfig();
  const dataSource = await openMigrated(database, dataSourceOptions(database, ENTITIES));
  await dataSource.destroy();
  say('The database is up to date.');
}

async function sweep(): Promise<void> {
  await withStorage(async (storage, db) => {
    const { files, bytes } = await new MediaSweep(db, storage).sweep({ all: true });
    say(`${files} files (${bytes} bytes) that no row names went into the trash.`);
    if (files > 0) say('`cli recover` puts them back within seven days.');
  });
}

async function recover(day?: string): Promise<void> {
  if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new Error(`${day} is no day: give it as 2026-11-22, or none for all of them. Nothing was done.`);
  await withStorage(async (storage) => {
    say(`${await storage.recover(day)} files are back.`);
  });
}

async function withStorage(work: (storage: Storage, db: Database) => Promise<void>): Promise<void> {
  const config = loadConfig();
  const dataSource = await openMigrated(config.database, dataSourceOptions(config.database, ENTITIES));
  try {
    const db = databaseOn(dataSource);
    const storage = openStorage(config, db);
    if ((await storage.presence()) !== 'here')
      throw new Error('The media storage is away, or is not the one of this installation. Nothing was done.');
    await work(storage, db);
  } finally {
    await dataSource.destroy();
  }
}

const commands = new Map(Object.entries({ migrate, sweep, recover }));

const command = commands.get(process.argv[2] ?? '');
if (command) {
  command(process.argv[3]).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(`Usage: cli ${[...commands.keys()].join(' | ')}\n`);
  process.exitCode = 2;
}

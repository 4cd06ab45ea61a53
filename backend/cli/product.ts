import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AppModule, ENTITIES } from '../app.module';
import { makeFolder } from '../common/files/folders';
import { isThere } from '../common/files/presence';
import type { Config } from '../config/config';
import { keptSecrets, loadSecrets, type Secrets } from '../config/secrets';
import { dataSourceOptions, MIGRATIONS } from '../database/data-source';
import type { Database } from '../database/database';
import { databaseOn } from '../database/database.module';
import { openMigrated, refuseHalfFilled, type MigrateOptions } from '../database/migrate';
import { anyTable } from '../database/tables';
import { refuseLostKey } from '../key-fit';
import { refuseOtherOwner } from './owner';

/**
 * The product's own services, for a command that does what a request would do. Nothing is started: neither publishing
 * nor mails nor housekeeping.
 *
 * @throws when there is no database, unless this command is to make one
 */
export async function withProduct<T>(
  config: Config,
  work: (product: INestApplicationContext) => Promise<T>,
  { makes = false }: { makes?: boolean } = {},
): Promise<T> {
  refuseOtherOwner(config);
  if (!makes) refuseAbsent(config);
  await refuseOlder(config);
  await refuseLostKey(config);
  await makeFolder(config.dataDir);
  const options = { logger: false, abortOnError: false } as const;
  const module = AppModule.register(config, makes ? loadSecrets(config) : presentSecrets(config));
  const product = await NestFactory.create(module, new FastifyAdapter({ logger: false }), options);
  try {
    return await work(product);
  } finally {
    await product.close();
  }
}

/** Only a first start and what comes before it make keys. No command needs the one that signs sessions. */
function presentSecrets(config: Config): Secrets {
  const { jwt = randomBytes(48).toString('hex'), encryption } = keptSecrets(config);
  if (encryption.length === 0)
    throw new Error('There is no encryption key yet; the first start makes one. Nothing was done.');
  return { jwt, encryption };
}

/** The database, brought to the newest version, or as far as these migrations lead. */
export function withDatabase<T>(
  { database }: Config,
  work: (db: Database) => Promise<T>,
  migrations: DataSourceOptions['migrations'] = MIGRATIONS,
  options: MigrateOptions = {},
): Promise<T> {
  const source = { ...dataSourceOptions(database, ENTITIES), migrations };
  return using(() => openMigrated(database, source, options), work);
}

/**
 * The database that is there.
 * @throws when there is none, or an older version has made its tables: its processes may still be running on them
 */
export async function withPresent<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  refuseOtherOwner(config);
  refuseAbsent(config);
  await refuseOlder(config);
  return withDatabase(config, work);
}

/**
 * The database as it is, which may be of an older version: a backup comes before the upgrade. `isNew`: no version has
 * made its tables.
 */
export async function withUnmigrated<T>(
  config: Config,
  work: (db: Database, isNew: boolean) => Promise<T>,
): Promise<T> {
  refuseAbsent(config);
  return using(
    () => openAsItIs(config),
    async (db, dataSource) => work(db, await isWithoutTables(dataSource)),
  );
}

/**
 * The database, as it is and of this version.
 * @throws when an older or newer version has made its tables, or none has
 */
export function withCurrent<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withUnmigrated(config, async (db, isNew) => {
    if (isNew)
      throw new Error('The database has no tables yet; the first start makes them. Nothing was done.');
    const done = await migrationsOf(db);
    if (done.size !== MIGRATIONS.length || lacksSome(done))
      throw new Error('The database is of another version. Run `cli migrate` with the newest one first.');
    return work(db);
  });
}

/** With another environment than the product's, a command would make a new installation and report success. */
export function refuseAbsent(config: Config): void {
  const { database } = config;
  if (database.kind === 'sqlite' && isAbsent(config))
    throw new Error(`There is no database ${database.file}. Nothing was done.`);
}

const isAbsent = ({ database }: Config): boolean => database.kind === 'sqlite' && !isThere(database.file);

/** Only `cli migrate`, a restore and a start bring tables to another version. */
async function refuseOlder(config: Config): Promise<void> {
  if (isAbsent(config)) return;
  await using(
    () => openAsItIs(config),
    async (db, dataSource) => {
      if (!(await isWithoutTables(dataSource)) && lacksSome(await migrationsOf(db)))
        throw new Error(
          'The database is of an older version. Stop the processes of that version and run `cli migrate` first. Nothing was done.',
        );
    },
  );
}

async function openAsItIs({ database }: Config): Promise<DataSource> {
  const dataSource = await new DataSource(dataSourceOptions(database, ENTITIES)).initialize();
  try {
    await refuseHalfFilled(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** What there is to migrate; `made` says so, in words, where a command makes the database or its tables. */
export async function toMigrate(config: Config): Promise<{ missing: number; made?: string }> {
  const { database } = config;
  if (database.kind === 'sqlite' && isAbsent(config))
    return { missing: MIGRATIONS.length, made: `A new database was made: ${database.file}` };
  return withUnmigrated(config, async (db, isNew) => {
    if (isNew) return { missing: MIGRATIONS.length, made: 'The database was empty. Its tables were made.' };
    const done = await migrationsOf(db);
    return { missing: MIGRATIONS.filter(({ name }) => !done.has(name)).length };
  });
}

async function isWithoutTables(dataSource: DataSource): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  return !(await runner.hasTable('migrations').finally(() => runner.release()));
}

async function migrationsOf(db: Database): Promise<Set<unknown>> {
  const rows = await db.rows(anyTable.selectFrom('migrations').select('name'));
  return new Set(rows.map(({ name }) => name));
}

const lacksSome = (done: Set<unknown>): boolean => !MIGRATIONS.every(({ name }) => done.has(name));

async function using<T>(
  open: () => Promise<DataSource>,
  work: (db: Database, dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await open();
  try {
    return await work(databaseOn(dataSource), dataSource);
  } finally {
    await dataSource.destroy();
  }
}

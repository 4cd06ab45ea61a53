import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/config';
import { MIGRATIONS } from '../../database/data-source';
import type { Database } from '../../database/database';
import { riskOfLoss } from '../../database/durability';
import { MigrationJournal } from '../../database/migration-journal';
import { isThere } from '../../common/files/presence';
import { openStorageAsItIs } from '../../ports/storage/storage.module';
import type { MysqlConfig } from '../../backup/snapshots/mysql-tables';
import { mayWrite, unwritable } from '../../file-errors';
import { explainStartError } from '../../start-errors';
import { withUnmigrated } from '../product';
import { bucketFails, refusalOf } from './bucket';
import { fail, megabytes, ok, warn, type Check, type Finding } from './check';
import { freeBytes, roomIn } from './machine';
import { redisAt, type Asked } from './redis';
import { refusalOfMigrations, refuseWithoutWrites } from './rights';

/** A difference of this machine's clock that the product reports, too. */
const TOLERATED_MS = 2_000;

/** Of what keeps the rows and files. */
export const storeChecks = (config: Config): Check[] => [
  { name: 'database', run: () => database(config) },
  { name: 'storage', run: () => storage(config) },
  { name: 'queue', run: () => queue(config) },
];

interface Seen {
  found: Finding;
  /** Tables are to be made or changed. */
  isBehind: boolean;
}

async function database(config: Config): Promise<Finding> {
  const { database: wanted } = config;
  if (wanted.kind === 'sqlite') {
    // SQLite would block this process on a disk that does not answer; this only waits.
    await access(dirname(wanted.file)).catch(() => undefined);
  }
  try {
    if (wanted.kind === 'sqlite') {
      if (!isThere(wanted.file)) return warn(`${wanted.file} is not there yet`, 'The first start makes it.');
      const reason = unwritable(wanted.file);
      if (!mayWrite(reason))
        return fail(
          `${reason} cannot be written by this user`,
          "Run this as the product's user, or give it the file.",
        );
    }
    const seen = await withUnmigrated(config, async (db, isNew) => ({
      found: await stateOf(db, wanted.kind, isNew),
      isBehind: isNew || (await migrationsIn(db)).length < MIGRATIONS.length,
    }));
    if (wanted.kind === 'sqlite' || seen.found.state === 'fail') return seen.found;
    return await withRights(wanted, config, seen);
  } catch (error) {
    return fail(explainStartError(error, config), 'See "Commands" and the database in docs/operate.md.');
  }
}

/** The product runs without the rights to change tables while they are up to date, and cannot start once they are not. */
async function withRights(wanted: MysqlConfig, config: Config, seen: Seen): Promise<Finding> {
  const { found, isBehind } = seen;
  await refuseWithoutWrites(wanted);
  const refusal = await refusalOfMigrations(wanted);
  if (refusal === undefined) return found;
  const text = explainStartError(refusal, config);
  if (isBehind)
    return fail(
      text,
      'The next start has to make or change tables. `cli migrate` may do it as another user.',
    );
  const later = 'A newer version has to change tables, and cannot start until then.';
  if (found.state === 'ok') return warn(text, later);
  return warn(`${found.text} Besides, ${text}`, `${found.remedy ?? ''} ${later}`);
}

async function migrationsIn(db: Database): Promise<string[]> {
  return (await db.rows<{ name: string }>('SELECT name FROM migrations')).map(({ name }) => name);
}

async function stateOf(db: Database, kind: 'sqlite' | 'mysql', isNew: boolean): Promise<Finding> {
  const version = kind === 'sqlite' ? 'sqlite_version()' : 'version()';
  const [about] = await db.rows<{ version: string }>(`SELECT ${version} AS version`);
  const name = `${kind === 'sqlite' ? 'SQLite' : 'MySQL'} ${about?.version ?? ''}`;
  if (isNew) return warn(`${name}, without tables yet`, 'The first start makes them.');
  const done = await migrationsIn(db);
  const known = new Set(MIGRATIONS.map((migration) => migration.name));
  const newer = done.filter((each) => !known.has(each));
  if (newer.length > 0)
    return fail(
      `${name} was migrated by a newer version (${newer.join(', ')})`,
      'Start that version, or restore a backup.',
    );
  const halfDone = kind === 'mysql' ? await MigrationJournal.halfDone((sql) => db.rows(sql)) : undefined;
  if (halfDone !== undefined)
    return warn(
      `${name}, whose migration ${halfDone} is under way or was cut off`,
      'Let it end, or run `cli migrate`, which goes on from there.',
    );
  const missing = known.size - done.length;
  if (missing > 0)
    return warn(
      `${name}, ${missing === 1 ? '1 migration' : `${missing} migrations`} behind`,
      'The next start runs them; `cli backup` first.',
    );
  const offset = await offsetOf(db);
  if (Math.abs(offset) > TOLERATED_MS)
    return warn(
      `${name}, whose clock differs from this machine's by ${Math.round(offset / 1000)} s`,
      'Set the clocks (NTP).',
    );
  const loss = kind === 'mysql' && (await riskOfLoss(db));
  if (loss) return warn(`${name}: ${loss.text}`, loss.remedy);
  return ok(`${name}, up to date (${done.length} migrations)`);
}

/** The database's time minus this machine's. */
async function offsetOf(db: Database): Promise<number> {
  if (db.nowSql === null) return 0;
  const asked = Date.now();
  const [row] = await db.rows<{ now: unknown }>(`SELECT ${db.nowSql} AS now`);
  return Number(row?.now) - (asked + Date.now()) / 2;
}

/** A database that cannot be looked for is reported by its own check. */
function isWithoutDatabase({ database: wanted }: Config): boolean {
  try {
    return wanted.kind === 'sqlite' && !isThere(wanted.file);
  } catch {
    return false;
  }
}

async function storage(config: Config): Promise<Finding> {
  if (isWithoutDatabase(config))
    return warn('not looked at: there is no database yet', 'The first start makes both.');
  let databaseAnswers = false;
  const presence = await withUnmigrated(config, async (db, isNew) => {
    databaseAnswers = true;
    return isNew ? 'not asked' : (await openStorageAsItIs(config, db)).presence();
  }).catch((error: unknown) => {
    if (databaseAnswers) throw error;
    return undefined;
  });
  if (presence === undefined)
    return warn('not looked at: the database cannot be used', 'Mend the database first.');
  if (presence === 'not asked')
    return warn('not looked at: the database has no tables yet', 'The first start makes both.');
  const { storage: wanted } = config;
  const place = wanted.kind === 'disk' ? wanted.dir : `the bucket ${wanted.bucket}`;
  if (wanted.kind === 's3' && (presence === 'away' || presence === 'here')) {
    const refusal = await refusalOf(config);
    if (refusal) return bucketFails(place, refusal);
  }
  if (presence === 'away')
    return fail(
      `${place} is away, or is not the one of this installation`,
      'Mount it, or mend STORAGE_URL. The log names the mark that it must bear.',
    );
  if (presence === 'foreign')
    return fail(
      `${place} belongs to another installation`,
      'Mend STORAGE_URL or DATABASE_URL: they do not belong together.',
    );
  if (presence === 'unbound')
    return warn(
      `${place} is not bound to this installation yet`,
      'The first start does it. Check first that it is the right one.',
    );
  if (wanted.kind !== 'disk' || !existsSync(wanted.dir)) return ok(place);
  return (await roomIn(wanted.dir)) ?? ok(`${wanted.dir}, ${megabytes(await freeBytes(wanted.dir))} free`);
}

/** Any server that keeps the queue names its host and port; it is asked as Redis would be. */
async function queue(config: Config): Promise<Finding> {
  const wanted: { kind: string } & Partial<Asked> = config.queue;
  const { host, port = 6379, db = 0, tls = false, username, password } = wanted;
  if (host === undefined) return ok('inside the process');
  return redisAt({ host, port, db, tls, username, password });
}

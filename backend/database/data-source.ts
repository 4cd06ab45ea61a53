import type { Database as Handle } from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { FirstSlice1763700000000 } from '../../migrations/1763700000000-first-slice';
import { Library1763800000000 } from '../../migrations/1763800000000-library';
import { LimitsAndMails1764100000000 } from '../../migrations/1764100000000-limits-and-mails';
import { SnakeNaming } from './snake-naming';

/** Every migration, oldest first; the same files run on SQLite and on MySQL. */
export const MIGRATIONS = [FirstSlice1763700000000, Library1763800000000, LimitsAndMails1764100000000];

const BUSY_TIMEOUT_MS = 5_000;

type Entities = NonNullable<DataSourceOptions['entities']>;

export function dataSourceOptions(database: Config['database'], entities: Entities): DataSourceOptions {
  const shared = {
    entities,
    migrations: MIGRATIONS,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
  };
  if (database.kind === 'sqlite') {
    return {
      ...shared,
      type: 'better-sqlite3',
      database: database.file,
      timeout: BUSY_TIMEOUT_MS,
      prepareDatabase,
    };
  }
  return {
    ...shared,
    type: database.driver,
    url: database.url,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: 10,
  };
}

function prepareDatabase(handle: Handle): void {
  handle.pragma('journal_mode = WAL');
  // In WAL mode better-sqlite3 starts with NORMAL, which can lose an acknowledged commit with the power.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
}

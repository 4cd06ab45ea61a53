import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../common/errors/error-code';
import { syncFolder } from '../common/files/folders';
import type { Config } from '../config/config';
import { mysqlServerOf } from '../config/database-url';

type Databases = Config['database'];
type MysqlConfig = Extract<Databases, { kind: 'mysql' }>;

/** Stands beside an SQLite database that was moved elsewhere. What is due in both would go out twice. */
const markOf = (file: string): string => `${file}.moved`;

/** Written before the new database may be used, so that no kill leaves two that may. */
export async function markMoved(file: string, to: MysqlConfig): Promise<void> {
  const mark = await open(markOf(file), 'w');
  try {
    await mark.writeFile(placeOf(to));
    await mark.sync();
  } finally {
    await mark.close();
  }
  await syncFolder(dirname(file));
}

/** @throws an error in words when the database was moved elsewhere */
export async function refuseMoved(database: Databases): Promise<void> {
  if (database.kind !== 'sqlite') return;
  const place = await movedTo(database.file);
  if (place === undefined) return;
  throw new Error(`its database was moved to ${place || 'MySQL'}. ${wayOn(database.file)}`);
}

/**
 * A move that was cut off may be repeated, to the place that it was to.
 * @throws an error in words when the database was moved elsewhere
 */
export async function refuseMovedElsewhere(file: string, to: MysqlConfig): Promise<void> {
  const place = await movedTo(file);
  if (!place || place === placeOf(to)) return;
  throw new Error(`it was moved to ${place} before. ${wayOn(file)}`);
}

/** Why a database that is not empty is no target, if that is because this one is in it already. */
export async function movedThere(file: string, to: MysqlConfig): Promise<string | undefined> {
  const place = placeOf(to);
  if ((await movedTo(file)) !== place) return undefined;
  return `it was moved to ${place} before, and all of it is there. ${wayOn(file)}`;
}

const wayOn = (file: string): string =>
  `Set DATABASE_URL to that. To use ${file} again, ` +
  `remove ${markOf(file)}: what is due in both databases goes out twice.`;

function placeOf({ url }: MysqlConfig): string {
  const { host, port, database } = mysqlServerOf(url);
  return `${database} on ${host}:${port}`;
}

/** @returns an empty text where a kill came before the place was written. */
async function movedTo(file: string): Promise<string | undefined> {
  return readFile(markOf(file), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

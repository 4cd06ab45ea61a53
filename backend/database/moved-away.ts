import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../common/errors/error-code';
import { syncFolder } from '../common/files/folders';
import type { Config } from '../config/config';
import { mysqlServerOf } from '../config/database-url';

type Databases = Config['database'];

/** Stands beside an SQLite database that was moved elsewhere. What is due in both would go out twice. */
const markOf = (file: string): string => `${file}.moved`;

/** Written before the new database may be used, so that no kill leaves two that may. */
export async function markMoved(file: string, to: Extract<Databases, { kind: 'mysql' }>): Promise<void> {
  const { host, port, database } = mysqlServerOf(to.url);
  const mark = await open(markOf(file), 'w');
  try {
    await mark.writeFile(`${database} on ${host}:${port}`);
    await mark.sync();
  } finally {
    await mark.close();
  }
  await syncFolder(dirname(file));
}

/** @throws an error in words when the database was moved elsewhere */
export async function refuseMoved(database: Databases): Promise<void> {
  if (database.kind !== 'sqlite') return;
  const mark = markOf(database.file);
  const place = await readFile(mark, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (place === undefined) return;
  throw new Error(
    `its database was moved to ${place || 'MySQL'}. Set DATABASE_URL to that. To use ${database.file} again, ` +
      `remove ${mark}: what is due in both databases goes out twice.`,
  );
}

import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { errorCode } from '../common/error-code';
import type { Backup } from './backup-folder';
import { sumOf } from './durable-files';
import { readMediaList, type MediaPool } from './media-pool';
import { aboutSqlite, refuseBroken, SQLITE_FILE } from './sqlite-snapshot';

/** @returns what is wrong with the backup, a sentence each; nothing if it is whole. */
export async function problemsOf(backup: Backup, pool: MediaPool): Promise<string[]> {
  const problems = await problemsOfFiles(backup);
  // What was changed need not be understood.
  return problems.length > 0 ? problems : problemsOfMedia(backup, pool);
}

/** The same without the media. */
export async function problemsOfFiles({ folder, manifest }: Backup): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, bytes, sha256 } of manifest.files) {
    const found = await sumOf(folder, path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!found) problems.push(`${path} is missing.`);
    else if (found.bytes !== bytes || found.sha256 !== sha256) problems.push(`${path} was changed.`);
  }
  if (problems.length > 0 || manifest.database.kind !== 'sqlite') return problems;
  return problemsOfSqlite(folder, manifest.database.tables);
}

async function problemsOfMedia({ folder, manifest }: Backup, pool: MediaPool): Promise<string[]> {
  const problems: string[] = [];
  let listed = 0;
  for await (const { key, bytes } of readMediaList(folder)) {
    listed++;
    const size = await pool.sizeOf(key);
    if (size === undefined) problems.push(`The media file ${key} is missing.`);
    else if (size !== bytes) problems.push(`The media file ${key} has ${size} bytes instead of ${bytes}.`);
  }
  if (listed !== manifest.media.files) problems.push('The list of the media is not complete.');
  return problems;
}

function problemsOfSqlite(folder: string, counted: Record<string, number>): string[] {
  try {
    const handle = new SqliteHandle(join(folder, SQLITE_FILE), { readonly: true });
    try {
      refuseBroken(handle);
      const { tables } = aboutSqlite(handle);
      return Object.entries(counted).flatMap(([name, count]) =>
        tables[name] === count
          ? []
          : [`The table ${name} has ${tables[name] ?? 0} rows instead of ${count}.`],
      );
    } finally {
      handle.close();
    }
  } catch (error) {
    return [(error as Error).message];
  }
}

import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { errorCode } from '../common/errors/error-code';
import type { Backup, Backups } from './places/backups';
import { sumOf } from './places/durable-files';
import type { Manifest } from './places/manifest';
import { readMediaList } from './media-list';
import { aboutSqlite, refuseBroken, SQLITE_FILE } from './snapshots/sqlite-snapshot';

/**
 * What is wrong with the backup, a sentence each; nothing if it is whole. `deep`: its media are read and compared with
 * their sums. `unread` counts those without one, because an earlier version copied them.
 */
export async function problemsOf(
  backups: Backups,
  { name, manifest }: Backup,
  { deep }: { deep: boolean },
): Promise<{ problems: string[]; unread: number }> {
  return backups.place.withCopy(name, async (folder) => {
    const problems = await problemsOfFiles(folder, manifest);
    // What was changed need not be understood.
    if (problems.length > 0) return { problems, unread: 0 };
    const media = await backups.media.problems(readMediaList(folder), { deep });
    if (media.listed !== manifest.media.files) media.problems.push('The list of the media is not complete.');
    return media;
  });
}

/** The same without the media, in a folder on this machine. */
export async function problemsOfFiles(folder: string, manifest: Manifest): Promise<string[]> {
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

import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { errorCode } from '../../common/errors/error-code';
import type { Config } from '../../config/config';
import type { BucketConfig, StorageConfig } from '../../config/storage-config';
import { MARK_FILE } from '../../ports/storage/disk-mark';
import type { Objects } from '../../ports/storage/objects';
import { openObjects } from '../../ports/storage/storage.module';

/** Says whose backups are in a place. */
export const BACKUPS_MARK = 'pagecast-backups';

const POOL = 'media/';

type OpenAt = (prefix: string) => Promise<Objects>;

/** Whether media in the one folder and backups in the other would be mixed: theirs are in `media` below. */
export async function foldersMix(media: string, backups: string): Promise<boolean> {
  const [inner, outer] = [await realOf(media), await realOf(backups)];
  const pool = `${outer}media${sep}`;
  return outer.startsWith(inner) || pool.startsWith(inner) || inner.startsWith(pool);
}

/** The same of two prefixes of a bucket. The media are in `media/` below theirs, and so are those of the backups. */
export const prefixesMix = (media: string, backups: string): boolean =>
  rootsAbove(backups).includes(media) || media.startsWith(backups + POOL);

/** Whether media are where this prefix is, or above it. The same bucket may have several addresses: their mark shows it. */
export const mediaAbove = (prefix: string, openAt: OpenAt): Promise<boolean> =>
  someHas(rootsAbove(prefix), MARK_FILE, openAt);

/** @throws when media that are moved there would be mixed with those that are in use, with other things, or with backups. */
export async function refuseTarget(config: Config, target: StorageConfig): Promise<void> {
  const found = target.kind === 'disk' ? await inFolder(config, target.dir) : await inBucket(config, target);
  if (found === undefined) return;
  const [place, what] =
    target.kind === 'disk' ? [target.dir, 'folder'] : [`s3://${target.bucket}/${target.prefix}`, 'prefix'];
  throw new Error(`${place} overlaps with ${found}. Name another ${what}. Nothing was done.`);
}

async function inFolder({ storage, dataDir }: Config, dir: string): Promise<string | undefined> {
  const target = await realOf(dir);
  if (storage.kind === 'disk') {
    const media = await realOf(storage.dir);
    // The same folder is told from its mark.
    if (target !== media && (target.startsWith(media) || media.startsWith(target)))
      return `the media of the product in ${storage.dir}`;
  }
  if ((await realOf(dataDir)).startsWith(target)) return `DATA_DIR, ${dataDir}`;
  for (const folder of [...foldersAbove(target), ...(await foldersIn(target))])
    if (existsSync(join(folder, BACKUPS_MARK)) && (await foldersMix(target, folder)))
      return `backups in ${folder}`;
  return undefined;
}

async function inBucket({ storage }: Config, target: BucketConfig): Promise<string | undefined> {
  const { bucket, prefix, endpoint } = target;
  const openAt: OpenAt = (at) => openObjects({ ...target, prefix: at }, 'AWS_');
  const roots = rootsAbove(prefix);
  const isSame = storage.kind === 's3' && storage.bucket === bucket && storage.endpoint === endpoint;
  const isAmongOurs =
    isSame &&
    storage.prefix !== prefix &&
    (roots.includes(storage.prefix) || rootsAbove(storage.prefix).includes(prefix));
  if (isAmongOurs) return 'the media of the product';
  for (const root of [...roots, prefix + POOL]) {
    // Keys that reach this prefix and nothing above it do not tell what is there.
    const has = (name: string) =>
      someHas([root], name, openAt).catch((error: unknown) => {
        if (root.startsWith(prefix)) throw error;
        return false;
      });
    // Its own mark tells whose it is, later.
    if (root !== prefix && (await has(MARK_FILE))) return 'the media of the product';
    if (await has(BACKUPS_MARK)) return 'backups';
  }
  return undefined;
}

async function someHas(prefixes: string[], name: string, openAt: OpenAt): Promise<boolean> {
  for (const prefix of prefixes) if ((await (await openAt(prefix)).head(name)) !== undefined) return true;
  return false;
}

/** Where the mark of media would lie, for a prefix to be among them: it itself, and what is before `media/` or `trash/`. */
function rootsAbove(prefix: string): string[] {
  const parts = prefix.split('/').slice(0, -1);
  const before = (n: number) =>
    parts
      .slice(0, n)
      .map((each) => `${each}/`)
      .join('');
  const above = parts.flatMap((part, n) => (part === 'media' || part === 'trash' ? [before(n)] : []));
  return [...new Set([prefix, ...above])];
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessAbsent)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** With a slash at its end. Of what is not there yet, the folder above counts. */
async function realOf(path: string): Promise<string> {
  const real = await realpath(path).catch(unlessAbsent);
  const found = real ?? join(await realOf(dirname(path)), basename(path));
  return found.endsWith(sep) ? found : `${found}${sep}`;
}

function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

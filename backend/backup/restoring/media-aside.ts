import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../common/errors/error-code';
import { makeFolder, syncFolder } from '../../common/files/folders';
import type { Config } from '../../config/config';
import type { BucketConfig } from '../../config/storage-config';
import { MARK_FILE, readMark } from '../../ports/storage/disk-mark';
import { isKey } from '../../ports/storage/media-key';
import type { StoredObject } from '../../ports/storage/objects';
import type { Mark } from '../../ports/storage/storage';
import { openObjects, openPlace } from '../../ports/storage/storage.module';
import type { Backup } from '../places/backups';
import { inParallel } from '../in-parallel';
import type { Aside } from './aside';

/** What a folder answers that cannot be renamed: a disk is mounted there, or the one above is not this user's. */
const STAYS = new Set(['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS']);

interface Moving {
  config: Config;
  backup: Backup;
  aside: Aside;
}

/** @throws when the storage of the media is a bucket that cannot be used now. */
export async function refuseAwayMedia(config: Config): Promise<void> {
  if (config.storage.kind === 's3') await markOf(config);
}

/** @throws when the storage has the media of another installation than the backup's. */
export async function refuseForeignMedia(config: Config, backup: Backup): Promise<void> {
  const foreign = await foreignMark(config, backup);
  if (foreign)
    throw new Error(
      `${foreign.place} has the media of another installation. With --replace ${config.storage.kind === 'disk' ? 'the folder is' : 'they are'} moved aside.`,
    );
}

/** Moves the media of another installation to a place beside, which the product can use as it is. */
export async function moveForeignMedia({ config, backup, aside }: Moving): Promise<void> {
  const foreign = await foreignMark(config, backup);
  if (!foreign) return;
  const { storage } = config;
  if (storage.kind === 's3') return moveInBucket(storage, foreign.mark, aside);
  const folder = `${storage.dir}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  try {
    await aside.move({ folder }, () => rename(storage.dir, folder));
  } catch (error) {
    if (!STAYS.has(errorCode(error) ?? '')) throw error;
    await moveWithin(storage.dir, foreign.mark, aside);
  }
}

/** The mark goes last, so that a move that was cut off is continued, to the same place. */
async function moveWithin(dir: string, { storage }: Mark, aside: Aside): Promise<void> {
  const folder = join(dir, `replaced-${storage}`);
  await aside.move({ folder }, async () => {
    await makeFolder(folder);
    for (const name of [...(await readdir(dir)).filter(isOurs), MARK_FILE])
      await rename(join(dir, name), join(folder, name));
    await syncFolder(folder);
    await syncFolder(dir);
  });
}

async function foreignMark(
  config: Config,
  { manifest }: Backup,
): Promise<{ mark: Mark; place: string } | undefined> {
  const { place, mark } = await markOf(config);
  return mark && mark.installation !== manifest.installation ? { mark, place } : undefined;
}

async function markOf(config: Config): Promise<{ mark: Mark | null; place: string }> {
  const { storage } = config;
  if (storage.kind === 'disk') {
    const isThere = existsSync(join(storage.dir, MARK_FILE));
    return { mark: isThere ? await readMark(storage.dir) : null, place: storage.dir };
  }
  const adapter = await openPlace(config);
  try {
    return { mark: await adapter.readMark(), place: adapter.place };
  } catch (error) {
    throw new Error(
      `The media storage ${adapter.place} cannot be used: ${(error as Error).message}. Nothing was done.`,
    );
  }
}

/**
 * A bucket renames nothing: each file is copied within it, and deleted when the copy is there. The mark goes last, so that
 * a move that was cut off is continued, to the same place.
 */
async function moveInBucket(config: BucketConfig, { storage }: Mark, aside: Aside): Promise<void> {
  const objects = await openObjects(config);
  const beside = `replaced-${storage}/`;
  const move = async ({ name, sizeBytes }: StoredObject): Promise<void> => {
    if (!(await objects.copy(name, beside + name))) return;
    if ((await objects.head(beside + name))?.sizeBytes !== sizeBytes)
      throw new Error(`${objects.place} did not keep the copy of ${name}. It stays where it is.`);
    await objects.delete(name);
  };
  await aside.move({ bucket: objects.place + beside }, async () => {
    for (const folder of ['media/', 'trash/']) await inParallel(only(objects.list(folder), isOfMedia), move);
    const mark = await objects.head(MARK_FILE);
    if (mark) await move(mark);
  });
}

/** The root of a disk has more in it, such as `lost+found`. */
const isOurs = (name: string): boolean => /^([0-9a-f]{2}|trash|incoming)$/.test(name);

const isOfMedia = ({ name }: StoredObject): boolean =>
  isKey(name.replace(/^(media\/|trash\/\d{4}-\d{2}-\d{2}\/)/, ''));

async function* only<T>(all: AsyncIterable<T>, fits: (each: T) => boolean): AsyncIterable<T> {
  for await (const each of all) if (fits(each)) yield each;
}

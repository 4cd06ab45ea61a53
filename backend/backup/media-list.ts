import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isKey } from '../ports/storage/media-key';
import type { BackupPlace } from './places/backup-place';
import { writeWhole } from './places/durable-files';
import { linesOfFile } from './snapshots/lines';
import type { Manifest } from './places/manifest';

/**
 * The list of its media in a backup: a key, a size in bytes and, where it is known, a SHA-256 per line, in the order of
 * the keys.
 */
export const MEDIA_LIST = 'media.txt';

interface Placed {
  name: string;
  manifest: Manifest;
}

export interface Listed {
  key: string;
  bytes: number;
  /** Of the bytes that were copied; unknown where an earlier version copied them. */
  sha256?: string;
}

export const writeMediaList = (folder: string, media: Listed[]): Promise<void> =>
  writeWhole(Readable.from(media.map(lineOf).sort()), join(folder, MEDIA_LIST));

export async function* readMediaList(folder: string): AsyncIterable<Listed> {
  const path = join(folder, MEDIA_LIST);
  for await (const line of linesOfFile(path)) yield listedIn(line, path);
}

/** Straight from its place. @throws when it is not what the manifest says: what it lacks would be removed. */
export async function readMediaListOf(place: BackupPlace, backup: Placed): Promise<Listed[]> {
  const list = await wholeListOf(place, backup);
  if (!list)
    throw new Error(
      `The backup ${backup.name} is not whole: ${MEDIA_LIST} was changed. Nothing was removed.`,
    );
  return list;
}

/** @returns undefined when it is not what the manifest says. */
export async function wholeListOf(
  place: BackupPlace,
  { name, manifest }: Placed,
): Promise<Listed[] | undefined> {
  const path = `${name}/${MEDIA_LIST}`;
  const from = await place.open(path);
  const list = from ? await text(from) : '';
  const sum = createHash('sha256').update(list).digest('hex');
  if (!from || manifest.files.find((file) => file.path === MEDIA_LIST)?.sha256 !== sum) return undefined;
  return list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => listedIn(line, path));
}

/** What the list of a damaged backup names, as far as it can be read. Nothing tells whether that is all. */
export async function keysOnList(place: BackupPlace, name: string): Promise<string[]> {
  const from = await place.open(`${name}/${MEDIA_LIST}`);
  if (!from) return [];
  const lines = (await text(from)).split('\n');
  return lines.map((line) => line.split(' ')[0] ?? '').filter(isKey);
}

const lineOf = ({ key, bytes, sha256 }: Listed): string =>
  `${[key, bytes, ...(sha256 === undefined ? [] : [sha256])].join(' ')}\n`;

function listedIn(line: string, path: string): Listed {
  const [key = '', bytes = '', sha256] = line.split(' ');
  const isSum = sha256 === undefined || /^[0-9a-f]{64}$/.test(sha256);
  if (!isKey(key) || !/^\d+$/.test(bytes) || !isSum) throw new Error(`${path} is damaged.`);
  return { key, bytes: Number(bytes), sha256 };
}

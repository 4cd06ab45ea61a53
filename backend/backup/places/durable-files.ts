import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../common/errors/error-code';
import { naming } from '../../file-errors';
import type { FileSum } from './manifest';

const PIECE_BYTES = 1024 * 1024;

/**
 * Writes what the stream gives, durably, and whole or not at all.
 * @throws when that is another number of bytes than `expected`
 */
export async function writeWhole(
  from: Readable | AsyncIterable<string>,
  path: string,
  expected?: number,
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.part`);
  let bytes = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(null, piece);
    },
  });
  try {
    const to = createWriteStream(draft, { mode: 0o600, flush: true, highWaterMark: PIECE_BYTES });
    await pipeline(from, counter, to).catch(naming(draft));
    if (expected !== undefined && bytes !== expected)
      throw new Error(`${basename(path)} changed while it was copied.`);
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** Copies a file like `writeWhole`. Nobody else may read the copy, whoever may read the original. */
export const copyPrivate = (from: string, to: string): Promise<void> =>
  writeWhole(createReadStream(from, { highWaterMark: PIECE_BYTES }), to);

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function sumOf(folder: string, path: string): Promise<FileSum> {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(join(folder, path), { highWaterMark: PIECE_BYTES })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Copies the files of a folder that others write to, for this user alone. What vanishes meanwhile is left out. */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    try {
      if (entry.isDirectory()) await copyTree(source, target);
      else if (entry.isFile()) {
        await copyFile(source, target);
        // It has the mode of the original, which a backup may have from anywhere.
        await chmod(target, 0o600);
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

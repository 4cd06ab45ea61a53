import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const zeros = Buffer.alloc(1024 * 1024);

export function fixture(name: string): string {
  return join(__dirname, '..', 'fixtures', name);
}

/**
 * Writes a playable MP4 of exactly so many bytes: the fixture and a `free` box after it (ISO 14496-12, 8.1.2).
 * Two sizes give two hashes; two files of one size need a `salt`.
 */
export async function paddedVideo(
  path: string,
  bytes: number,
  { of = 'portrait.mp4', salt = '' } = {},
): Promise<string> {
  await copyFile(fixture(of), path);
  const padding = bytes - (await stat(path)).size;
  if (padding === 0 && salt === '') return path;
  const header = boxHeader(padding);
  const payload = padding - header.length - Buffer.byteLength(salt);
  if (payload < 0) throw new Error(`${of} and a free box do not fit in ${bytes} bytes`);
  const write = createWriteStream(path, { flags: 'a' });
  await pipeline(Readable.from(freeBox(header, Buffer.from(salt), payload)), write);
  return path;
}

/** A photo that no other has: the salt is a comment in it. */
export async function saltedPhoto(path: string, salt: string, of = 'photo.jpg'): Promise<string> {
  const photo = await readFile(fixture(of));
  const comment = Buffer.from(`\xff\xfe\x00${String.fromCharCode(salt.length + 2)}${salt}`, 'latin1');
  await writeFile(path, Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]));
  return path;
}

function boxHeader(size: number): Buffer {
  if (size < 2 ** 32) {
    const header = Buffer.from('....free', 'latin1');
    header.writeUInt32BE(Math.max(0, size));
    return header;
  }
  // Size 1 says that the real one follows in 64 bits.
  const header = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('free'), Buffer.alloc(8)]);
  header.writeBigUInt64BE(BigInt(size), 8);
  return header;
}

function* freeBox(header: Buffer, salt: Buffer, payload: number): Generator<Buffer> {
  yield Buffer.concat([header, salt]);
  for (let left = payload; left > 0; left -= zeros.length)
    yield zeros.subarray(0, Math.min(left, zeros.length));
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export type Part =
  | { name: string; value: string }
  | { name: string; filename?: string; type?: string; path: string }
  | { name: string; filename?: string; type?: string; buffer: Buffer };

export interface MultipartBody {
  boundary: string;
  contentType: string;
  length: number;
  buffer(): Buffer;
  stream(): Readable;
}

/** A multipart/form-data body. Names and filenames go in as they are, unescaped, so that tests can send odd ones. */
export function multipart(parts: Part[], boundary = `----pagecast${randomUUID()}`): MultipartBody {
  const end = Buffer.from(`--${boundary}--\r\n`);
  const pieces = parts.map((part) => ({ part, head: headOf(part, boundary) }));
  const length = pieces.reduce((sum, { part, head }) => sum + head.length + sizeOf(part) + 2, end.length);
  return {
    boundary,
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    buffer: () =>
      Buffer.concat([
        ...pieces.flatMap(({ part, head }) => [head, contentOf(part), Buffer.from('\r\n')]),
        end,
      ]),
    stream: () => Readable.from(streamed(pieces, end)),
  };
}

function headOf(part: Part, boundary: string): Buffer {
  const disposition = `Content-Disposition: form-data; name="${part.name}"`;
  if ('value' in part) return Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n`);
  const filename = part.filename ?? ('path' in part ? basename(part.path) : 'file');
  const type = part.type ?? 'application/octet-stream';
  return Buffer.from(
    `--${boundary}\r\n${disposition}; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
}

function sizeOf(part: Part): number {
  if ('value' in part) return Buffer.byteLength(part.value);
  return 'path' in part ? statSync(part.path).size : part.buffer.length;
}

function contentOf(part: Part): Buffer {
  if ('value' in part) return Buffer.from(part.value);
  return 'path' in part ? readFileSync(part.path) : part.buffer;
}

async function* streamed(pieces: Array<{ part: Part; head: Buffer }>, end: Buffer): AsyncGenerator<Buffer> {
  for (const { part, head } of pieces) {
    yield head;
    if ('path' in part) yield* createReadStream(part.path) as AsyncIterable<Buffer>;
    else yield contentOf(part);
    yield Buffer.from('\r\n');
  }
  yield end;
}

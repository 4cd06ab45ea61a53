import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { filePieces } from './file-pieces';
import { PiecePool } from './piece-pool';

const PIECE = 1024;

let dir: string;
beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'file-pieces-'))));
afterAll(() => rm(dir, { recursive: true }));

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(dir, randomBytes(8).toString('hex'));
  await writeFile(path, bytes);
  return path;
}

describe('a file read in pieces', () => {
  const pool = new PiecePool(PIECE, 16 * PIECE);

  it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])('gives all of its %d bytes', async (length) => {
    const bytes = randomBytes(length);
    const stream = filePieces(await open(await fileOf(bytes)), pool);
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  it.each([
    [0, 0],
    [5, 2 * PIECE],
    [PIECE, 2 * PIECE - 1],
    [2_000, undefined],
    [2_000, 99_999],
    [99_999, undefined],
  ])('gives the bytes from %d to %p', async (start, end) => {
    const bytes = randomBytes(3 * PIECE);
    const stream = filePieces(await open(await fileOf(bytes)), pool, { start, end });
    expect(
      (await buffer(stream)).equals(bytes.subarray(start, end === undefined ? undefined : end + 1)),
    ).toBe(true);
  });

  it('ends where a file ends that became shorter', async () => {
    const path = await fileOf(randomBytes(8 * PIECE));
    const stream = filePieces(await open(path), pool);
    const [first] = (await once(stream, 'data')) as [Buffer];
    stream.pause();
    await truncate(path, 2 * PIECE);
    const rest = await buffer(stream);
    expect(first.length + rest.length).toBeLessThanOrEqual(3 * PIECE);
  });

  it('closes the file when its reader leaves, and tells what a read failed with', async () => {
    const file = await open(await fileOf(randomBytes(8 * PIECE)));
    const stream = filePieces(file, pool);
    await once(stream, 'readable');
    await once(stream.destroy(), 'close');
    expect(file.fd).toBe(-1);

    const folder = filePieces(await open(dir), pool);
    await expect(buffer(folder)).rejects.toThrow('EISDIR');
    expect(folder.closed).toBe(true);
  });
});

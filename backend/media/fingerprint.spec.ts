import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf } from './fingerprint';

const KIB = 1024;

describe('the fingerprint of a file', () => {
  let dir: string;
  beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'pagecast-fingerprint-'))));
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const printOf = async (bytes: Buffer) => {
    const path = join(dir, 'file');
    await writeFile(path, bytes);
    return fingerprintOf(path, bytes.length);
  };
  const changed = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };

  it.each([
    ['an empty one', 0],
    ['a small one', 10],
    ['one whose ends overlap', 300 * KIB],
    ['a large one', 600 * KIB],
  ])('is equal for equal bytes: %s', async (_, size) => {
    const bytes = randomBytes(size);
    expect(await printOf(bytes)).toMatch(/^[0-9a-f]{64}$/);
    expect(await printOf(bytes)).toBe(await printOf(Buffer.from(bytes)));
  });

  it('sees the first and the last 256 KiB, and nothing between them', async () => {
    const bytes = randomBytes(600 * KIB);
    const print = await printOf(bytes);
    for (const at of [0, 256 * KIB - 1, 344 * KIB, 600 * KIB - 1])
      expect(await printOf(changed(bytes, at))).not.toBe(print);
    for (const at of [256 * KIB, 344 * KIB - 1]) expect(await printOf(changed(bytes, at))).toBe(print);
  });

  it('differs with the size, also where the ends are alike', async () => {
    expect(await printOf(Buffer.alloc(600 * KIB))).not.toBe(await printOf(Buffer.alloc(601 * KIB)));
  });
});

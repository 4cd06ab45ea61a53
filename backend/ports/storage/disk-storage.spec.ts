import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MARK_FILE, readMark } from './disk-mark';
import { DiskStorage } from './disk-storage';
import { storageContract } from './storage.contract';

jest.mock('./disk-mark', () => {
  const actual = jest.requireActual<typeof import('./disk-mark')>('./disk-mark');
  return { ...actual, readMark: jest.fn(actual.readMark) };
});

storageContract('a folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'disk-storage-'));
  const dir = join(parent, 'media');
  const elsewhere = join(parent, 'unplugged');
  return {
    open: () => new DiskStorage(dir),
    takeAway: () => rename(dir, elsewhere),
    bringBack: () => rename(elsewhere, dir),
    end: () => rm(parent, { recursive: true, force: true }),
  };
});

const MEGABYTE = 1024 * 1024;

const uuid = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;

it('reads its mark again only when the file changed or is gone, or something failed', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'disk-storage-'));
  const reads = jest.mocked(readMark);
  try {
    const storage = new DiskStorage(dir);
    expect(await storage.readMark()).toBeNull();
    const mark = { installation: uuid(1), storage: uuid(2) };
    await storage.writeMark(mark);
    for (let n = 0; n < 3; n++) expect(await storage.readMark()).toEqual(mark);
    const before = reads.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    expect(await storage.readMark()).toEqual(mark);
    expect(reads.mock.calls.length).toBe(before);
    storage.doubt();
    expect(await storage.readMark()).toEqual(mark);
    expect(reads.mock.calls.length).toBe(before + 1);
    await writeFile(join(dir, MARK_FILE), `pagecast ${uuid(1)} ${uuid(3)}\n`);
    expect(await storage.readMark()).toEqual({ installation: uuid(1), storage: uuid(3) });
    await rm(join(dir, MARK_FILE));
    expect(await storage.readMark()).toBeNull();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

it('holds little of each of the files that are open for reading', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'disk-storage-'));
  try {
    const storage = new DiskStorage(dir);
    const key = `${'ab'.repeat(20)}.mp4`;
    const path = join(dir, 'one');
    await storage.prepare();
    await writeFile(path, Buffer.alloc(MEGABYTE));
    await storage.put(path, key);
    const streams = await Promise.all(Array.from({ length: 64 }, () => storage.open(key)));
    await Promise.all(streams.map((stream) => once(stream, 'readable')));
    await setTimeout(50);
    const held = streams.reduce((sum, { readableLength }) => sum + readableLength, 0);
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(16 * MEGABYTE);
    await Promise.all(streams.map((stream) => once(stream.destroy(), 'close')));
  } finally {
    await rm(dir, { recursive: true });
  }
});

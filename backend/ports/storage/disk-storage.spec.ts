import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

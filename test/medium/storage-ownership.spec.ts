import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { DiskStorage } from '../../backend/ports/storage/disk-storage';
import { newKey } from '../../backend/ports/storage/media-key';
import { Ownership, type Verdict } from '../../backend/ports/storage/ownership';
import { VerifiedStorage } from '../../backend/ports/storage/verified-storage';
import { eachDatabase, openDatabase } from '../support/databases';
import { clockOf, TestClock } from '../support/test-clock';

eachDatabase((_, makeConfig) => {
  const open: DataSource[] = [];
  let dir: string;
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => (dir = join(await mkdtemp(join(tmpdir(), 'pagecast-own-')), 'media')));
  afterEach(() => rm(join(dir, '..'), { recursive: true }));
  afterAll(async () => {
    for (const dataSource of open) await dataSource.destroy();
  });

  async function database(): Promise<Database> {
    const { dataSource, db } = await openDatabase(await makeConfig());
    open.push(dataSource);
    return db;
  }

  const storageOf = (db: Database, folder = dir) =>
    new VerifiedStorage(new DiskStorage(folder), new Ownership(db));
  const mark = () => readFile(join(dir, 'installation-id'), 'utf8');

  /** A file of an installation from before there were marks. */
  async function file(): Promise<string> {
    const key = newKey('mp4');
    await mkdir(join(dir, key.slice(0, 2)), { recursive: true });
    await writeFile(join(dir, key.slice(0, 2), key), 'bytes');
    return key;
  }

  async function row(db: Database, fileKey: string): Promise<void> {
    const video = { title: 'A', file_key: fileKey, size_bytes: 5, width: 1, height: 1, created_at: 1 };
    await db.insert('shared_videos', { ...video, duration_ms: 1 });
  }

  it('is taken when both sides are empty, and known again by the next process', async () => {
    const db = await database();
    expect(await storageOf(db).presence()).toBe('here');
    const { uuid } = (await db.row<{ uuid: string }>('SELECT uuid FROM installation'))!;
    expect(await mark()).toContain(uuid);
    expect((await stat(join(dir, 'installation-id'))).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect(await storageOf(db).presence()).toBe('here');
  });

  it('is taken by an installation of before, whose rows name the files', async () => {
    const db = await database();
    await row(db, await file());
    expect(await storageOf(db).presence()).toBe('here');
  });

  it('is foreign to a new database that knows none of the files', async () => {
    await file();
    expect(await storageOf(await database()).presence()).toBe('foreign');
    await expect(mark()).rejects.toThrow('ENOENT');
  });

  it('is foreign to another installation, marked as it is', async () => {
    await storageOf(await database()).presence();
    expect(await storageOf(await database()).presence()).toBe('foreign');
  });

  it('is away where rows name files and none of them is there', async () => {
    const db = await database();
    await row(db, newKey('mp4'));
    expect(await storageOf(db).presence()).toBe('away');
    await expect(stat(dir)).rejects.toThrow('ENOENT');
  });

  it('is away for a second process with a folder of its own, also when both start at once', async () => {
    const db = await database();
    const found = await Promise.all(
      [storageOf(db), storageOf(db, `${dir}-2`)].map((each) => each.presence()),
    );
    expect(found.sort()).toEqual(['away', 'here']);
  });

  it('is one storage for processes that start at once on one folder', async () => {
    const db = await database();
    const found = await Promise.all([1, 2, 3, 4].map(() => storageOf(db).presence()));
    expect(found).toEqual(['here', 'here', 'here', 'here']);
  });

  it('is here for a process that looked just before another marked it', async () => {
    const db = await database();
    const place = new DiskStorage(dir);
    const readMark = jest.spyOn(place, 'readMark').mockImplementationOnce(async () => {
      expect(await storageOf(db).presence()).toBe('here');
      return null;
    });
    expect(await new VerifiedStorage(place, new Ownership(db)).presence()).toBe('here');
    expect(readMark).toHaveBeenCalledTimes(2);
  });

  it('is away soon after another one took its place, and until then without a query for each look', async () => {
    const [db, clock, place] = [await database(), new TestClock(), new DiskStorage(dir)];
    const ownership = new Ownership(db, clockOf(clock.now));
    const look = async (): Promise<Verdict['presence']> => (await ownership.of(place)).presence;
    expect(await look()).toBe('here');
    const old = (await place.readMark())!;
    const row = jest.spyOn(db, 'row');
    expect(await new Ownership(db).replace(old, { ...old, storage: randomUUID() })).toBe(true);
    expect([await look(), row.mock.calls.length]).toEqual(['here', 0]);
    clock.forward(10_000);
    expect(await look()).toBe('away');
    expect(await look()).toBe('away');
  });

  it('is completed when the start before died between the two halves', async () => {
    const db = await database();
    await storageOf(db).presence();
    await db.run('UPDATE installation SET storage_uuid = NULL');
    expect(await storageOf(db).presence()).toBe('here');
    const { storage_uuid } = (await db.row<{ storage_uuid: string }>(
      'SELECT storage_uuid FROM installation',
    ))!;
    expect(await mark()).toContain(storage_uuid);
  });

  it('is left as it is by who only looks', async () => {
    const db = await database();
    const look = () =>
      new VerifiedStorage(new DiskStorage(dir), new Ownership(db, undefined, false)).presence();
    const known = async () =>
      (await db.row<{ storage_uuid: string | null }>('SELECT storage_uuid FROM installation'))!.storage_uuid;
    expect([await look(), await known()]).toEqual(['unbound', null]);
    await expect(stat(dir)).rejects.toThrow('ENOENT');
    await storageOf(db).presence();
    await db.run('UPDATE installation SET storage_uuid = NULL');
    expect([await look(), await known()]).toEqual(['here', null]);
  });

  describe('that was there', () => {
    let storage: VerifiedStorage;
    let key: string;
    beforeEach(async () => {
      storage = storageOf(await database());
      await storage.prepare();
      key = newKey('mp4');
      await writeFile(join(storage.incomingDir, 'whole'), 'bytes');
      await storage.put(join(storage.incomingDir, 'whole'), key);
    });

    const isAway = async () => {
      expect(await storage.presence()).toBe('away');
      for (const work of [
        () => storage.prepare(),
        () => storage.stat(key),
        () => storage.open(key),
        () => storage.discard(key),
        () => storage.put(join(dir, 'x'), key),
        () => storage.emptyTrash(0),
        () => storage.sweepIncoming(0),
      ])
        await expect(work()).rejects.toMatchObject({ name: 'StorageAway', statusCode: 503 });
    };

    it('is away while its folder is gone, is not made anew, and is back when the folder is', async () => {
      await rename(dir, `${dir}-elsewhere`);
      await isAway();
      await expect(stat(dir)).rejects.toThrow('ENOENT');
      await rename(`${dir}-elsewhere`, dir);
      expect(await storage.presence()).toBe('here');
      expect(await storage.stat(key)).toMatchObject({ sizeBytes: 5 });
      await storage.prepare();
    });

    it('is away when its mount point is empty', async () => {
      await rename(dir, `${dir}-elsewhere`);
      await mkdir(dir);
      await isAway();
    });

    it.each([
      ['empty', (path: string) => writeFile(path, '')],
      ['garbage', (path: string) => writeFile(path, '\0\x01 what')],
      ['a folder', (path: string) => mkdir(path)],
    ])('is away when its mark is %s', async (_kind, make) => {
      await rm(join(dir, 'installation-id'));
      await make(join(dir, 'installation-id'));
      expect(await storage.presence()).toBe('away');
      await expect(storage.stat(newKey('mp4'))).rejects.toMatchObject({ name: 'StorageAway' });
    });

    it('calls a file missing only while it is there itself', async () => {
      expect(await storage.stat(newKey('mp4'))).toBeUndefined();
      await expect(storage.open(newKey('mp4'))).rejects.toThrow('The media file is missing.');
    });
  });
});

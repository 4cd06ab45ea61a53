import fs, { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { newKey } from './media-key';
import { RESOLUTION_MS, StorageUnderTest, type MakePlace } from './storage-under-test.contract';

const DAY_MS = 86_400_000;

/** What housekeeping and `cli recover` rely on. */
export function storageSweepContract(name: string, makePlace: MakePlace): void {
  describe(`the storage contract, by ${name}`, () => {
    const given = new StorageUnderTest(makePlace);
    beforeAll(() => Logger.overrideLogger(false));
    beforeEach(() => given.start());
    afterEach(() => given.place.end());

    describe('the trash', () => {
      const today = async () => new Date(await given.storage.now()).toISOString().slice(0, 10);

      it('takes a file out of the way, once', async () => {
        const key = await given.kept();
        expect([await given.storage.discard(key), await given.storage.discard(key)]).toEqual([true, false]);
        expect(await given.storage.stat(key)).toBeUndefined();
        expect(await given.storage.discard(newKey('mp4'))).toBe(false);
      });

      it('restores everything, with its bytes and a new age', async () => {
        const [first, second] = [await given.kept('one'), await given.kept('two')];
        await given.storage.discard(first);
        await given.storage.discard(second);
        const before = await given.storage.now();
        expect(await given.storage.recover()).toBe(2);
        expect([await given.read(first), await given.read(second)]).toEqual(['one', 'two']);
        expect((await given.storage.stat(first))!.modifiedAt).toBeGreaterThan(before - RESOLUTION_MS);
        expect(await given.storage.recover()).toBe(0);
      });

      it('restores a single day', async () => {
        const key = await given.kept();
        await given.storage.discard(key);
        expect(await given.storage.recover('2001-02-03')).toBe(0);
        expect(await given.storage.recover(await today())).toBe(1);
        expect(await given.keys()).toEqual([key]);
      });

      it('keeps files that are not old enough, and deletes older ones', async () => {
        const key = await given.kept('12345');
        const other = await given.kept('still in use');
        await given.storage.discard(key);
        expect(await given.storage.emptyTrash(DAY_MS)).toEqual({ files: 0, bytes: 0 });
        // As if two days had passed.
        expect(await given.storage.emptyTrash(-2 * DAY_MS)).toEqual({ files: 1, bytes: 5 });
        expect(await given.storage.recover()).toBe(0);
        expect(await given.keys()).toEqual([other]);
      });

      it('is emptied by two processes at once', async () => {
        for (let n = 0; n < 20; n++) await given.storage.discard(await given.kept());
        const other = given.ofAnotherProcess();
        await Promise.all([given.storage, other].map((each) => each.emptyTrash(-2 * DAY_MS)));
        expect(await given.storage.recover()).toBe(0);
      });
    });

    describe('uploads under way', () => {
      const LITTLE_MS = 30;

      it('have a folder that only this user can read', async () => {
        await given.storage.prepare();
        expect((await stat(given.storage.incomingDir)).mode & 0o777).toBe(0o700);
      });

      it('lie in a folder of their own for each process', async () => {
        const other = given.ofAnotherProcess();
        await other.prepare();
        expect(other.incomingDir).not.toBe(given.storage.incomingDir);
      });

      it('are swept when their process is gone, and counted', async () => {
        const dead = given.ofAnotherProcess();
        await dead.prepare();
        await given.incoming('12345', dead);
        await given.incoming('123', dead);
        await pause(LITTLE_MS * 3);
        expect(await given.storage.sweepIncoming(LITTLE_MS)).toEqual({ files: 2, bytes: 8 });
        expect(await readdir(dead.incomingDir).catch(() => [])).toEqual([]);
      });

      it('are left alone while they grow, and while they belong to this process', async () => {
        const alive = given.ofAnotherProcess();
        await alive.prepare();
        const growing = await given.incoming('1', alive);
        const own = await given.incoming('2');
        await utimes(own, new Date(0), new Date(0));
        expect(await given.storage.sweepIncoming(DAY_MS)).toEqual({ files: 0, bytes: 0 });
        expect([await readFile(growing, 'utf8'), await readFile(own, 'utf8')]).toEqual(['1', '2']);
      });

      /** Folders of dead processes, each with that many old files of five bytes. */
      async function leftovers(count: number, folders = 1): Promise<string[]> {
        const dead = Array.from({ length: folders }, () => given.ofAnotherProcess());
        // A process that starts may tidy, so that nothing is old before all have started.
        for (const each of dead) await each.prepare();
        for (const each of dead) {
          for (let n = 0; n < count; n++)
            await utimes(await given.incoming('12345', each), new Date(0), new Date(0));
          await utimes(each.incomingDir, new Date(0), new Date(0));
        }
        return dead.map(({ incomingDir }) => incomingDir);
      }

      it('are swept by two processes at once, each once', async () => {
        const [folder = ''] = await leftovers(50);
        const both = [given.storage, given.ofAnotherProcess()].map((each) => each.sweepIncoming(DAY_MS));
        const [one, other] = await Promise.all(both);
        expect(one!.files + other!.files).toBe(50);
        await expect(stat(folder)).rejects.toThrow('ENOENT');
      });

      it('do not stop the sweep, nor a start, where a folder of them cannot be read', async () => {
        const [unreadable = '', readable = ''] = await leftovers(1, 2);
        const warned = jest.spyOn(Logger.prototype, 'warn');
        // For root, who may run the tests, no folder is unreadable.
        const opendir = fs.opendir.bind(fs);
        const opened = jest.spyOn(fs, 'opendir').mockImplementation((path, options) => {
          const eacces = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
          return path === unreadable ? Promise.reject(eacces) : opendir(path, options);
        });
        try {
          for (const files of [1, 0])
            expect(await given.storage.sweepIncoming(DAY_MS)).toEqual({ files, bytes: files * 5 });
          expect(warned).toHaveBeenCalledTimes(1);
          await given.ofAnotherProcess().prepare();
        } finally {
          opened.mockRestore();
          warned.mockRestore();
        }
        expect(await readdir(dirname(unreadable))).toContain(basename(unreadable));
        await expect(stat(readable)).rejects.toThrow('ENOENT');
      });
    });
  });
}

import { createHash, randomBytes } from 'node:crypto';
import { stat, utimes } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { newKey } from './media-key';
import { MediaMissing } from './storage';
import { RESOLUTION_MS, StorageUnderTest, type MakePlace } from './storage-under-test.contract';

/** What uploads, publications and viewers rely on. */
export function storedFilesContract(name: string, makePlace: MakePlace): void {
  describe(`the storage contract, by ${name}`, () => {
    const given = new StorageUnderTest(makePlace);
    beforeAll(() => Logger.overrideLogger(false));
    beforeEach(() => given.start());
    afterEach(() => given.place.end());

    describe('put', () => {
      it('takes over a complete file, which every process can then read', async () => {
        const path = await given.incoming('a film');
        const key = newKey('mp4');
        await given.storage.put(path, key);
        expect(await given.read(key)).toBe('a film');
        expect(await given.read(key, undefined, given.ofAnotherProcess())).toBe('a film');
        await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
      });

      it('keeps many megabytes byte for byte', async () => {
        const bytes = randomBytes(5 * 1024 ** 2 + 17);
        const key = await given.kept(bytes);
        const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
        expect(sha256(await buffer(await given.storage.open(key)))).toBe(sha256(bytes));
      });

      it('starts the age of a file now, however old its bytes are', async () => {
        const path = await given.incoming('a slow upload');
        await utimes(path, new Date(0), new Date(0));
        const key = newKey('mp4');
        const before = await given.storage.now();
        await given.storage.put(path, key);
        const { modifiedAt } = (await given.storage.stat(key))!;
        expect(modifiedAt).toBeGreaterThan(before - RESOLUTION_MS);
        expect(modifiedAt).toBeLessThan((await given.storage.now()) + RESOLUTION_MS);
      });

      it('stores many files at the same time', async () => {
        const files = await Promise.all(Array.from({ length: 20 }, (_none, n) => given.kept(`file ${n}`)));
        expect(await Promise.all(files.map((key) => given.read(key)))).toEqual(
          files.map((_key, n) => `file ${n}`),
        );
      });
    });

    describe('open', () => {
      it.each<[string, { start: number; end?: number } | undefined, string]>([
        ['everything without a range', undefined, '0123456789'],
        ['from an offset to the end', { start: 4 }, '456789'],
        ['from the first byte to the last of a range, both inclusive', { start: 2, end: 5 }, '2345'],
        ['the last byte alone', { start: 9, end: 9 }, '9'],
      ])('reads %s', async (_what, range, expected) => {
        expect(await given.read(await given.kept('0123456789'), range)).toBe(expected);
      });

      it('reads a file twice at the same time', async () => {
        const key = await given.kept('0123456789');
        expect(await Promise.all([given.read(key), given.read(key, { start: 5 })])).toEqual([
          '0123456789',
          '56789',
        ]);
      });

      it('leaves nothing behind when a reader gives up', async () => {
        const key = await given.kept(randomBytes(3 * 1024 ** 2));
        const stream = await given.storage.open(key);
        stream.destroy();
        await given.storage.delete(key);
        expect(await given.storage.stat(key)).toBeUndefined();
      });

      it.each([newKey('mp4'), '../installation-id', 'incoming', '', 'x'.repeat(300)])(
        'throws MediaMissing for %j, which is no file',
        async (key) => {
          await expect(given.storage.open(key)).rejects.toThrow(MediaMissing);
        },
      );
    });

    describe('stat', () => {
      it('returns key, size and age of a file', async () => {
        const key = await given.kept('12345');
        expect(await given.storage.stat(key)).toEqual({ key, sizeBytes: 5, modifiedAt: expect.any(Number) });
      });

      it.each([newKey('jpg'), '../installation-id', ''])('returns undefined for %j', async (key) => {
        expect(await given.storage.stat(key)).toBeUndefined();
      });
    });

    describe('delete', () => {
      it('removes a file for every process', async () => {
        const key = await given.kept();
        await given.ofAnotherProcess().delete(key);
        expect([await given.storage.stat(key), await given.keys()]).toEqual([undefined, []]);
        await expect(given.storage.open(key)).rejects.toThrow(MediaMissing);
      });

      it.each([newKey('png'), 'no key'])('succeeds when %j does not exist', async (key) => {
        await expect(given.storage.delete(key)).resolves.toBeUndefined();
      });
    });

    describe('list', () => {
      it('lists every stored file once, with its size', async () => {
        const mine = await Promise.all(
          Array.from({ length: 60 }, (_none, n) => given.kept('x'.repeat(n + 1))),
        );
        const files = await given.listed();
        expect(files.map(({ key }) => key).sort()).toEqual([...mine].sort());
        for (const [n, key] of mine.entries())
          expect(files.find((file) => file.key === key)).toEqual({
            key,
            sizeBytes: n + 1,
            modifiedAt: expect.any(Number),
          });
      });

      it('omits uploads under way, discarded files and the mark', async () => {
        await given.incoming('half a film');
        await given.storage.discard(await given.kept());
        const key = await given.kept();
        expect(await given.keys()).toEqual([key]);
      });

      it('continues while the listed files are discarded', async () => {
        const mine = await Promise.all(Array.from({ length: 30 }, () => given.kept()));
        const seen: string[] = [];
        for await (const { key } of given.storage.list()) {
          seen.push(key);
          await given.storage.discard(key);
        }
        expect([seen.sort(), await given.keys()]).toEqual([mine.sort(), []]);
      });
    });

    it('reports a time that never runs ahead of the time that has passed', async () => {
      const [first, begun] = [await given.storage.now(), performance.now()];
      expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
      for (let n = 0; n < 20; n++) {
        const told = await given.storage.now();
        expect(told - first).toBeLessThanOrEqual(performance.now() - begun + RESOLUTION_MS);
        expect(told).toBeGreaterThanOrEqual(first - RESOLUTION_MS);
      }
    });
  });
}

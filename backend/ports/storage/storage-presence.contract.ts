import { Logger } from '@nestjs/common';
import { newKey } from './media-key';
import { StorageAway } from './storage';
import { MARK, StorageUnderTest, type MakePlace } from './storage-under-test.contract';

/** How the right place is recognised, and what happens while it is away. */
export function storagePresenceContract(name: string, makePlace: MakePlace): void {
  describe(`the storage contract, by ${name}`, () => {
    const given = new StorageUnderTest(makePlace);
    beforeAll(() => Logger.overrideLogger(false));
    beforeEach(() => given.start());
    afterEach(() => given.place.end());

    describe('the mark', () => {
      const OTHER = { ...MARK, storage: '00000000-0000-4000-8000-000000000003' };

      it('is read by every process', async () => {
        expect(await given.place.open().readMark()).toEqual(MARK);
      });

      it('is never written over', async () => {
        expect(await given.place.open().writeMark(OTHER)).toBe(false);
        expect(await given.adapter.readMark()).toEqual(MARK);
      });

      it('is written by one of two processes that find none', async () => {
        const fresh = await makePlace();
        try {
          expect(await fresh.open().readMark()).toBeNull();
          const wrote = await Promise.all([fresh.open().writeMark(MARK), fresh.open().writeMark(OTHER)]);
          expect(wrote.sort()).toEqual([false, true]);
        } finally {
          await fresh.end();
        }
      });

      it('can be set by hand, as the log says', () => {
        for (const part of [MARK.installation, MARK.storage])
          expect(given.adapter.howToMark(MARK)).toContain(part);
        expect(given.adapter.place).not.toBe('');
      });
    });

    describe('a place that is away', () => {
      it('differs from an empty one: every call throws StorageAway', async () => {
        const key = await given.kept('still there');
        const path = await given.incoming('new');
        await given.place.takeAway();
        expect(await given.storage.presence()).toBe('away');
        const calls: [string, () => Promise<unknown>][] = [
          ['put', () => given.storage.put(path, newKey('mp4'))],
          ['open', () => given.storage.open(key)],
          ['stat', () => given.storage.stat(key)],
          ['list', () => given.listed()],
          ['discard', () => given.storage.discard(key)],
          ['recover', () => given.storage.recover()],
          ['emptyTrash', () => given.storage.emptyTrash(0)],
          ['sweepIncoming', () => given.storage.sweepIncoming(0)],
          ['prepare', () => given.storage.prepare()],
        ];
        for (const [call, make] of calls) {
          const thrown = await make().then(
            () => 'nothing',
            (error: unknown) => error,
          );
          expect([call, thrown instanceof StorageAway ? 'StorageAway' : thrown]).toEqual([
            call,
            'StorageAway',
          ]);
        }
        // Its row is gone already: a remaining file is swept later.
        await expect(given.storage.delete(key)).resolves.toBeUndefined();
      });

      it('returns with all its files and without a restart', async () => {
        const key = await given.kept('still there');
        await given.place.takeAway();
        expect(await given.storage.presence()).toBe('away');
        await given.place.bringBack();
        expect([await given.storage.presence(), await given.read(key)]).toEqual(['here', 'still there']);
        await given.storage.prepare();
        expect(await given.read(await given.kept('new'))).toBe('new');
      });
    });
  });
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { makeFolder } from '../../common/files/folders';
import type { BackupPlace } from './backup-place';
import { MANIFEST } from './manifest';

export interface PlaceUnderTest {
  /** The same place, as another process would have it. */
  open(): BackupPlace;
  end(): Promise<void>;
}

const NAME = '2026-11-23T08-10-00Z';

/** What `Backups` and `MediaPool` rely on. Every kind of place runs it. */
export function backupPlaceContract(what: string, make: () => Promise<PlaceUnderTest>): void {
  describe(`${what}, as a place of backups`, () => {
    let under: PlaceUnderTest;
    let place: BackupPlace;
    beforeEach(async () => {
      under = await make();
      place = under.open();
    });
    afterEach(() => under.end());

    const put = (path: string, content: string, bytes = content.length) =>
      place.put(path, Readable.from([Buffer.from(content)]), bytes);
    const read = async (path: string) => {
      const from = await place.open(path);
      return from && text(from);
    };
    const paths = async (folder: string) => {
      const found: string[] = [];
      for await (const { path } of place.list(folder)) found.push(path);
      return found.sort();
    };
    /** Makes a backup of these files. */
    const keep = (name: string, files: Record<string, string>) =>
      place.alone(async () => {
        const draft = await place.begin();
        for (const [path, content] of Object.entries(files)) {
          await makeFolder(join(draft.folder, path, '..'));
          await writeFile(join(draft.folder, path), content);
        }
        await draft.keep(name);
      });

    it('keeps a draft as a backup, with all its files', async () => {
      await keep(NAME, { [MANIFEST]: '{}', 'database.sqlite': 'rows', 'a/deep/file 1.txt': 'more' });
      expect(await under.open().backups()).toEqual([NAME]);
      expect(await read(`${NAME}/a/deep/file 1.txt`)).toBe('more');
      const copied = await under
        .open()
        .withCopy(NAME, async (folder) => [
          await readFile(join(folder, 'database.sqlite'), 'utf8'),
          await readFile(join(folder, 'a/deep/file 1.txt'), 'utf8'),
          (await readdir(folder)).sort(),
        ]);
      expect(copied).toEqual(['rows', 'more', ['a', 'database.sqlite', MANIFEST]]);
    });

    it('leaves no copy behind on this machine', async () => {
      await keep(NAME, { [MANIFEST]: '{}' });
      let copy = '';
      const broken = place.withCopy(NAME, (folder) => {
        copy = folder;
        return Promise.reject(new Error('broken'));
      });
      await expect(broken).rejects.toThrow('broken');
      if (place.isElsewhere) await expect(readdir(copy)).rejects.toThrow('ENOENT');
      else expect(await readdir(copy)).toEqual([MANIFEST]);
    });

    it('shows nothing of a draft that was dropped, or that was never kept', async () => {
      await place.alone(async () => {
        const draft = await place.begin();
        await writeFile(join(draft.folder, MANIFEST), '{}');
        expect(await place.backups()).toEqual([]);
        await draft.drop();
        await draft.drop();
      });
      expect(await place.backups()).toEqual([]);
      expect(await paths(NAME)).toEqual([]);
    });

    it('orders backups by age', async () => {
      for (const end of ['-10', '', '-2']) await keep(NAME + end, { [MANIFEST]: '{}' });
      await keep('2026-11-22T23-59-59Z', { [MANIFEST]: '{}' });
      expect(await place.backups()).toEqual(['2026-11-22T23-59-59Z', NAME, `${NAME}-2`, `${NAME}-10`]);
    });

    it('takes for a backup only what has the name and the manifest of one', async () => {
      await put(`${NAME}/database.sqlite`, 'rows');
      await put(`notes/${MANIFEST}`, '{}');
      await put(`2026-notes/${MANIFEST}`, '{}');
      await put(`${NAME}/sub/${MANIFEST}`, '{}');
      expect(await place.backups()).toEqual([]);
    });

    it('discards one, and nothing of the others', async () => {
      for (const name of [NAME, `${NAME}-2`]) await keep(name, { [MANIFEST]: '{}', x: name });
      await place.alone(() => place.discard(NAME));
      expect(await place.backups()).toEqual([`${NAME}-2`]);
      expect(await paths(NAME)).toEqual([]);
      expect(await read(`${NAME}-2/x`)).toBe(`${NAME}-2`);
    });

    it('stores a file and lists it with its size, at any depth, and more than a page of them', async () => {
      const names = Array.from({ length: 45 }, (_, n) => `media/ab/${String(n).padStart(3, '0')}`);
      for (const name of names) await put(name, 'bytes');
      await put('media/ac/x', '');
      await put('mediaother/x', 'no');
      expect(await paths('media/ab')).toEqual(names);
      expect(await paths('media')).toEqual([...names, 'media/ac/x']);
      expect(await paths('nothing')).toEqual([]);
      for await (const { bytes } of place.list('media/ab')) expect(bytes).toBe(5);
      expect(await read('media/ac/x')).toBe('');
    });

    it('stores a file whole or not at all', async () => {
      const breaks = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          await Promise.resolve();
          throw new Error('the source broke');
        })(),
      );
      await expect(place.put('media/ab/x', breaks, 8)).rejects.toThrow('the source broke');
      await expect(put('media/ab/x', 'short', 6)).rejects.toThrow('x changed while it was copied.');
      await expect(put('media/ab/x', 'longer', 5)).rejects.toThrow('x changed while it was copied.');
      expect(await read('media/ab/x')).toBeUndefined();
      await put('media/ab/x', 'whole');
      await expect(put('media/ab/x', 'short', 6)).rejects.toThrow('changed');
      expect(await read('media/ab/x')).toBe('whole');
      await put('media/ab/x', 'another');
      expect(await read('media/ab/x')).toBe('another');
    });

    it('deletes a file, also one that is not there', async () => {
      await put('media/ab/x', 'bytes');
      for (let n = 0; n < 2; n++) await place.delete('media/ab/x');
      expect([await read('media/ab/x'), await place.text('media/ab/x', 9)]).toEqual([undefined, undefined]);
    });

    it('writes a text once, and reads its beginning', async () => {
      await place.alone(() => Promise.resolve());
      expect(await place.writeOnce('mark', 'mine\n')).toBe(true);
      expect(await under.open().writeOnce('mark', 'mine\n')).toBe(true);
      expect(await under.open().writeOnce('mark', 'theirs\n')).toBe(false);
      expect(await under.open().writeOnce('mark', 'mine\nand more')).toBe(false);
      expect([await place.text('mark', 100), await place.text('mark', 4)]).toEqual(['mine\n', 'mine']);
    });

    it('lets one work alone, and the next one after it, however that ended', async () => {
      const other = under.open();
      await place.alone(async () => {
        await place.stillAlone();
        await expect(other.alone(() => Promise.resolve())).rejects.toThrow('Another backup into');
      });
      await expect(other.alone(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
      expect(await place.alone(() => Promise.resolve('done'))).toBe('done');
    });

    it('is kept as it is for several at once, and may be changed when they have ended', async () => {
      await place.alone(() => Promise.resolve());
      const both = place.whileKept(() => under.open().whileKept(() => Promise.resolve('done')));
      expect(await both).toBe('done');
      await expect(place.whileKept(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
      expect(await under.open().alone(() => Promise.resolve('done'))).toBe('done');
    });

    it('is never changed by two, who begin at the same moment', async () => {
      let inside = 0;
      const work = async () => {
        expect(++inside).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        inside--;
        return 'done';
      };
      const ends = await Promise.allSettled(Array.from({ length: 4 }, () => under.open().alone(work)));
      for (const end of ends)
        if (end.status === 'rejected')
          expect(String(end.reason)).toMatch(/^Error: Another backup into .* is under way/);
      expect(await place.alone(work)).toBe('done');
    });
  });
}

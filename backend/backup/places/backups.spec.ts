import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { problemsOf } from '../check-backup';
import { writeMediaList } from '../media-list';
import { sumOf } from './durable-files';
import { Backups } from './backups';
import { FolderPlace } from './folder-place';

const keyOf = (digit: string) => `${digit.repeat(40)}.mp4`;

/** Some stores list what is new late. */
class LatePlace extends FolderPlace {
  unlisted?: string;

  override async backups(): Promise<string[]> {
    return (await super.backups()).filter((name) => name !== this.unlisted);
  }
}

describe('the backups in a place', () => {
  let place: LatePlace;
  let backups: Backups;
  beforeEach(async () => {
    place = new LatePlace(await mkdtemp(join(tmpdir(), 'backups-')));
    backups = new Backups(place);
  });
  afterEach(() => rm(place.address, { recursive: true }));

  /** A backup with one medium. @returns its name. */
  async function make(hour: number, key: string): Promise<string> {
    const draft = await place.begin();
    await place.put(`media/${key.slice(0, 2)}/${key}`, Readable.from(['bytes']), 5);
    await writeMediaList(draft.folder, [{ key, bytes: 5 }]);
    return backups.complete(draft, {
      ...{ format: 1, version: '1', installation: 'x', takenAt: Date.UTC(2026, 10, 23, hour) },
      database: { kind: 'mysql', migrations: [], tables: {} },
      media: { files: 1, bytes: 5, missing: 0 },
      ...{ keyIds: [], keys: false, rehearsal: false },
      files: [await sumOf(draft.folder, 'media.txt')],
    });
  }
  const media = async () => {
    const keys: string[] = [];
    for await (const { path } of place.list('media')) keys.push(path.slice('media/00/'.length));
    return keys.sort();
  };

  it('keep the media of the one just made where lists lag, and count it as the newest', async () => {
    const [first, second] = [await make(1, keyOf('a')), await make(2, keyOf('b'))];
    const made = await make(3, keyOf('c'));
    place.unlisted = made;
    expect(await backups.keepOnly(2, made)).toMatchObject({ backups: [first], files: 1 });
    expect(await media()).toEqual([keyOf('b'), keyOf('c')]);
    place.unlisted = undefined;
    expect(await place.backups()).toEqual([second, made]);
  });

  it('are whole where an earlier version noted no sums of the media', async () => {
    await make(1, keyOf('a'));
    const { backup } = await backups.find();
    expect(await problemsOf(backups, backup, { deep: true })).toMatchObject({ problems: [], unread: 1 });
  });

  it('lose nothing when the one just made cannot be read back', async () => {
    const [first, second] = [await make(1, keyOf('a')), await make(2, keyOf('b'))];
    const gone = '2026-11-23T03-00-00Z';
    await expect(backups.keepOnly(1, gone)).rejects.toThrow(/cannot be read back.*Nothing was removed\.$/);
    expect([await place.backups(), await media()]).toEqual([
      [first, second],
      [keyOf('a'), keyOf('b')],
    ]);
  });
});

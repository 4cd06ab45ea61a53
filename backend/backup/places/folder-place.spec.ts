import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupPlaceContract } from './backup-place.contract';
import { FolderPlace } from './folder-place';

backupPlaceContract('a folder', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'backup-place-'));
  return {
    open: () => new FolderPlace(join(dir, 'backups')),
    end: () => rm(dir, { recursive: true }),
  };
});

describe('a folder of backups', () => {
  it('is told from none', async () => {
    await expect(new FolderPlace('/nowhere/at/all').backups()).rejects.toThrow(
      'There is no folder /nowhere/at/all.',
    );
  });

  it('is not changed while one of its backups is restored, nor the other way round', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'backup-place-'));
    const [place, other] = [new FolderPlace(dir), new FolderPlace(dir)];
    await place.alone(() =>
      expect(other.whileKept(() => Promise.resolve())).rejects.toThrow(
        `A backup into ${dir} is under way, which may remove this one.`,
      ),
    );
    await place.whileKept(() =>
      expect(other.alone(() => Promise.resolve())).rejects.toThrow('is under way, or a restore from it.'),
    );
    expect(await other.alone(() => Promise.resolve('done'))).toBe('done');
    await rm(dir, { recursive: true });
  });

  it('is restored from without a lock, as from a copy that nobody may write to', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'backup-place-'));
    expect(await new FolderPlace(dir).whileKept(() => Promise.resolve('done'))).toBe('done');
    expect(await readdir(dir)).toEqual([]);
    await rm(dir, { recursive: true });
  });

  it('loses what killed backups have left, at the next one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'backup-place-'));
    const place = new FolderPlace(dir);
    await place.alone(() => place.begin());
    expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    await place.alone(() => Promise.resolve());
    expect(await readdir(dir)).toEqual(['.lock']);
    await rm(dir, { recursive: true });
  });
});

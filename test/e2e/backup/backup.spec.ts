import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { cli } from '../../support/cli';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { SmallDisk } from '../../support/small-disk';

jest.setTimeout(240_000);

describe('a backup', () => {
  const app = useApp();
  let to = '';
  let user: Client;

  beforeAll(async () => {
    to = await mkdtemp(join(tmpdir(), 'pagecast-backups-'));
    user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('rotated.mp4')]);
  });
  afterAll(() => rm(to, { recursive: true, force: true }));

  let latest = '';
  const backup = async (...more: string[]) => {
    const ended = await cli(app.dir, ['backup', '--to', to, ...more]);
    latest = /^Backup: (.*)$/m.exec(ended.out)?.[1] ?? latest;
    return ended;
  };
  const names = async () => (await readdir(to)).filter((name) => /^2\d{3}-/.test(name)).sort();
  const newest = () => latest;
  const manifest = async () => JSON.parse(await readFile(join(newest(), 'manifest.json'), 'utf8'));

  async function filesIn(dir: string): Promise<string[]> {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
  }

  const firstKey = async () => {
    const db = app.running.nest.get(Database);
    return (await db.row<{ file_key: string }>('SELECT file_key FROM posts ORDER BY id LIMIT 1'))!.file_key;
  };

  it('holds what was committed a moment ago, while the product runs', async () => {
    const db = app.running.nest.get(Database);
    const { count } = (await db.row<{ count: number }>('SELECT count(*) AS count FROM posts'))!;
    const { code, out, err } = await backup();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Media: \d+ files \(\d+ bytes\), \d+ of them new/m);
    expect(out).toContain('Keys: in the backup. Whoever reads it can read the access tokens');
    const copy = new SqliteHandle(join(newest(), 'database.sqlite'), { readonly: true });
    expect(copy.prepare('SELECT count(*) FROM posts').pluck().get()).toBe(count);
    copy.close();
    const { database, media, installation } = await manifest();
    expect([count, database.tables.posts, installation.length]).toEqual([2, 2, 36]);
    expect(media.files).toBeGreaterThanOrEqual(2);
    expect(Number.isSafeInteger((await manifest()).takenAt)).toBe(true);
  });

  it('is open to nobody else', async () => {
    const umask = process.umask(0o077);
    try {
      await backup();
    } finally {
      process.umask(umask);
    }
    for (const path of await filesIn(newest())) expect((await stat(path)).mode & 0o077).toBe(0);
    const key = await readFile(join(newest(), 'keys/encryption-key'), 'utf8');
    expect(key.trim()).toBe((await readFile(join(app.dir, 'encryption-key'), 'utf8')).trim());
  });

  it('copies a medium once, however many backups there are', async () => {
    const before = await filesIn(join(to, 'media'));
    const { out } = await backup();
    expect(out).toContain('0 of them new (0 bytes)');
    await user.upload('/api/videos', [fixture('portrait-1080.mp4')]);
    expect((await backup()).out).toMatch(/, [12] of them new \(\d{4,} bytes\)/);
    expect((await filesIn(join(to, 'media'))).length).toBeGreaterThan(before.length);
  });

  it('leaves the keys out when that is asked for', async () => {
    const { out } = await backup('--without-keys');
    expect(out).toContain('Keys: not in the backup.');
    expect(await filesIn(newest())).not.toContainEqual(expect.stringContaining('keys'));
  });

  it('removes the oldest ones beyond a number, with the media that only they name, and says so', async () => {
    const before = await names();
    const { body } = await user.get('/api/videos');
    await user.delete(`/api/videos/${body.data[0].id}`);
    const { out } = await backup('--keep', '1');
    expect(await names()).toHaveLength(1);
    for (const name of before) expect(out).toContain(`Removed the backup ${name}.`);
    expect(out).toMatch(/^Removed [12] media files \(\d+ bytes\) that no backup needs any more\.$/m);
    expect((await cli(app.dir, ['verify', '--backup', to])).code).toBe(0);
  });

  it('is not removed beside one that was made while the clock was ahead, which is told', async () => {
    const [name] = (await names()) as [string];
    const later = name.replace(/^\d{4}/, '2199');
    await rename(join(to, name), join(to, later));
    const { out, err } = await backup('--keep', '1');
    const made = /^Backup: .*\/(\S+)$/m.exec(out)?.[1];
    expect(await names()).toEqual([made, later]);
    expect(err).toContain(`The backup ${later} is named later than this one`);
    await rm(join(to, later), { recursive: true });
  });

  it('tells of a medium that a row names and nobody has, and is made nevertheless', async () => {
    const key = await firstKey();
    const [path, kept] = [
      join(app.dir, 'media', key.slice(0, 2), key),
      join(to, 'media', key.slice(0, 2), key),
    ];
    const bytes = await readFile(path);
    await Promise.all([unlink(path), unlink(kept)]);
    const { code, err } = await backup();
    expect([code, err]).toEqual([0, expect.stringContaining(`1 media files that rows name`)]);
    expect(err).toContain(key);
    expect((await manifest()).media.missing).toBe(1);
    const verified = await cli(app.dir, ['verify']);
    expect([verified.code, verified.out]).toEqual([
      1,
      expect.stringContaining(`1 files are missing:\n  post `),
    ]);
    await writeFile(path, bytes);
    expect((await cli(app.dir, ['verify'])).out).toContain('Nothing is missing.');
    await truncate(path, 10);
    expect((await cli(app.dir, ['verify'])).out).toContain('has 10 bytes instead of');
    await writeFile(path, bytes);
    expect((await backup()).out).toContain('1 of them new');
  });

  it('keeps the good copy of a medium that is damaged in the storage, and names it', async () => {
    await backup();
    const first = newest();
    const key = await firstKey();
    const [path, kept] = [
      join(app.dir, 'media', key.slice(0, 2), key),
      join(to, 'media', key.slice(0, 2), key),
    ];
    const bytes = await readFile(path);
    await truncate(path, 10);
    const { code, err } = await backup();
    expect([code, err]).toEqual([0, expect.stringContaining('1 media files have another size')]);
    expect(err).toContain(`  ${key}\n`);
    expect((await readFile(kept)).equals(bytes)).toBe(true);
    await writeFile(path, bytes);
    for (const date of [first, newest()].map((name) => basename(name)))
      expect(await cli('/nowhere', ['verify', '--backup', to, '--date', date])).toMatchObject({ code: 0 });
  });

  it('replaces its copy of a medium if that is the one that is cut', async () => {
    const key = await firstKey();
    await truncate(join(to, 'media', key.slice(0, 2), key), 10);
    const { err, out } = await backup();
    expect([err, out]).toEqual(['', expect.stringContaining('1 of them new')]);
    expect(await cli('/nowhere', ['verify', '--backup', to])).toMatchObject({ code: 0 });
  });

  it('is refused by another installation, a second one at once, and a folder that is full of something else', async () => {
    const other = await mkdtemp(join(tmpdir(), 'pagecast-others-'));
    try {
      await writeFile(join(other, 'pagecast-backups'), 'somebody else\n');
      const refused = await cli(app.dir, ['backup', '--to', other]);
      expect([refused.code, refused.err]).toEqual([
        1,
        `${other} has the backups of another installation. Name another folder.\n`,
      ]);
      const lock = new SqliteHandle(join(to, '.lock'));
      lock.exec('BEGIN EXCLUSIVE');
      const second = await backup();
      lock.close();
      expect([second.code, second.err]).toEqual([1, expect.stringContaining('is under way')]);
      expect((await cli(app.dir, ['backup', '--to', 's3://bucket'])).err).toContain('with a region');
      expect((await cli(app.dir, ['backup', '--to', to, '--keep', '0'])).code).toBe(2);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it.each<[string, (lock: string) => Promise<unknown>]>([
    ['SQLITE_CANTOPEN', (lock) => mkdir(lock)],
    ['SQLITE_NOTADB', (lock) => writeFile(lock, 'no lock'.repeat(1_000))],
  ])('names its folder where that cannot be used: %s', async (code, spoil) => {
    const folder = await mkdtemp(join(tmpdir(), 'pagecast-spoilt-'));
    await spoil(join(folder, '.lock'));
    const { err } = await cli(app.dir, ['backup', '--to', folder]);
    expect(err).toBe(`${folder} cannot be written (${code}).\n`);
    await rm(folder, { recursive: true });
  });

  it.each(['', 'media', 'media/more'])(
    'is refused where it would share the media of the product: %s',
    async (name) => {
      const inside = join(app.dir, name);
      const refused = await cli(app.dir, ['backup', '--to', inside]);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('overlaps with the media of the product'),
      ]);
      expect((await cli(app.dir, ['verify'])).code).toBe(0);
    },
  );

  it('that does not fit leaves the earlier ones as they were', async () => {
    const disk = await SmallDisk.make(8);
    if (!disk) return;
    try {
      const onDisk = () => cli(app.dir, ['backup', '--to', join(disk.path, 'backups')]);
      expect((await onDisk()).code).toBe(0);
      await user.upload('/api/videos', [fixture('portrait-1080.mp4')]);
      const { size } = await stat(join(newest(), 'database.sqlite'));
      // Too little for the database, and for the media after it.
      for (const leaving of [60_000, size + 8_192]) {
        await disk.fill(leaving);
        expect(await onDisk()).toMatchObject({
          code: 1,
          err: expect.stringContaining('There is no room left in'),
        });
      }
      await disk.empty();
      const whole = await cli('/nowhere', ['verify', '--backup', join(disk.path, 'backups')]);
      expect([whole.code, await readdir(join(disk.path, 'backups'))]).toEqual([0, expect.any(Array)]);
      expect((await readdir(join(disk.path, 'backups'))).filter((each) => each.endsWith('.part'))).toEqual(
        [],
      );
      expect((await onDisk()).code).toBe(0);
    } finally {
      await disk.remove();
    }
  });

  describe('is found broken', () => {
    const verify = (...more: string[]) => cli('/nowhere', ['verify', '--backup', to, ...more]);

    it('when its database was changed', async () => {
      const path = join(newest(), 'database.sqlite');
      const bytes = await readFile(path);
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(5000) ^ 255, 5000);
      await writeFile(path, changed);
      expect(await verify()).toMatchObject({
        code: 1,
        out: expect.stringContaining('database.sqlite was changed.'),
      });
      await writeFile(path, bytes);
      expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('The backup is whole.') });
    });

    it('when a medium is missing or cut, and by a deep look when it has other bytes', async () => {
      const [path = ''] = await filesIn(join(to, 'media'));
      const bytes = await readFile(path);
      await truncate(path, 3);
      expect(await verify()).toMatchObject({
        code: 1,
        out: expect.stringContaining('has 3 bytes instead of'),
      });
      await unlink(path);
      expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('is missing.') });
      await writeFile(path, bytes);
      await writeFile(path, Buffer.from(bytes).fill(0, 100, 200));
      expect((await verify()).code).toBe(0);
      const out = expect.stringContaining(`${basename(path)} has other bytes than it was copied with.`);
      expect(await verify('--deep')).toMatchObject({ code: 1, out });
      await writeFile(path, bytes);
      const whole = expect.not.stringContaining('earlier version');
      expect(await verify('--deep')).toMatchObject({ code: 0, out: whole });
    });

    it('when its manifest is cut, and counts as none without one', async () => {
      const path = join(newest(), 'manifest.json');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, 100));
      expect(await verify()).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
      await writeFile(path, text.replace('"database.sqlite"', '"../../secret"'));
      expect(await verify()).toMatchObject({ code: 1, err: expect.stringContaining('is damaged') });
      await writeFile(path, text);
      expect((await cli('/nowhere', ['verify', '--backup', '/nowhere'])).err).toBe(
        'There is no folder /nowhere.\n',
      );
      expect((await cli('/nowhere', ['verify', '--backup', to, '--date', '1999'])).err).toContain(
        'no backup of 1999',
      );
    });
  });
});

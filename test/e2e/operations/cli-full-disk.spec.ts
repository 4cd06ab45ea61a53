import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../backend/config/config';
import { loadSecrets } from '../../../backend/config/secrets';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';
import { SmallDisk } from '../../support/small-disk';

jest.setTimeout(240_000);

const MEGABYTE = 1024 ** 2;

describe('a command on a full disk', () => {
  let disk: SmallDisk | undefined;
  let dir: string;
  let backups: string;
  beforeAll(async () => {
    disk = await SmallDisk.make(16);
    if (!disk) return;
    dir = await mkdtemp(join(tmpdir(), 'pagecast-full-'));
    await mkdir(join(dir, 'data'), { mode: 0o700 });
    const app = await startTestApp({ dir: join(dir, 'data') });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait-1080.mp4'), fixture('portrait.mp4')]);
    await app.end();
    await app.fake.stop();
    await cp(join(dir, 'data'), join(disk.path, 'data'), { recursive: true });
    backups = join(dir, 'backups');
    expect(await cli(join(dir, 'data'), ['backup', '--to', backups])).toMatchObject({ code: 0 });
  });
  afterEach(() => disk?.empty());
  afterAll(async () => {
    if (!disk) return;
    await disk.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const onSmallDisk = (name: string, work: (full: SmallDisk) => Promise<void>) =>
    it(name, async () => {
      if (disk) await work(disk);
      else console.warn(`not tested, for want of the right to mount: ${name}`);
    });
  const withoutRoom = (folder: string) => ({
    code: 1,
    err: expect.stringMatching(
      new RegExp(`There is no room left in ${folder}[^ ]*\\. Make room, then repeat the command\\.`),
    ),
  });

  for (const args of [
    ['sweep'],
    ['rotate-key', '--drop-old'],
    ['admin', 'create', '--email', 'new@example.com'],
    ['migrate'],
    ['recover'],
    ['restore', '--replace', '--from', 'BACKUPS'],
    ['move-media', '--to', 'file:DISK/other'],
  ])
    onSmallDisk(`says so where the database is: ${args.slice(0, 2).join(' ')}`, async (full) => {
      await full.fill(0);
      const given = args.map((each) => each.replace('DISK', full.path).replace('BACKUPS', backups));
      expect(await cli(join(full.path, 'data'), given)).toMatchObject(withoutRoom(full.path));
    });

  onSmallDisk('says so where a first start makes the keys, and leaves no drafts of them', async (full) => {
    const fresh = join(full.path, 'fresh');
    await mkdir(fresh);
    await full.fill(0);
    const make = () => loadSecrets(loadConfig({ DATA_DIR: fresh }));
    expect(make).toThrow(expect.objectContaining({ code: 'ENOSPC', path: expect.stringContaining(fresh) }));
    expect(await readdir(fresh)).toEqual([]);
  });

  onSmallDisk('says so where the backups go: backup', async (full) => {
    await full.fill(0);
    const made = await cli(join(dir, 'data'), ['backup', '--to', join(full.path, 'backups')]);
    expect(made).toMatchObject(withoutRoom(full.path));
  });

  onSmallDisk('says so where the media go: move-media', async (full) => {
    await full.fill(40_000);
    const moved = await cli(join(dir, 'data'), ['move-media', '--to', `file:${full.path}/media`]);
    expect(moved).toMatchObject(withoutRoom(join(full.path, 'media')));
  });

  onSmallDisk('says so where the media go: restore', async (full) => {
    await full.fill(40_000);
    const env = { STORAGE_URL: `file:${full.path}/restored` };
    const restored = await cli(join(dir, 'other'), ['restore', '--from', backups], { env });
    expect(restored).toMatchObject(withoutRoom(join(full.path, 'restored')));
  });

  onSmallDisk('says so where all goes: restore', async (full) => {
    await full.fill(MEGABYTE / 4);
    const restored = await cli(join(full.path, 'new'), ['restore', '--from', backups]);
    expect(restored).toMatchObject(withoutRoom(join(full.path, 'new')));
  });
});

import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';
import { useScratchFolder } from '../../support/scratch-folder';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';

jest.setTimeout(240_000);

async function stoppedProduct(dir: string): Promise<void> {
  await mkdir(dir);
  const app = await startTestApp({ dir });
  const user = await app.users.subscriber({ connected: true });
  await user.upload('/api/videos', [fixture('portrait.mp4')]);
  await app.end();
}

describe('cli move-media into a folder', () => {
  const scratch = useScratchFolder();
  const at = (...names: string[]) => join(scratch('data'), ...names);
  beforeAll(async () => {
    await stoppedProduct(at());
    await symlink(at('media'), at('link'));
    await mkdir(scratch('safe'));
    const made = await cli(at(), ['backup', '--to', scratch('safe', 'backups')]);
    expect([made.code, made.err]).toEqual([0, '']);
  });

  it.each([
    ['below the media', 'data/media/ab', 'the media of the product'],
    ['below the media, by a link', 'data/link/ab', 'the media of the product'],
    ['above the media', 'data', 'the media of the product'],
    ['of backups', 'safe/backups', 'backups'],
    ['of the media of backups', 'safe/backups/media', 'backups'],
    ['below the media of backups', 'safe/backups/media/ab', 'backups'],
    ['above backups', 'safe', 'backups'],
  ])('is refused where that is one %s', async (_which, target, what) => {
    const to = scratch(...target.split('/'));
    const before = await readdir(scratch(''), { recursive: true });
    const { code, err } = await cli(at(), ['move-media', '--to', `file:${to}`]);
    expect([code, err]).toEqual([1, expect.stringContaining(`${to} overlaps with ${what}`)]);
    expect(err).toContain('Nothing was done.');
    expect(await readdir(scratch(''), { recursive: true })).toEqual(before);
  });

  it('is refused where that is DATA_DIR, wherever the media are', async () => {
    const env = { STORAGE_URL: `file:${scratch('elsewhere')}` };
    const { code, err } = await cli(at(), ['move-media', '--to', `file:${at()}`], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('overlaps with DATA_DIR')]);
  });

  it('is no trouble beside them, in DATA_DIR', async () => {
    const { code, err } = await cli(at(), ['move-media', '--copy-only', '--to', `file:${at('beside')}`]);
    expect([code, err]).toEqual([0, '']);
  });
});

onSwift('cli move-media into a bucket', (swift) => {
  const scratch = useScratchFolder();
  it('is refused where the media are, or backups', async () => {
    const dir = scratch('data');
    await stoppedProduct(dir);
    const bucket = await AppBucket.make(swift());
    try {
      const [root = '', query = ''] = bucket.address.split('?');
      const env = { ...bucket.keys, BACKUP_ACCESS_KEY_ID: '', BACKUP_SECRET_ACCESS_KEY: '' };
      const run = (command: string, path: string, more = {}) =>
        cli(dir, [command, '--to', `${root}${path}?${query}`], { env: { ...env, ...more } });
      expect(await run('backup', '/safe')).toMatchObject({ code: 0 });
      for (const path of ['/safe', '/safe/media', '/safe/media/ab'])
        expect(await run('move-media', path)).toMatchObject({
          code: 1,
          err: expect.stringMatching(/overlaps with backups.*Nothing was done\.\n$/),
        });
      expect(await run('move-media', '')).toMatchObject({ code: 0 });
      for (const path of ['/media', '/media/ab', '/trash'])
        expect(await run('move-media', path, bucket.env)).toMatchObject({
          code: 1,
          err: expect.stringMatching(/overlaps with the media of the product.*Nothing was done\.\n$/),
        });
    } finally {
      await bucket.link.end();
    }
  });
});

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestApp, useApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(240_000);

describe('a restore that cannot bring all back', () => {
  const app = useApp();
  const scratch = useScratchFolder();
  const keys = async () => (await readFile(join(app.dir, 'encryption-key'), 'utf8')).trim().split(',');
  const backup = async (name: string, ...more: string[]) => {
    const made = await cli(app.dir, ['backup', '--to', scratch(name), ...more]);
    expect(made).toMatchObject({ code: 0, err: '' });
  };

  beforeAll(async () => {
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
  });

  it('ends with 1 where media are missing, and has brought the rest', async () => {
    await backup('media');
    const pool = scratch('media/media');
    const drawer = (await readdir(pool))[0] ?? '';
    await rm(join(pool, drawer), { recursive: true });
    const restored = await cli(scratch('one'), ['restore', '--from', scratch('media')]);
    expect(restored).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^[1-9]\d* media files? (is|are) missing in the backup\./m),
    });
    expect(restored.out).toMatch(/^The backup .* is back\.$/m);
    expect(await cli(scratch('one'), ['verify'])).toMatchObject({ code: 1 });
  });

  it('ends with 1 where the only key at hand opens nothing any more', async () => {
    const [old = ''] = await keys();
    expect(await cli(app.dir, ['rotate-key'])).toMatchObject({ code: 0 });
    await app.stop();
    await (await startTestApp({ dir: app.dir, fake: app.fake })).stop();
    await backup('keys', '--without-keys');
    const [newest = ''] = await keys();
    const restore = (to: string, ENCRYPTION_KEY: string) =>
      cli(scratch(to), ['restore', '--from', scratch('keys')], { env: { ENCRYPTION_KEY } });
    expect(await restore('two', old)).toMatchObject({
      code: 1,
      err: expect.stringContaining('ENCRYPTION_KEY opens none of its'),
      out: expect.stringMatching(/^The backup .* is back\.$/m),
    });
    expect(await restore('three', newest)).toMatchObject({ code: 0 });
  });
});

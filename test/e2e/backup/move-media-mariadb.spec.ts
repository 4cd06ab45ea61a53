import { mkdir } from 'node:fs/promises';
import { databaseEnv, startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb } from '../../support/databases';
import { useScratchFolder } from '../../support/scratch-folder';
import { PORTRAIT } from '../../support/video-uploads';

onMariadb('cli move-media, with MariaDB', (makeConfig) => {
  const scratch = useScratchFolder();

  it('switches when nothing runs, and nothing while a process does', async () => {
    const [config, dir] = [await makeConfig({ empty: true }), scratch('product')];
    const env = config.kind === 'mysql' ? databaseEnv(config) : {};
    await mkdir(dir);
    const app = await startTestApp({ dir, env });
    const move = (from: string, to: string) =>
      cli(dir, ['move-media', '--to', `file:${scratch(to)}`], {
        env: { ...env, STORAGE_URL: `file:${scratch(from)}` },
      });
    try {
      const user = await app.users.subscriber();
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
      expect(await move('product/media', 'first')).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^The product runs\. .*Nothing was done\./),
      });
    } finally {
      await app.end();
    }
    // What the command itself has closed a moment ago is no process that runs.
    for (const [from, to] of [
      ['product/media', 'first'],
      ['first', 'second'],
      ['second', 'third'],
    ] as const)
      expect(await move(from, to)).toMatchObject({ code: 0, err: '' });
  });
});

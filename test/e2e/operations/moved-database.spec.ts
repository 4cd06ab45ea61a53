import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startFake, startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb } from '../../support/databases';
import type { DatabaseConfig } from '../../../backend/config/config';
import type { FakeGraph } from '../../support/fake-graph';
import { useScratchFolder } from '../../support/scratch-folder';

onMariadb('an SQLite database that was moved', (makeConfig) => {
  const scratch = useScratchFolder();
  let fake: FakeGraph;
  let dir: string;
  let target: string;
  beforeAll(async () => {
    fake = await startFake();
    dir = scratch('moved');
    await mkdir(dir);
    await (await startTestApp({ dir, fake })).stop();
    expect(await cli(dir, ['backup', '--to', scratch('to')])).toMatchObject({ code: 0 });
    const { url } = (await makeConfig({ empty: true })) as Extract<DatabaseConfig, { kind: 'mysql' }>;
    target = url;
    expect(await cli(dir, ['move-database', '--to', url])).toMatchObject({ code: 0 });
  });
  afterAll(() => fake.stop());

  const start = async () => (await startTestApp({ dir, fake })).stop();

  it('is not started again, since its posts would go out twice', async () => {
    const mark = join(dir, 'pagecast.sqlite.moved');
    await expect(start()).rejects.toThrow(
      new RegExp(`^its database was moved to \\w+ on .*Set DATABASE_URL to that\\..*remove ${mark}:`),
    );
    // No name of a user and no password.
    expect(await readFile(mark, 'utf8')).toMatch(/^\w+ on [\w.]+:\d+$/);
    expect(await cli(dir, ['verify'])).toMatchObject({ code: 0 });
  });

  it('is said to have been moved when the command is repeated, as after a kill before its last line', async () => {
    expect(await cli(dir, ['move-database', '--to', target])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /it was moved to \w+ on .* before, and all of it is there\. Set DATABASE_URL/,
      ),
    });
  });

  it('is not moved once more to another place, since its posts would go out twice', async () => {
    const { url } = (await makeConfig({ empty: true })) as Extract<DatabaseConfig, { kind: 'mysql' }>;
    expect(await cli(dir, ['move-database', '--to', url])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/it was moved to \w+ on .* before\. Set DATABASE_URL/),
    });
  });

  it('is started again after a backup took its place', async () => {
    const restored = await cli(dir, ['restore', '--from', scratch('to'), '--replace']);
    expect(restored).toMatchObject({ code: 0 });
    await start();
  });

  it('is started again without its mark', async () => {
    const { url } = (await makeConfig({ empty: true })) as Extract<DatabaseConfig, { kind: 'mysql' }>;
    expect(await cli(dir, ['move-database', '--to', url])).toMatchObject({ code: 0 });
    await expect(start()).rejects.toThrow('was moved');
    await rm(join(dir, 'pagecast.sqlite.moved'));
    await start();
  });
});

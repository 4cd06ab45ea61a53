import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseEnv, useApp } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb } from '../../support/databases';

onMariadb('on an empty database of MariaDB', (makeConfig) => {
  const app = useApp();
  let dir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-doctor-'));
    const secrets = { JWT_SECRET: 'x'.repeat(48), ENCRYPTION_KEY: 'ab'.repeat(32) };
    const database = databaseEnv(await makeConfig({ empty: true }));
    env = { ...database, ...secrets, GRAPH_URL: app.fake.graphUrl, PORT: '0' };
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('the doctor says that the first start makes the tables', async () => {
    const { code, out, err } = await cli(dir, ['doctor', '--json'], { env });
    expect([code, err]).toEqual([0, '']);
    const found = JSON.parse(out) as { check: string; state: string; text: string }[];
    expect(found.filter(({ check }) => check === 'database' || check === 'storage')).toMatchObject([
      { state: 'warn', text: expect.stringContaining('without tables yet') },
      { state: 'warn', text: 'not looked at: the database has no tables yet' },
    ]);
  });

  it('the doctor does not look at the storage when there is no such database', async () => {
    const missing = { ...env, DATABASE_URL: `${env.DATABASE_URL}_missing` };
    const { code, out } = await cli(dir, ['doctor', '--json'], { env: missing });
    const found = JSON.parse(out) as { check: string; state: string; text: string }[];
    expect([code, ...found.filter(({ check }) => check === 'database' || check === 'storage')]).toMatchObject(
      [
        1,
        { state: 'fail', text: expect.stringContaining('there is no database') },
        { state: 'warn', text: 'not looked at: the database cannot be used' },
      ],
    );
  });

  it('there is nothing to verify', async () => {
    expect(await cli(dir, ['verify'], { env })).toEqual({
      code: 1,
      out: '',
      err: 'The database has no tables yet; the first start makes them. Nothing was done.\n',
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it('there is nothing to back up', async () => {
    const { code, out, err } = await cli(dir, ['backup', '--to', join(dir, 'backups')], { env });
    expect([code, out, err]).toEqual([
      1,
      '',
      `There is nothing to back up: the database ${env.DATABASE_URL?.split('/').at(-1)} on 127.0.0.1 has no tables of Pagecast yet. No backup was made.\n`,
    ]);
  });
});

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENTITIES } from '../../../backend/app.module';
import { dataSourceOptions, MIGRATIONS } from '../../../backend/database/data-source';
import { openMigrated } from '../../../backend/database/migrate';
import { databaseEnv } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb } from '../../support/databases';

jest.setTimeout(120_000);

/** Changes a table, and then meets a disk that is full. */
class CutOff9000000000000 {
  readonly name = 'CutOff9000000000000';

  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('ALTER TABLE users ADD half integer');
    throw new Error('no room');
  }

  down = () => Promise.resolve();
}

onMariadb('on MariaDB, where a migration was cut off', (makeConfig) => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-half-migrated-'));
    await mkdir(join(dir, 'data'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('no backup is made that no version could restore, until the migration has ended', async () => {
    const config = await makeConfig({ empty: true });
    const migrations = [...MIGRATIONS.slice(0, -1), CutOff9000000000000];
    const options = { ...dataSourceOptions(config, ENTITIES), migrations };
    await expect(openMigrated(config, options)).rejects.toThrow('no room');

    const run = (...args: string[]) => cli(join(dir, 'data'), args, { env: databaseEnv(config) });
    const backups = join(dir, 'backups');
    const said = 'The migration CutOff9000000000000 is under way or was cut off';
    const refused = await run('backup', '--to', backups);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(said)]);
    const made = async () => (await readdir(backups)).filter((name) => name.startsWith('2'));
    expect(await made()).toEqual([]);
    expect((await run('doctor')).out).toContain('whose migration CutOff9000000000000');

    expect(await run('migrate')).toMatchObject({ code: 0 });
    expect(await run('backup', '--to', backups)).toMatchObject({ code: 0 });
    expect(await made()).toHaveLength(1);
  });
});

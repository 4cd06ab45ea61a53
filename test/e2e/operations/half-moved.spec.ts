import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../backend/database/data-source';
import { databaseEnv } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb } from '../../support/databases';
import { useScratchFolder } from '../../support/scratch-folder';

onMariadb('a database into which another was being moved', (makeConfig) => {
  const scratch = useScratchFolder();
  let env: Record<string, string>;
  beforeAll(async () => {
    const config = await makeConfig();
    env = { ...databaseEnv(config), GRAPH_URL: 'http://127.0.0.1:1' };
    const dataSource = await new DataSource(dataSourceOptions(config, [])).initialize();
    await dataSource.query('CREATE TABLE unfinished_move (id integer PRIMARY KEY)');
    await dataSource.query('DELETE FROM migrations ORDER BY id DESC LIMIT 3');
    await dataSource.destroy();
  });

  it.each([
    'doctor',
    'migrate',
    'verify',
    'sweep',
    'recover',
    'admin create --email a@example.com',
    'backup --to DIR',
  ])('%s says so, and what to do', async (line) => {
    const { code, out, err } = await cli(scratch('data'), line.replace('DIR', scratch('to')).split(' '), {
      env,
    });
    expect([code, out + err]).toEqual([
      1,
      expect.stringContaining(
        'a database was being moved here, and that did not end. Run `cli move-database` again',
      ),
    ]);
    expect(out + err).not.toMatch(/cli migrate|migrations behind|another installation/);
  });
});

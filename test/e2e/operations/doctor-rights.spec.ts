import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useApp } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb } from '../../support/databases';
import { withServer } from '../../support/mariadb-rows';

jest.setTimeout(180_000);

onMariadb('a user of MariaDB who may not do everything', (makeConfig) => {
  const app = useApp();
  const user = 'pagecast_test_rights';
  let dir: string;
  let url: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-doctor-'));
    const config = await makeConfig();
    url = config.kind === 'mysql' ? config.url : '';
    await withServer(url, (sql) => sql(`CREATE OR REPLACE USER ${user}@'%' IDENTIFIED BY 'secret'`));
  });
  afterAll(async () => {
    await withServer(url, (sql) => sql(`DROP USER ${user}@'%'`));
    await rm(dir, { recursive: true, force: true });
  });

  it('the doctor names the right that is lacking, and changes nothing', async () => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    const env = {
      DATABASE_URL: url.replace('//root@', `//${user}:secret@`),
      JWT_SECRET: 'x'.repeat(48),
      ENCRYPTION_KEY: 'ab'.repeat(32),
      GRAPH_URL: app.fake.graphUrl,
      PORT: '0',
    };
    const found = async () => {
      const { out } = await cli(dir, ['doctor', '--json'], { env });
      const all = JSON.parse(out) as { check: string; state: string; text: string }[];
      return all.find(({ check }) => check === 'database');
    };
    const rows = () => withServer(url, (sql) => sql('SELECT * FROM migrations ORDER BY id'));
    const before = await rows();
    const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    const lacking = (right: string) =>
      `the user in DATABASE_URL lacks the right ${right} in the database ${name}. Let an administrator of 127.0.0.1 run GRANT ALL ON that database for it.`;
    for (const [n, right] of rights.entries()) {
      await withServer(url, (sql) => sql(`GRANT ${right} ON ${name}.* TO ${user}@'%'`));
      const next = rights[n + 1];
      if (next !== undefined) expect(await found()).toMatchObject({ state: 'fail', text: lacking(next) });
    }
    for (const right of ['CREATE', 'ALTER', 'INDEX', 'DROP']) {
      expect(await found()).toMatchObject({ state: 'warn', text: expect.stringContaining(lacking(right)) });
      await withServer(url, (sql) => sql(`GRANT ${right} ON ${name}.* TO ${user}@'%'`));
    }
    // The server may be set so that it warns of that.
    expect(await found()).toMatchObject({ text: expect.not.stringContaining('lacks') });
    expect(await rows()).toEqual(before);

    await withServer(url, (sql) => sql(`DELETE FROM migrations ORDER BY id DESC LIMIT 1`));
    await withServer(url, (sql) => sql(`REVOKE DROP ON ${name}.* FROM ${user}@'%'`));
    expect(await found()).toMatchObject({ state: 'fail', text: lacking('DROP') });
  });
});

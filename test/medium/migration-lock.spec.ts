import { createHash } from 'node:crypto';
import SqliteHandle from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { ENTITIES } from '../../backend/app.module';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions } from '../../backend/database/data-source';
import { openMigrated } from '../../backend/database/migrate';
import { eachDatabase } from '../support/databases';

eachDatabase((_, makeConfig) => {
  const open = (config: DatabaseConfig, lockWaitMs?: number) =>
    openMigrated(config, dataSourceOptions(config, ENTITIES), { lockWaitMs });

  /** As another process has it that migrates. */
  async function hold(config: DatabaseConfig): Promise<() => Promise<unknown>> {
    if (config.kind === 'sqlite') {
      const handle = new SqliteHandle(`${config.file}.migrating`);
      handle.exec('BEGIN EXCLUSIVE');
      return () => Promise.resolve(handle.close());
    }
    const name = new URL(config.url).pathname.slice(1);
    const lock = `pagecast.${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
    const connection = await createConnection(config.url.replace('mariadb:', 'mysql:'));
    await connection.query('SELECT GET_LOCK(?, 0)', [lock]);
    return () => connection.end();
  }

  it('is waited for, and a start without it is refused in words', async () => {
    const config = await makeConfig({ empty: true });
    const release = await hold(config);
    const begin = performance.now();
    await expect(open(config, 500)).rejects.toThrow('another process has been migrating the database');
    expect(performance.now() - begin).toBeGreaterThan(450);
    const waiting = open(config, 30_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await release();
    await (await waiting).destroy();
  });

  it('is given back: two starts at once both come through, and a third after them', async () => {
    const config = await makeConfig({ empty: true });
    const both = await Promise.all([open(config), open(config)]);
    for (const each of both) await each.destroy();
    await (await open(config, 1)).destroy();
  });

  it('code that is older than the schema refuses to start, and leaves the lock free', async () => {
    const config = await makeConfig({ empty: true });
    const dataSource = await open(config);
    await dataSource.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9900000000000, 'Tomorrow9900000000000')",
    );
    await expect(open(config)).rejects.toThrow(/newer version \(Tomorrow9900000000000\)/);
    await dataSource.query("DELETE FROM migrations WHERE name LIKE 'Tomorrow%'");
    await (await open(config, 1)).destroy();
    await dataSource.destroy();
  });
});

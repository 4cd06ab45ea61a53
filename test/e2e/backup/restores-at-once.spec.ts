import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import SqliteHandle from 'better-sqlite3';
import { rehearsalDir } from '../../../backend/app.module';
import { Backups } from '../../../backend/backup/places/backups';
import { openBackupPlace } from '../../../backend/backup/places/open-place';
import { restore } from '../../../backend/backup/restoring/restore';
import { withDatabase } from '../../../backend/cli/product';
import { loadConfig } from '../../../backend/config/config';
import { openStorage } from '../../../backend/ports/storage/storage.module';
import { databaseEnv, environment, startTestApp } from '../../support/app';
import { cli, startCli } from '../../support/cli';
import { eachDatabase } from '../../support/databases';
import { fixture } from '../../support/media';

jest.setTimeout(240_000);

const REFUSED = { code: 1, err: expect.stringContaining('Another restore is under way.') as string };

eachDatabase((kind, makeConfig) => {
  let folder = '';
  const at = (...names: string[]) => join(folder, ...names);

  /** A folder and an empty database of its own, and what the test does there. */
  async function makePlace(name: string) {
    await mkdir(at(name));
    const config = await makeConfig({ empty: true });
    const given = config.kind === 'mysql' ? databaseEnv(config) : {};
    const env = environment(at(name), given);
    const url = config.kind === 'mysql' ? config.url.replace('mariadb:', 'mysql:') : '';
    const query = async (sql: string): Promise<unknown[]> => {
      if (config.kind === 'sqlite') {
        const handle = new SqliteHandle(at(name, 'pagecast.sqlite'));
        try {
          return handle.prepare(sql).all();
        } finally {
          handle.close();
        }
      }
      const connection = await createConnection(url);
      try {
        return (await connection.query<RowDataPacket[]>(sql))[0];
      } finally {
        await connection.end();
      }
    };
    return {
      env,
      query,
      cli: (...args: string[]) => cli(at(name), args, { env: given }),
      restore: () => cli(at(name), ['restore', '--from', at('backups')], { env: given }),
      startRestore: () => startCli(at(name), ['restore', '--from', at('backups')], { env: given }),
      /** Whether the restore has begun to change the place. */
      hasBegun: async () =>
        config.kind === 'sqlite'
          ? existsSync(at(name, '.restoring'))
          : (await query('SHOW TABLES')).length > 0,
    };
  }

  /** A restore that waits where the media come, until it is let go. */
  async function heldRestore({ env }: Awaited<ReturnType<typeof makePlace>>) {
    const config = loadConfig(env);
    const from = new Backups(await openBackupPlace(at('backups'), env, config.dataDir));
    let letGo = (): void => undefined;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const give = from.media.give.bind(from.media);
    from.media.give = async (...given) => {
      arrive();
      await gone;
      return give(...given);
    };
    const ended = restore(config, from, (await from.find()).backup, {
      replace: false,
      rehearsalDir: rehearsalDir(config),
      withDatabase: (database, work, migrations) => withDatabase({ ...config, database }, work, migrations),
      openStorage: (db) => openStorage(config, db),
      tell: () => undefined,
    });
    await Promise.race([arrived, ended]);
    return { letGo, ended };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-restores-'));
    await mkdir(at('old'));
    const config = await makeConfig();
    const env = config.kind === 'mysql' ? databaseEnv(config) : {};
    const app = await startTestApp({ dir: at('old'), env });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4')]);
    const made = await cli(app.dir, ['backup', '--to', at('backups')], { env });
    expect([made.code, made.err]).toEqual([0, '']);
    await app.end();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('refuses a restore while another one is under way, which ends well', async () => {
    const place = await makePlace('two');
    const first = await heldRestore(place);
    const second = await place.restore();
    first.letGo();
    const ended = await first.ended.catch((error: unknown) => error);
    expect(second).toMatchObject(REFUSED);
    expect(ended).toMatchObject({ media: { files: 1, lacking: 0 } });
    expect(await place.query('SELECT * FROM sessions')).toEqual([]);
    expect(await place.query('SELECT * FROM posts')).toHaveLength(1);
    expect(await place.cli('verify')).toMatchObject({ code: 0 });
  });

  it('restores again as soon as the one that was under way was killed', async () => {
    const place = await makePlace('killed');
    const { child, ended } = place.startRestore();
    while (child.exitCode === null && !(await place.hasBegun())) await pause(1);
    child.kill('SIGSTOP');
    const second = await place.restore();
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    expect(second).toMatchObject(REFUSED);
    expect(await place.restore()).toMatchObject({ code: 0 });
    expect(await place.cli('verify')).toMatchObject({ code: 0 });
  });

  if (kind === 'SQLite')
    it('replaces no database that a process has made meanwhile', async () => {
      const place = await makePlace('raced');
      const first = await heldRestore(place);
      const app = await startTestApp({ dir: at('raced') });
      try {
        first.letGo();
        await expect(first.ended).rejects.toThrow(/Stop the product, .*then restore\.$/);
        expect(await place.query('SELECT * FROM posts')).toEqual([]);
      } finally {
        await app.end();
      }
      expect(await place.restore()).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is a database already'),
      });
    });

  if (kind === 'MariaDB')
    it('does not end with a lock that it has lost', async () => {
      const place = await makePlace('lost');
      const first = await heldRestore(place);
      const [lock] = (await place.query(
        "SELECT IS_USED_LOCK(CONCAT('pagecast.restore.', LEFT(SHA2(DATABASE(), 256), 40))) AS id",
      )) as { id: number | null }[];
      await place.query(`KILL ${lock?.id}`);
      first.letGo();
      await expect(first.ended).rejects.toThrow(/Restore again\./);
      expect(await place.cli('verify')).toMatchObject({ code: 1 });
      expect(await place.restore()).toMatchObject({ code: 0 });
    });
});

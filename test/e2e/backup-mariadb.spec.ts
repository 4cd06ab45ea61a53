import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { databaseEnv, startTestApp } from '../support/app';
import { cli } from '../support/cli';
import { onMariadb } from '../support/databases';
import { fixture } from '../support/media';
import { daysFromNow } from '../support/users';

jest.setTimeout(240_000);

/** Tables that a restore changes by design. */
const CHANGED = [
  'sessions',
  'reset_links',
  'sign_in_challenges',
  'publisher_heartbeats',
  'accounts',
  'migrations',
];

type Rows = Record<string, RowDataPacket[]>;

async function withServer<T>(
  url: string,
  work: (sql: (text: string) => Promise<RowDataPacket[]>) => Promise<T>,
): Promise<T> {
  const connection = await createConnection(url.replace('mariadb:', 'mysql:'));
  try {
    return await work(async (text) => (await connection.query<RowDataPacket[]>(text))[0]);
  } finally {
    await connection.end();
  }
}

const rowsOf = (url: string): Promise<Rows> =>
  withServer(url, async (sql) => {
    const tables = (await sql('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
    const all: Rows = {};
    for (const table of tables.filter((name) => !CHANGED.includes(name)))
      all[table] = await sql(`SELECT * FROM \`${table}\` ORDER BY 1, 2`);
    return all;
  });

onMariadb('a backup of MariaDB', (makeConfig) => {
  let folder = '';
  const at = (...names: string[]) => join(folder, ...names);
  const urlOf = async () => {
    const config = await makeConfig({ empty: true });
    return { env: databaseEnv(config), url: config.kind === 'mysql' ? config.url : '' };
  };
  let old: Awaited<ReturnType<typeof urlOf>>;
  let rows: Rows = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-mariadb-backup-'));
    await mkdir(at('old'));
    old = await urlOf();
    const app = await startTestApp({ dir: at('old'), env: old.env });
    const user = await app.users.subscriber({ connected: true });
    // Posts that may have gone out since are changed.
    await user.upload('/api/videos', [fixture('portrait.mp4')], {
      titles: ['Ünïcode 🎬 "quoted" \\ back'],
      scheduled_for: [daysFromNow(1)],
    });
    await user.post('/api/captions', { content: 'two\nlines, and a tab\t' });
    const made = await cli(app.dir, ['backup', '--to', at('backups')], { env: old.env });
    expect([made.code, made.err]).toEqual([0, '']);
    await app.end();
    rows = await rowsOf(old.url);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const restore = (env: Record<string, string>, name = 'new') =>
    cli(at(name), ['restore', '--from', at('backups')], { env });

  it('is whole', async () => {
    expect(await cli('/nowhere', ['verify', '--backup', at('backups')])).toMatchObject({ code: 0 });
  });

  it('comes back into an empty database, row by row', async () => {
    const { env, url } = await urlOf();
    expect(await restore(env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Media: 1 files were copied.'),
    });
    const restored = await rowsOf(url);
    for (const [table, before] of Object.entries(rows)) {
      const without = (all: RowDataPacket[] = []) => all.map(({ storage_uuid: _storage, ...rest }) => rest);
      expect([table, without(restored[table])]).toEqual([table, without(before)]);
    }
    expect(await withServer(url, (sql) => sql('SELECT id FROM sessions'))).toEqual([]);
    expect(await cli(at('new'), ['verify'], { env })).toMatchObject({ code: 0 });
    const again = await restore(env);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('The database has tables already.')]);
  });

  it('begins anew where a restore was cut off, which no start mistakes for a whole one', async () => {
    const { env, url } = await urlOf();
    await restore(env, 'half');
    await withServer(url, async (sql) => {
      await sql(
        "INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'UnfinishedRestore9999999999999')",
      );
      await sql('DELETE FROM posts');
    });
    expect(await cli(at('half'), ['migrate'], { env })).toMatchObject({ code: 1 });
    expect(await restore(env, 'half')).toMatchObject({ code: 0 });
    expect(await cli(at('half'), ['migrate'], { env })).toMatchObject({ code: 0 });
    expect(await withServer(url, (sql) => sql('SELECT id FROM posts'))).toHaveLength(
      rows.posts?.length ?? -1,
    );
  });

  it('is not restored into SQLite, nor SQLite into it', async () => {
    expect(await cli(at('lite'), ['restore', '--from', at('backups')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The backup is of MySQL, and DATABASE_URL names SQLite.'),
    });
  });
});

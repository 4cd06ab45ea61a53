import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { ENTITIES } from '../../../backend/app.module';
import { dataSourceOptions, MIGRATIONS } from '../../../backend/database/data-source';
import { openMigrated } from '../../../backend/database/migrate';
import { databaseEnv, startTestApp } from '../../support/app';
import { cli, startCli } from '../../support/cli';
import { onMariadb, untilUnused } from '../../support/databases';
import { rowsOf, withServer, type Rows } from '../../support/mariadb-rows';
import { fixture } from '../../support/media';
import { daysFromNow } from '../../support/users';

jest.setTimeout(240_000);

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
    await user.post('/api/captions', { content: 'two\nlines, a tab\t and a\u2028b\u2029c' });
    const made = await cli(app.dir, ['backup', '--to', at('backups')], { env: old.env });
    expect([made.code, made.err]).toEqual([0, '']);
    await app.end();
    rows = await rowsOf(old.url);
  });
  const replacedBy: string[] = [];
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    for (const name of replacedBy) await withServer(old.url, (sql) => sql(`DROP DATABASE IF EXISTS ${name}`));
  });

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

  it('replaces tables only when that is asked for, and moves them to a database that works as it is', async () => {
    const { env, url } = await urlOf();
    await mkdir(at('replaced'));
    const other = await startTestApp({ dir: at('replaced'), env });
    const stranger = await other.users.subscriber({ connected: true });
    await stranger.upload('/api/videos', [fixture('rotated.mp4')], { titles: ['Theirs'] });
    const replace = () => cli(at('replaced'), ['restore', '--from', at('backups'), '--replace'], { env });
    expect(await replace()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/(was alive \d+ seconds ago|A process uses the database)/),
    });
    expect((await stranger.get('/api/videos')).body.data).toHaveLength(1);
    await other.end();
    await withServer(url, async (sql) => {
      await sql('UPDATE publisher_heartbeats SET beat_at = beat_at - 60000');
      // Of a clock that was ahead.
      return sql("INSERT INTO publisher_heartbeats (publisher, beat_at) VALUES ('x', 4000000000000)");
    });
    const theirs = await rowsOf(url);

    await untilUnused(url);
    const { code, out } = await replace();
    expect(code).toBe(0);
    expect(await withServer(url, (sql) => sql('SELECT title FROM posts'))).toEqual([
      expect.objectContaining({ title: expect.stringContaining('Ünïcode') }),
    ]);
    expect(await cli(at('replaced'), ['verify'], { env })).toMatchObject({ code: 0 });

    const [, aside = ''] = /^What was there before is in the database (\S+_replaced_\d+)\.$/m.exec(out) ?? [];
    const [, media = ''] = /^What was there before is in (\/.*)\.$/m.exec(out) ?? [];
    replacedBy.push(aside);
    const before = url.replace(/[^/]+$/, aside);
    expect(await rowsOf(before)).toEqual(theirs);
    const back = { ...env, DATABASE_URL: before, STORAGE_URL: `file:${media}` };
    expect(await cli(at('replaced'), ['verify'], { env: back })).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is missing.'),
    });
    // The foreign keys lead to the tables beside them.
    const led = await withServer(url, (sql) =>
      sql(
        `SELECT DISTINCT UNIQUE_CONSTRAINT_SCHEMA AS name FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = '${aside}'`,
      ),
    );
    expect(led).toEqual([{ name: aside }]);
  });

  it('moves nothing while a connection of the product is open, or the user may not make a database', async () => {
    const { env, url } = await urlOf();
    expect(await restore(env, 'narrow')).toMatchObject({ code: 0 });
    const name = url.slice(url.lastIndexOf('/') + 1);
    const replace = (given = env) =>
      cli(at('narrow'), ['restore', '--from', at('backups'), '--replace'], { env: given });
    const open = await createConnection(url.replace('mariadb:', 'mysql:'));
    const busy = await replace();
    await open.end();
    expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('A process uses the database') });

    await withServer(url, async (sql) => {
      await sql(`CREATE OR REPLACE USER narrow@'%' IDENTIFIED BY 'secret'`);
      return sql(`GRANT ALL ON \`${name}\`.* TO narrow@'%'`);
    });
    const narrow = { ...env, DATABASE_URL: url.replace('root@', 'narrow:secret@') };
    await untilUnused(url);
    const refused = await replace(narrow);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('GRANT ALL ON `pagecast\\_test'),
    ]);
    const [, grant = ''] = /(GRANT ALL ON .*? TO '.*?'@'.*?');/.exec(refused.err) ?? [];
    expect(await withServer(url, (sql) => sql('SELECT id FROM posts'))).toHaveLength(1);
    await withServer(url, (sql) => sql(grant));
    await untilUnused(url);
    const { code, out } = await replace(narrow);
    expect(code).toBe(0);
    replacedBy.push(/database (\S+_replaced_\d+)\./.exec(out)?.[1] ?? '');
    await withServer(url, (sql) => sql("DROP USER narrow@'%'"));
  });

  it('comes back with a long text that is due, and without a table that is not of the product', async () => {
    const [from, to] = [await urlOf(), await urlOf()];
    expect(await restore(from.env, 'long')).toMatchObject({ code: 0 });
    await withServer(from.url, async (sql) => {
      await sql('CREATE TABLE notes (id INT PRIMARY KEY, words TEXT)');
      await sql("INSERT INTO notes VALUES (1, 'Ours')");
      return sql("UPDATE posts SET description = REPEAT('ж', 63206), due_at = 1, scheduled_for = 1");
    });
    const made = await cli(at('long'), ['backup', '--to', at('long-backups')], { env: from.env });
    expect([made.code, made.err]).toEqual([0, '']);
    expect(await cli('/nowhere', ['verify', '--backup', at('long-backups')])).toMatchObject({ code: 0 });

    const come = await cli(at('long-new'), ['restore', '--from', at('long-backups')], { env: to.env });
    expect(come).toMatchObject({ code: 0, out: expect.stringContaining('may have gone out since: 1.') });
    expect(come.out).toContain("Tables that are not Pagecast's were left out: notes.");
    const [post] = await withServer(to.url, (sql) => sql('SELECT description, remote_session FROM posts'));
    const session = JSON.parse(String(post?.remote_session)) as { restored: { words: string[] } };
    expect(post?.description).toBe('ж'.repeat(63_206));
    expect(session.restored.words).toEqual([post?.description]);
  });

  it('moves nothing aside while there are views, and names them', async () => {
    const { env, url } = await urlOf();
    expect(await restore(env, 'views')).toMatchObject({ code: 0 });
    await withServer(url, (sql) => sql('CREATE VIEW titles AS SELECT title FROM posts'));
    const args = ['restore', '--from', at('backups'), '--replace'];
    expect(await cli(at('views'), args, { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('views, which cannot be moved aside: titles. Drop them, then restore.'),
    });
    const name = url.slice(url.lastIndexOf('/') + 1);
    expect(await withServer(url, (sql) => sql(`SHOW DATABASES LIKE '${name}\\_replaced%'`))).toEqual([]);
  });

  it('of an earlier version comes back as this one has it, and one of a later version does not', async () => {
    const { env, url } = await urlOf();
    const config = await makeConfig({ empty: true });
    const early = MIGRATIONS.slice(0, -2);
    const source = await openMigrated(config, { ...dataSourceOptions(config, ENTITIES), migrations: early });
    const id = 'c0ffee00-0000-4000-8000-000000000001';
    await source.query('UPDATE installation SET uuid = ?, storage_uuid = NULL', [id]);
    await source.query(
      "INSERT INTO users (name, email, password_hash, created_at) VALUES ('Früh', 'early@example.com', 'x', 1)",
    );
    await source.destroy();
    const made = await cli(at('early'), ['backup', '--to', at('early-backups')], {
      env: databaseEnv(config),
    });
    expect([made.code, made.err]).toEqual([0, '']);
    const come = () => cli(at('late'), ['restore', '--from', at('early-backups')], { env });
    expect(await come()).toMatchObject({ code: 0 });
    const done = await withServer(url, (sql) => sql('SELECT name FROM migrations'));
    expect(done.map(({ name }) => String(name)).sort()).toEqual(MIGRATIONS.map(({ name }) => name).sort());
    expect(await withServer(url, (sql) => sql('SELECT email FROM users'))).toEqual([
      { email: 'early@example.com' },
    ]);
    expect(await cli(at('late'), ['migrate'], { env })).toMatchObject({ code: 0 });

    const [name = ''] = (await readdir(at('early-backups'))).filter((each) => each.startsWith('2'));
    const manifest = at('early-backups', name, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"migrations": [', '"migrations": ["Future1999999999999",'));
    const { env: fresh } = await urlOf();
    expect(await cli(at('future'), ['restore', '--from', at('early-backups')], { env: fresh })).toMatchObject(
      {
        code: 1,
        err: expect.stringContaining('The backup has the tables of a newer version'),
      },
    );
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
    // Half of the rows would pass for the newest whole backup, and the earlier ones would be removed for it.
    const cutOff = { code: 1, err: expect.stringContaining('run that `cli restore` again') };
    for (const command of [['migrate'], ['verify'], ['backup', '--to', at('halves'), '--keep', '1']])
      expect([command, await cli(at('half'), command, { env })]).toEqual([
        command,
        expect.objectContaining(cutOff),
      ]);
    expect((await cli(at('half'), ['doctor'], { env })).out).toContain('run that `cli restore` again');
    expect(await restore(env, 'half')).toMatchObject({ code: 0 });
    expect(await cli(at('half'), ['migrate'], { env })).toMatchObject({ code: 0 });
    expect(await withServer(url, (sql) => sql('SELECT id FROM posts'))).toHaveLength(
      rows.posts?.length ?? -1,
    );
  });

  it('begins anew where a restore was killed, whenever that was', async () => {
    const { env, url } = await urlOf();
    let kills = 0;
    for (const delay of [0, 300]) {
      const { child, ended } = startCli(at('killed'), ['restore', '--from', at('backups')], { env });
      const tables = () => withServer(url, (sql) => sql('SHOW TABLES'));
      while (child.exitCode === null && (await tables()).length === 0) await pause(2);
      await pause(delay);
      child.kill('SIGKILL');
      if ((await ended).code === null) kills++;
      // What was quicker than the kill is whole.
      const { code } = await cli(at('killed'), ['verify'], { env });
      if (code !== 0) expect(await restore(env, 'killed')).toMatchObject({ code: 0 });
      expect(await cli(at('killed'), ['verify'], { env })).toMatchObject({ code: 0 });
      expect(await withServer(url, (sql) => sql('SELECT id FROM posts'))).toHaveLength(
        rows.posts?.length ?? -1,
      );
      await withServer(url, async (sql) => {
        const name = url.slice(url.lastIndexOf('/') + 1);
        await sql(`DROP DATABASE ${name}`);
        return sql(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      });
    }
    expect(kills).toBeGreaterThan(0);
  });

  it('is not restored into SQLite, nor SQLite into it', async () => {
    expect(await cli(at('lite'), ['restore', '--from', at('backups')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The backup is of MySQL, and DATABASE_URL names SQLite.'),
    });
  });
});

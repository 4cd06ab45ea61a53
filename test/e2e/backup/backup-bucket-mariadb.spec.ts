import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { databaseEnv, startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { onMariadb, untilUnused } from '../../support/databases';
import { fixture } from '../../support/media';
import { BackupBucket } from '../../support/swift/backup-bucket';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';

jest.setTimeout(240_000);

onMariadb('with MariaDB and media in a bucket', (makeConfig) => {
  onSwift('a backup in another bucket', (swift) => {
    let folder = '';
    let backups: BackupBucket;
    let stores: AppBucket[] = [];
    const replaced: string[] = [];

    const at = (...names: string[]) => join(folder, ...names);
    const run = (name: string, args: string[], env: Record<string, string>) =>
      cli(at(name), args, { env: { ...backups.env, ...env } });
    const environment = async (store: AppBucket) => ({
      ...databaseEnv(await makeConfig({ empty: true })),
      ...store.env,
    });
    const sql = async (env: Record<string, string>, text: string) => {
      const connection = await createConnection(String(env.DATABASE_URL).replace('mariadb:', 'mysql:'));
      try {
        return (await connection.query(text))[0];
      } finally {
        await connection.end();
      }
    };
    const installation = async (name: string, env: Record<string, string>, title: string) => {
      await mkdir(at(name));
      const app = await startTestApp({ dir: at(name), env });
      const user = await app.users.subscriber({ connected: true });
      const { status } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: [title] });
      if (status !== 201) throw new Error(String(status));
      return app;
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pagecast-buckets-'));
      backups = await BackupBucket.make(swift());
      stores = [await AppBucket.make(swift()), await AppBucket.make(swift())];
    });
    afterAll(async () => {
      const { DATABASE_URL } = databaseEnv(await makeConfig({ empty: true }));
      for (const name of replaced) await sql({ DATABASE_URL: DATABASE_URL! }, `DROP DATABASE ${name}`);
      await Promise.all([backups, ...stores].map(({ link }) => link.end()));
      await rm(folder, { recursive: true, force: true });
    });

    it('comes back over another installation, which works on where it was set aside', async () => {
      const [mine, theirs] = [await environment(stores[0]!), await environment(stores[1]!)];
      const app = await installation('mine', mine, 'Mine');
      const made = await run('mine', ['backup', '--to', backups.address(), '--keep', '3'], mine);
      expect([made.code, made.err]).toEqual([0, '']);
      await app.end();
      expect(await run('nowhere', ['verify', '--backup', backups.address()], {})).toMatchObject({ code: 0 });

      await (await installation('theirs', theirs, 'Theirs')).end();
      await sql(theirs, 'UPDATE publisher_heartbeats SET beat_at = beat_at - 60000');
      const files = await stores[1]!.files();
      const restore = ['restore', '--from', backups.address()];
      const refused = await run('theirs', restore, theirs);
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining('With --replace they are moved'),
      });
      expect(await stores[1]!.files()).toEqual(files);

      await untilUnused(String(theirs.DATABASE_URL));
      const { code, out } = await run('theirs', [...restore, '--replace'], theirs);
      expect([code, out]).toEqual([0, expect.stringMatching(/^Media: [1-9]\d* files were copied\.$/m)]);
      expect(await sql(theirs, 'SELECT title FROM posts')).toEqual([{ title: 'Mine' }]);
      expect(await run('theirs', ['verify'], theirs)).toMatchObject({ code: 0 });
      expect((await readdir(at('theirs'))).filter((name) => name.startsWith('.backup-'))).toEqual([]);

      const [, database = ''] = /is in the database (\S+)\.$/m.exec(out) ?? [];
      const [, media = ''] = /is in (s3:\S+)\/\.$/m.exec(out) ?? [];
      replaced.push(database);
      const before = {
        ...theirs,
        DATABASE_URL: String(theirs.DATABASE_URL).replace(/[^/]+$/, database),
        STORAGE_URL: stores[1]!.address.replace(/^[^?]*/, media),
      };
      expect(await sql(before, 'SELECT title FROM posts')).toEqual([{ title: 'Theirs' }]);
      expect(await run('theirs', ['verify'], before)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`the storage has ${files.length}.`),
      });
    });
  });
});

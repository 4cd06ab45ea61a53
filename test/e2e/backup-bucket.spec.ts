import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteHandle from 'better-sqlite3';
import { startTestApp, type TestApp } from '../support/app';
import { cli, startCli } from '../support/cli';
import type { Client } from '../support/client';
import { fixture, paddedVideo } from '../support/media';
import { BackupBucket } from '../support/swift/backup-bucket';
import type { Asked, Fate } from '../support/swift/faulty-link';
import { onSwift } from '../support/swift/swift';
import { AppBucket } from '../support/swift/use-bucket';

jest.setTimeout(240_000);

onSwift('a backup in a bucket', (swift) => {
  let folder = '';
  let app: TestApp;
  let user: Client;
  let bucket: BackupBucket;
  let to = '';

  const at = (...names: string[]) => join(folder, ...names);
  const backup = (...more: string[]) => cli(app.dir, ['backup', '--to', to, ...more], { env: bucket.env });
  const verify = (...more: string[]) =>
    cli('/nowhere', ['verify', '--backup', to, ...more], { env: bucket.env });
  const isPut = ({ method, path }: Asked, name: string) => method === 'PUT' && path.includes(name);
  const media = async () => (await bucket.names()).filter((name) => name.startsWith('media/'));
  const upload = async (salt: string) => {
    const path = await paddedVideo(at(`${salt}.mp4`), 300_000, { salt });
    const { status, body } = await user.upload('/api/videos', [path], { titles: [`Film ${salt}`] });
    if (status !== 201) throw new Error(String(status));
    return body.videos[0].id as number;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-bucket-backup-'));
    await mkdir(at('old'));
    bucket = await BackupBucket.make(swift());
    to = bucket.address();
    app = await startTestApp({ dir: at('old'), env: { ROLE: 'api' } });
    user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('rotated.mp4')]);
  });
  afterEach(() => bucket.link.mend());
  afterAll(async () => {
    await app.end();
    await bucket.link.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('is made while the product runs, is whole, and leaves nothing on this machine', async () => {
    const made = await backup();
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(new RegExp(`^Backup: s3://${bucket.name}/pagecast/2\\d{3}-[^/]*Z$`, 'm'));
    expect(made.out).toMatch(/^Media: (\d+) files \(\d+ bytes\), \1 of them new/m);
    const checked = await verify();
    expect([checked.code, checked.err]).toEqual([0, '']);
    expect(checked.out).toContain('The backup is whole.');
    expect((await readdir(app.dir)).filter((name) => name.startsWith('.backup-'))).toEqual([]);
    expect((await bucket.names()).filter((name) => name.startsWith('locks/'))).toEqual([]);
  });

  it('has no key in it unless that was asked for', async () => {
    const keys: string[] = [];
    for (const name of ['encryption-key', 'jwt-secret'])
      keys.push((await readFile(join(app.dir, name), 'utf8')).trim());
    const leaks = async () => {
      const found: string[] = [];
      for (const name of await bucket.names()) {
        const bytes = await bucket.read(name);
        if (keys.some((key) => bytes.includes(key))) found.push(name);
      }
      return found;
    };
    expect(await leaks()).toEqual([]);
    expect((await backup()).out).toContain('Keys: not in the backup. Keep ENCRYPTION_KEY elsewhere');
    expect((await backup('--with-keys')).out).toContain('Keys: in the backup. Whoever reads it');
    expect(await leaks()).toEqual([
      expect.stringMatching(/\/keys\/encryption-key$/),
      expect.stringMatching(/\/keys\/jwt-secret$/),
    ]);
    expect((await backup('--with-keys', '--without-keys')).code).toBe(2);
  });

  it('sends a medium once, however many backups there are', async () => {
    const before = bucket.link.asked.length;
    expect((await backup()).out).toContain('0 of them new (0 bytes)');
    expect(bucket.link.asked.slice(before).filter((asked) => isPut(asked, '/media/'))).toEqual([]);
    await upload('new');
    expect((await backup()).out).toMatch(/, [12] of them new/);
    const sent = bucket.link.asked.slice(before).filter((asked) => isPut(asked, '/media/'));
    expect([1, 2]).toContain(sent.length);
  });

  it('is the same as one in a folder, to which it may be copied', async () => {
    for (const name of await bucket.names()) {
      await mkdir(dirname(at('copy', name)), { recursive: true });
      await writeFile(at('copy', name), await bucket.read(name));
    }
    expect(await cli('/nowhere', ['verify', '--backup', at('copy')])).toMatchObject({ code: 0 });
    expect(await cli(app.dir, ['backup', '--to', at('copy')])).toMatchObject({
      code: 0,
      out: expect.stringContaining(' 0 of them new (0 bytes)'),
    });
  });

  it('is removed beyond a number, with the media that only it names', async () => {
    const id = await upload('short-lived');
    await backup();
    await user.delete(`/api/videos/${id}`);
    const before = await media();
    const { code, out } = await backup('--keep', '2');
    expect([code, out]).toEqual([0, expect.stringContaining('Removed the backup ')]);
    expect(await bucket.backups()).toHaveLength(2);
    // The one before still names it.
    expect(await media()).toEqual(before);
    expect((await backup('--keep', '1')).out).toMatch(/^Removed [12] media files/m);
    expect((await media()).length).toBeLessThan(before.length);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('is not removed while nobody can tell which media the others need', async () => {
    await backup();
    const before = await media();
    await backup();
    const damaged = (await bucket.backups()).at(-1) ?? '';
    await bucket.delete(`${damaged}/media.txt`);
    const { code, err } = await backup('--keep', '2');
    expect([code, err]).toEqual([
      1,
      `The backup ${damaged} is not whole: media.txt was changed. Nothing was removed.\n`,
    ]);
    expect(await media()).toEqual(before);
    // Once it is among those to be removed, it may go.
    expect(await backup('--keep', '1')).toMatchObject({ code: 0 });
    expect(await bucket.backups()).toHaveLength(1);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('is found broken when a file or a medium is missing or was changed', async () => {
    const [path = ''] = await media();
    await bucket.delete(path);
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('is missing.') });
    expect((await backup()).out).toContain('1 of them new');
    expect(await verify()).toMatchObject({ code: 0 });
    const name = (await bucket.backups()).at(-1) ?? '';
    await bucket.delete(`${name}/database.sqlite`);
    expect(await verify()).toMatchObject({
      code: 1,
      out: expect.stringContaining('database.sqlite is missing.'),
    });
    await backup();
    expect((await verify('--date', '1999')).err).toContain('There is no backup of 1999 in s3://');
  });

  it.each<[string, Fate]>([
    ['refuses', { status: 403, code: 'AccessDenied' }],
    ['goes away at', 'is cut'],
  ])('is not there when the bucket %s the database, and the earlier ones are', async (_how, fate) => {
    const before = await bucket.names();
    bucket.link.fate = (asked) => (isPut(asked, 'database.sqlite') ? fate : 'passes');
    const { code, out, err } = await backup();
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^s3:\/\/\S+ cannot be used: the bucket (answers 403 AccessDenied|does not answer \(\w+\))\.\n$/,
    );
    expect(await bucket.names()).toEqual(before);
  });

  it('is refused with wrong keys, without a bucket, and with half of the keys, and no key is told', async () => {
    const env = { BACKUP_ACCESS_KEY_ID: 'test:tester', BACKUP_SECRET_ACCESS_KEY: 'hunter2hunter2' };
    const wrong = await cli(app.dir, ['backup', '--to', to], { env });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/answers 403 \w+\.\n$/)]);
    const none = to.replace(bucket.name, 'nothing-here');
    expect((await cli(app.dir, ['backup', '--to', none], { env: bucket.env })).err).toContain(
      '404 NoSuchBucket',
    );
    const half = await cli(app.dir, ['backup', '--to', to], { env: { BACKUP_ACCESS_KEY_ID: 'x' } });
    expect(half).toMatchObject({
      code: 1,
      err: expect.stringContaining('BACKUP_SECRET_ACCESS_KEY: must be set'),
    });
    const inside = to.replace('s3://', 's3://AKID:hunter2hunter2@');
    const refused = await cli('/nowhere', ['verify', '--backup', inside], { env: bucket.env });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('without keys in it') });
    for (const { out, err } of [wrong, half, refused]) expect(out + err).not.toContain('hunter2');
  });

  it('of another installation is left alone', async () => {
    await mkdir(at('other'));
    const other = await startTestApp({ dir: at('other'), fake: app.fake });
    try {
      const before = await bucket.names();
      const refused = await cli(other.dir, ['backup', '--to', to], { env: bucket.env });
      expect([refused.code, refused.err]).toEqual([
        1,
        `s3://${bucket.name}/pagecast/ has the backups of another installation. Name another prefix.\n`,
      ]);
      expect(await bucket.names()).toEqual(before);
    } finally {
      await other.end();
    }
  });

  it('survives kills: the one before stays whole, and the next one works', async () => {
    await Promise.all(['k1', 'k2', 'k3'].map(upload));
    let kills = 0;
    for (const delay of [0, 60, 300]) {
      for (const name of await media()) await bucket.delete(name);
      const before = await bucket.backups();
      const asked = bucket.link.asked.length;
      // Slow enough that it has not ended by then.
      bucket.link.fate = (call) => (isPut(call, '/pagecast/') ? { afterMs: 30 } : 'passes');
      const { child, ended } = startCli(app.dir, ['backup', '--to', to], { env: bucket.env });
      while (
        child.exitCode === null &&
        !bucket.link.asked.slice(asked).some((call) => isPut(call, '/media/'))
      )
        await pause(2);
      await pause(delay);
      child.kill('SIGKILL');
      if ((await ended).code === null) kills++;
      bucket.link.mend();
      for (const name of await bucket.backups())
        if (!before.includes(name)) expect(await verify('--date', name)).toMatchObject({ code: 0 });
      if ((await bucket.names()).some((name) => name.startsWith('locks/')))
        expect((await backup()).err).toContain('is under way. If it was killed, the next one can begin in');
      await bucket.unlock();
      expect(await backup()).toMatchObject({ code: 0, err: '' });
      expect(await verify()).toMatchObject({ code: 0 });
      const whole = await bucket.backups();
      for (const name of await bucket.names())
        if (/^2\d{3}-/.test(name)) expect(whole).toContain(name.split('/')[0]);
      expect((await readdir(app.dir)).filter((name) => name.startsWith('.backup-'))).toEqual([]);
    }
    expect(kills).toBeGreaterThan(0);
  });

  describe('comes back', () => {
    let stores: AppBucket[] = [];
    beforeAll(async () => {
      stores = [await AppBucket.make(swift()), await AppBucket.make(swift())];
    });
    afterAll(() => Promise.all(stores.map(({ link }) => link.end())));

    const restore = (name: string, more: string[] = [], env: Record<string, string> = {}) =>
      cli(at(name), ['restore', '--from', to, ...more], { env: { ...bucket.env, ...env } });
    const withKey = async () => ({
      ENCRYPTION_KEY: (await readFile(join(app.dir, 'encryption-key'), 'utf8')).trim(),
    });

    it('only with the key that the tokens were sealed with', async () => {
      await backup();
      expect(await restore('keyless')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The backup has no keys'),
      });
    });

    it('into a folder, with every row and file', async () => {
      const env = await withKey();
      expect(await restore('new', [], env)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Media: [1-9]\d* files were copied\.$/m),
      });
      expect(await cli(at('new'), ['verify'], { env })).toMatchObject({
        code: 0,
        out: expect.stringContaining('Nothing is missing.'),
      });
      expect((await readdir(at('new'))).filter((name) => name.startsWith('.'))).toEqual([]);
      const restored = await startTestApp({ dir: at('new'), fake: app.fake, env });
      try {
        const client = await restored.client.login(user.user.email, 'secret-enough');
        const { body } = await client.get('/api/videos');
        expect(body.total).toBe((await user.get('/api/videos')).body.total);
        const shown = await fetch(`${restored.url}/storage/${body.data[0].file_path}`);
        expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      } finally {
        await restored.end();
      }
    });

    it('into another bucket, with its own keys, and moves the media of another installation aside', async () => {
      const store = stores[0]!;
      await mkdir(at('taken'));
      const other = await startTestApp({ dir: at('taken'), fake: app.fake, env: store.env });
      const stranger = await other.users.subscriber({ connected: true });
      await stranger.upload('/api/videos', [fixture('portrait.mp4'), fixture('portrait-1080.mp4')]);
      await other.end();
      const theirs = await store.files();
      expect(theirs.length).toBeGreaterThanOrEqual(2);

      const env = { ...(await withKey()), ...store.env };
      const refused = await restore('taken', [], env);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('With --replace') });
      expect(await store.files()).toEqual(theirs);
      const { code, out, err } = await restore('taken', ['--replace'], env);
      expect([code, err]).toEqual([0, expect.stringMatching(/^Restoring /)]);
      expect(await cli(at('taken'), ['verify'], { env })).toMatchObject({
        code: 0,
        out: expect.stringContaining('Nothing is missing.'),
      });

      // The way back: the old database, and the address of its media.
      const [, aside = ''] = /^What was there before is in (s3:.*)\/\.$/m.exec(out) ?? [];
      const [, files = ''] = /^What was there before is in (\/.*)\.$/m.exec(out) ?? [];
      expect(await readdir(files)).toContain('pagecast.sqlite');
      const [, query] = store.address.split('?');
      const back = { ...store.keys, STORAGE_URL: `${aside}?${query}` };
      expect(await cli(files, ['verify'], { env: back })).toMatchObject({
        code: 0,
        out: expect.stringMatching(/the storage has [1-9]\d*\.[^]*Nothing is missing\./),
      });
    });

    it('is refused while the bucket of the media is away, and into the bucket of the backups itself', async () => {
      const store = stores[1]!;
      store.link.cut();
      const env = { ...(await withKey()), ...store.env };
      expect(await restore('away', [], env)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/The media storage \S+ cannot be used: .*Nothing was done\.\n$/),
      });
      expect(existsSync(at('away', 'pagecast.sqlite'))).toBe(false);
      const same = { ...env, STORAGE_URL: to, ...store.keys };
      expect(await restore('away', [], same)).toMatchObject({
        code: 1,
        err: expect.stringContaining('overlaps with the media of the product'),
      });
    });

    it('after it was cut off half-way, and is no installation before', async () => {
      const env = await withKey();
      bucket.link.fate = ({ method, path }) =>
        method === 'GET' && /\/media\/..\/.*\.mp4/.test(path)
          ? { status: 403, code: 'AccessDenied' }
          : 'passes';
      expect(await restore('cut', [], env)).toMatchObject({
        code: 1,
        err: expect.stringContaining('answers 403 AccessDenied'),
      });
      expect(existsSync(at('cut', 'pagecast.sqlite'))).toBe(false);
      bucket.link.mend();
      expect(await restore('cut', [], env)).toMatchObject({ code: 0 });
      expect(await cli(at('cut'), ['verify'], { env })).toMatchObject({ code: 0 });
      const handle = new SqliteHandle(at('cut', 'pagecast.sqlite'), { readonly: true });
      expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
      handle.close();
    });
  });

  it('is refused where the media of the product are, and made beside them with a warning', async () => {
    const store = await AppBucket.make(swift());
    await mkdir(at('beside'));
    const other = await startTestApp({ dir: at('beside'), fake: app.fake, env: store.env });
    try {
      const own = await other.users.subscriber({ connected: true });
      await own.upload('/api/videos', [fixture('portrait.mp4')]);
      const before = await store.files();
      expect(before.length).toBeGreaterThan(0);
      const run = (address: string) => cli(other.dir, ['backup', '--to', address], { env: store.env });
      const { address } = store;
      for (const wrong of [address, address.replace('/pagecast', '/pagecast/media')])
        expect(await run(wrong)).toMatchObject({
          code: 1,
          err: expect.stringContaining('overlaps with the media of the product'),
        });
      // The keys of the media serve where there are no others.
      expect(await run(address.replace('/pagecast', '/backups'))).toMatchObject({
        code: 0,
        err: expect.stringContaining('who loses it loses both'),
      });
      expect(await store.files()).toEqual(before);
    } finally {
      await other.end();
      await store.link.end();
    }
  });
});

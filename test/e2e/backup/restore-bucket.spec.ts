import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';
import { BucketBackups } from '../../support/swift/bucket-backups';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';

jest.setTimeout(240_000);

onSwift('a backup in a bucket comes back', (swift) => {
  let its: BucketBackups;
  let stores: AppBucket[] = [];

  const withKey = async () => ({
    ENCRYPTION_KEY: (await readFile(join(its.app.dir, 'encryption-key'), 'utf8')).trim(),
  });

  beforeAll(async () => {
    its = await BucketBackups.start(swift());
    stores = [await AppBucket.make(swift()), await AppBucket.make(swift())];
  });
  afterEach(() => its.bucket.link.mend());
  afterAll(async () => {
    await its.end();
    await Promise.all(stores.map(({ link }) => link.end()));
  });

  it('only with the key that the tokens were sealed with', async () => {
    await its.backup();
    expect(await its.restore('keyless')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The backup has no keys'),
    });
  });

  it('into a folder, with every row and file', async () => {
    const env = await withKey();
    expect(await its.restore('new', [], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Media: [1-9]\d* files were copied\.$/m),
    });
    expect(await cli(its.at('new'), ['verify'], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is missing.'),
    });
    expect((await readdir(its.at('new'))).filter((name) => name.startsWith('.'))).toEqual([]);
    const restored = await startTestApp({ dir: its.at('new'), fake: its.app.fake, env });
    try {
      const client = await restored.client.login(its.user.user.email, 'secret-enough');
      const { body } = await client.get('/api/videos');
      expect(body.total).toBe((await its.user.get('/api/videos')).body.total);
      const shown = await fetch(`${restored.url}/storage/${body.data[0].file_path}`);
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    } finally {
      await restored.end();
    }
  });

  it('into another bucket, with its own keys, and moves the media of another installation aside', async () => {
    const store = stores[0]!;
    await mkdir(its.at('taken'));
    const other = await startTestApp({ dir: its.at('taken'), fake: its.app.fake, env: store.env });
    const stranger = await other.users.subscriber({ connected: true });
    await stranger.upload('/api/videos', [fixture('portrait.mp4'), fixture('portrait-1080.mp4')]);
    await other.end();
    const theirs = await store.files();
    expect(theirs.length).toBeGreaterThanOrEqual(2);

    const env = { ...(await withKey()), ...store.env };
    const refused = await its.restore('taken', [], env);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('With --replace') });
    expect(await store.files()).toEqual(theirs);
    const { code, out, err } = await its.restore('taken', ['--replace'], env);
    expect([code, err]).toEqual([0, expect.stringMatching(/^Restoring /)]);
    expect(await cli(its.at('taken'), ['verify'], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is missing.'),
    });

    // The way back: the old database, and the address of its media.
    const [, aside = ''] = /^What was there before is in (s3:.*)\/\.$/m.exec(out) ?? [];
    const [, files = ''] = /^What was there before is in (\/.*)\.$/m.exec(out) ?? [];
    expect(await readdir(files)).toContain('pagecast.sqlite');
    const [, query] = store.address.split('?');
    // Its key has stayed in DATA_DIR, because the restore was given one.
    const ENCRYPTION_KEY = (await readFile(its.at('taken', 'encryption-key'), 'utf8')).trim();
    const back = { ...store.keys, STORAGE_URL: `${aside}?${query}`, ENCRYPTION_KEY };
    expect(await cli(files, ['verify'], { env: back })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/the storage has [1-9]\d*\.[^]*Nothing is missing\./),
    });
  });

  it('is refused while the bucket of the media is away, and into the bucket of the backups itself', async () => {
    const store = stores[1]!;
    store.link.cut();
    const env = { ...(await withKey()), ...store.env };
    expect(await its.restore('away', [], env)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The media storage \S+ cannot be used: .*Nothing was done\.\n$/),
    });
    expect(existsSync(its.at('away', 'pagecast.sqlite'))).toBe(false);
    const same = { ...env, STORAGE_URL: its.to, ...store.keys };
    expect(await its.restore('away', [], same)).toMatchObject({
      code: 1,
      err: expect.stringContaining('overlaps with the media of the product'),
    });
  });

  it('after it was cut off half-way, and is no installation before', async () => {
    const env = await withKey();
    its.bucket.link.fate = ({ method, path }) =>
      method === 'GET' && /\/media\/..\/.*\.mp4/.test(path)
        ? { status: 403, code: 'AccessDenied' }
        : 'passes';
    expect(await its.restore('cut', [], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('answers 403 AccessDenied'),
    });
    expect(existsSync(its.at('cut', 'pagecast.sqlite'))).toBe(false);
    its.bucket.link.mend();
    expect(await its.restore('cut', [], env)).toMatchObject({ code: 0 });
    expect(await cli(its.at('cut'), ['verify'], { env })).toMatchObject({ code: 0 });
    const handle = new SqliteHandle(its.at('cut', 'pagecast.sqlite'), { readonly: true });
    expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
    handle.close();
  });
});

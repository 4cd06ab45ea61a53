import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import SqliteHandle from 'better-sqlite3';
import { Database } from '../../../backend/database/database';
import { startFake, startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { Client, eventually } from '../../support/client';
import type { FakeGraph } from '../../support/fake-graph';
import { fixture } from '../../support/media';
import { useScratchFolder } from '../../support/scratch-folder';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';
import { PORTRAIT } from '../../support/video-uploads';

onSwift('cli move-media', (swift) => {
  const scratch = useScratchFolder();
  let fake: FakeGraph;
  let dir: string;
  let bucket: AppBucket;
  let keys: string[];
  let token: string;
  beforeAll(async () => (fake = await startFake()));
  afterAll(() => fake.stop());
  /** A product that ran with a folder, and was stopped. */
  beforeEach(async () => {
    dir = scratch(randomBytes(4).toString('hex'));
    await mkdir(dir);
    bucket = await AppBucket.make(swift());
    const app = await startTestApp({ fake, dir });
    const user = await app.users.subscriber();
    const videos = await user.upload('/api/videos', [PORTRAIT]);
    const photos = await user.upload('/api/photos', [fixture('photo.jpg')], {}, 'photos');
    keys = [videos.body.videos[0], photos.body.photos[0]]
      .map(({ file_path }) => file_path.split('?')[0])
      .sort();
    token = user.token!;
    await app.stop();
  });
  afterEach(() => bucket.link.end());

  const move = (...args: string[]) =>
    cli(dir, ['move-media', '--to', bucket.address, ...args], { env: bucket.keys });
  const folder = async () =>
    (await readdir(join(dir, 'media'), { recursive: true }))
      .filter((name) => !name.startsWith('incoming'))
      .sort();
  async function running<T>(env: Record<string, string>, work: (app: TestApp, user: Client) => Promise<T>) {
    const app = await startTestApp({ fake, dir, env });
    try {
      return await work(app, new Client(app.url, token));
    } finally {
      await app.stop();
    }
  }

  it('copies what rows name to a bucket, which the product then uses, and no longer the folder', async () => {
    const before = await folder();
    const { code, out, err } = await move();
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^2 files \(\d+ bytes\) were copied to s3:\/\/\S+; 0 were there\./);
    expect(await bucket.files()).toEqual(keys);
    expect(await folder()).toEqual(before);
    await running(bucket.env, async (app, user) => {
      const { file_path } = (await user.get('/api/videos')).body.data[0];
      const shown = await fetch(`${app.url}/storage/${file_path}`);
      expect(Buffer.from(await shown.arrayBuffer()).equals(await readFile(PORTRAIT))).toBe(true);
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
    });
    await running({}, async (_app, user) => {
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(503);
    });
  });

  it('copies beforehand while the product runs, and afterwards only what came meanwhile', async () => {
    await running({}, async (_app, user) => {
      expect((await move()).err).toMatch(/^The product runs\. Stop all its processes first/);
      expect((await move('--copy-only')).out).toMatch(/^2 files/);
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
    });
    await running({}, async (_app, user) => {
      expect((await user.get('/api/videos')).body.total).toBe(2);
    });
    const { out } = await move();
    expect(out).toMatch(/^1 files \(\d+ bytes\) were copied to \S+; 2 were there\./);
    expect(await bucket.files()).toHaveLength(3);
  });

  it.each<Record<string, string>>([{ ROLE: 'api' }, { PUBLISH_TICK_SECONDS: '60' }])(
    'switches nothing while a process runs that seldom or never beats: %j',
    async (env) => {
      await running(env, async (app) => {
        await app.running.nest.get(Database).run('UPDATE publisher_heartbeats SET beat_at = 1');
        expect(await move()).toMatchObject({
          code: 1,
          err: expect.stringMatching(/^The product runs\. .*A process uses the database/),
        });
      });
      expect((await move()).code).toBe(0);
    },
  );

  it('switches nothing when the bucket fails, and goes on where it was when it is repeated', async () => {
    let puts = 0;
    bucket.link.fate = ({ method, path }) =>
      method === 'PUT' && path.includes('/media/') && puts++ > 0
        ? { status: 403, code: 'AccessDenied' }
        : 'passes';
    const { code, err } = await move();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/cannot be used: the bucket answers 403 AccessDenied\. .*repeat the command\.$/m),
    ]);
    await running({}, async (_app, user) => {
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
    });
    bucket.link.mend();
    expect((await move()).code).toBe(0);
    expect((await bucket.files()).length).toBe(3);
  });

  function query(sql: string): void {
    const handle = new SqliteHandle(join(dir, 'pagecast.sqlite'));
    handle.pragma('foreign_keys = OFF');
    handle.exec(sql);
    handle.close();
  }

  /** A move whose last file waits. */
  async function heldMove() {
    let letGo = (): void => undefined;
    const after = new Promise<void>((resolve) => (letGo = resolve));
    let puts = 0;
    bucket.link.fate = ({ method, path }) =>
      method === 'PUT' && path.includes('/media/') && ++puts === keys.length ? { after } : 'passes';
    const ended = move();
    await eventually(
      () => Promise.resolve(puts),
      (times) => times === keys.length,
    );
    return { letGo, ended };
  }

  it.each<Record<string, string>>([{}, { ROLE: 'api' }])(
    'switches nothing when a process was started while it copied: %j',
    async (env) => {
      const { letGo, ended } = await heldMove();
      await running(env, async (_app, user) => {
        letGo();
        const { code, err } = await ended;
        expect([code, err]).toEqual([
          1,
          expect.stringMatching(/^The product runs\. .*Nothing was switched\./),
        ]);
        expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
      });
      expect((await move()).out).toMatch(/^1 files \(\d+ bytes\) were copied to \S+; 2 were there\./);
    },
  );

  it('copies what a process took that ran while it copied, and was stopped', async () => {
    query('UPDATE posts SET id = id + 100');
    const { letGo, ended } = await heldMove();
    await running({}, async (_app, user) => {
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
    });
    // Behind the rows that were looked at.
    query('UPDATE posts SET id = 1 WHERE id > 102');
    letGo();
    expect(await ended).toMatchObject({ code: 0, err: '' });
    expect(await bucket.files()).toHaveLength(3);
  });

  it('copies a file again whose size is another there', async () => {
    await move('--copy-only');
    const at = { Bucket: bucket.name, Key: `pagecast/media/${keys[0]}` };
    await swift()
      .client()
      .send(new PutObjectCommand({ ...at, Body: 'half of it' }));
    expect((await move()).out).toMatch(/^1 files/);
    expect((await move('--copy-only')).code).toBe(1);
  });

  it('names files that are in neither of them, and moves the others', async () => {
    await rm(join(dir, 'media', keys[0]!.slice(0, 2), keys[0]!));
    const { code, err } = await move();
    expect([code, err]).toEqual([0, `1 files are missing: ${keys[0]}\n`]);
    expect(await bucket.files()).toEqual([keys[1]]);
  });

  it('does nothing with a storage of another installation, or that has media of something else', async () => {
    const theirs = { Bucket: bucket.name, Key: 'pagecast/installation-id' };
    const uuid = '00000000-0000-4000-8000-000000000001';
    await swift()
      .client()
      .send(new PutObjectCommand({ ...theirs, Body: `pagecast ${uuid} ${uuid}\n` }));
    expect((await move()).err).toMatch(/belongs to another installation\. Nothing was done\.$/m);
    await swift().client().send(new DeleteObjectCommand(theirs));
    const key = `pagecast/media/${'0'.repeat(40)}.mp4`;
    await swift()
      .client()
      .send(new PutObjectCommand({ ...theirs, Key: key, Body: 'x' }));
    expect((await move()).err).toMatch(/has media of something else in it\. Nothing was done\.$/m);
    const own = await cli(dir, ['move-media', '--to', `file:${join(dir, 'media')}`]);
    expect(own.err).toMatch(/is the storage that is used now\. Nothing was done\.$/m);
  });

  it('brings them back into a folder', async () => {
    await move();
    const back = join(dir, 'again');
    const env = { ...bucket.env };
    const { code, err } = await cli(dir, ['move-media', '--to', `file:${back}`], { env });
    expect([code, err]).toEqual([0, '']);
    await writeFile(join(dir, 'note'), '');
    await running({ STORAGE_URL: `file:${back}` }, async (_app, user) => {
      expect((await user.upload('/api/videos', [PORTRAIT])).status).toBe(201);
    });
  });

  it('says what is wrong with an address, and nothing of keys', async () => {
    const { code, err } = await cli(dir, ['move-media', '--to', 's3://AKID:hunter2@media?region=x']);
    expect([code, err]).toEqual([1, expect.stringMatching(/^--to: must be without keys in it/)]);
    expect(err).not.toContain('hunter2');
  });
});

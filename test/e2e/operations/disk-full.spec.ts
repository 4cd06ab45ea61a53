import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { LEASE_MS } from '../../../backend/accounts/turns/account-turns';
import { startTestApp, type TestApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture, paddedVideo } from '../../support/media';
import { PATIENCE_MS } from '../../support/patience';
import { nowToPost } from '../../support/post-times';
import { SmallDisk } from '../../support/small-disk';
import { tusOf } from '../../support/tus';

// A lease lasts thirty seconds.
jest.setTimeout(120_000);

const MEGABYTE = 1024 * 1024;

let disk: SmallDisk | undefined;
let scratch: string;
let app: TestApp;
let user: Client;
beforeAll(async () => {
  disk = await SmallDisk.make(24);
  if (!disk) return;
  scratch = await mkdtemp(join(tmpdir(), 'pagecast-full-'));
  app = await startTestApp({ dir: disk.path });
  user = await app.users.subscriber({ connected: true });
});
afterAll(async () => {
  if (!disk) return;
  await app.end();
  await app.fake.stop();
  await eventually(disk.held, (paths) => paths.length === 0);
  await disk.remove();
  await rm(scratch, { recursive: true });
});
afterEach(() => disk?.empty());

const filesKept = async () =>
  (await readdir(join(app.dir), { recursive: true })).filter((name) =>
    /\.(mp4|part)$|incoming\/[^/]+\/./.test(name),
  );
const usage = async () => {
  const { submissions, storage } = (await user.get('/api/user/subscription')).body;
  return [submissions.used, storage.used];
};
const freeBytes = async () => {
  const { bavail, bsize } = await statfs(app.dir);
  return bavail * bsize;
};
const databaseOf = async () => (await app.client.get('/health/ready')).body.database;
const isSound = async () =>
  (await app.running.nest.get(Database).rows<{ integrity_check: string }>('PRAGMA integrity_check'))[0]
    ?.integrity_check;

/** On a machine where nobody may mount there is no disk to fill. */
const onSmallDisk = (name: string, work: (full: SmallDisk) => Promise<void>) =>
  it(name, async () => {
    if (disk) await work(disk);
    else console.warn(`not tested, for want of the right to mount: ${name}`);
  });

describe('a disk that is full', () => {
  onSmallDisk('in the middle of an upload: a 507 that says so, and nothing of it is left', async (full) => {
    const video = await paddedVideo(join(scratch, 'long.mp4'), 8 * MEGABYTE);
    const before = [await usage(), await filesKept()];
    await full.fill(2 * MEGABYTE);
    const { status, body } = await user.upload('/api/videos', [video]);
    expect([status, body.error]).toEqual([507, 'insufficient_storage']);
    expect(body.message).toMatch(/\S/);
    await eventually(
      async () => JSON.stringify([await usage(), await filesKept()]),
      (after) => after === JSON.stringify(before),
    );
    const list = await user.get('/api/videos');
    expect([list.status, list.body.total]).toEqual([200, 0]);

    await full.empty();
    expect((await user.upload('/api/videos', [video])).status).toBe(201);
  });

  onSmallDisk('in the middle of a resumable upload: room for the database is left', async (full) => {
    const bytes = Buffer.alloc(8 * MEGABYTE);
    const tus = tusOf(user);
    await full.fill(2 * MEGABYTE);
    const path = await tus.begin(bytes.length);
    const { status, body } = await tus.piece(path, 0, bytes);
    expect([status, body.error]).toEqual([507, 'insufficient_storage']);
    expect(await freeBytes()).toBeGreaterThan(MEGABYTE);
    const written = await user.post('/api/captions', { content: 'Still writing' });
    expect(written.status).toBe(201);
    await user.delete(`/api/captions/${written.body.id}`);

    await full.empty();
    const offset = Number((await tus.offsetOf(path)).headers.get('upload-offset'));
    expect((await tus.piece(path, offset, bytes.subarray(offset))).status).toBe(204);
  });

  onSmallDisk('before a resumable upload: it takes no bytes, and can be cancelled', async (full) => {
    const tus = tusOf(user);
    const path = await tus.begin(1000);
    const before = await usage();
    await full.fill(MEGABYTE);
    for (const [answer, kept] of [
      [await tus.piece(path, 0, Buffer.alloc(1000)), 'What has arrived is kept'],
      [await tus.create(MEGABYTE), 'Nothing was stored'],
    ] as const)
      expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining(`${kept};`)]);
    expect(await usage()).toEqual(before);
    expect((await tus.send('DELETE', path)).status).toBe(204);
  });

  onSmallDisk(
    'that a row does not fit on: a 507, readiness says so, reads go on, and writes as soon as there is room',
    async (full) => {
      expect((await user.post('/api/captions', { content: 'Before' })).status).toBe(201);
      await full.fill(0);
      const answers = [];
      // The log of the database takes some more before it has to grow.
      for (let n = 0; n < 1500 && answers.at(-1)?.status !== 507; n++)
        answers.push(await user.post('/api/captions', { content: `${n} ${'x'.repeat(2000)}` }));
      expect([answers.at(-1)?.status, answers.at(-1)?.body.error]).toEqual([507, 'insufficient_storage']);
      await eventually(databaseOf, (state) => state === 'full');
      const stored = (await user.get('/api/captions')).body;
      const taken = answers.filter(({ status }) => status === 201).length;
      expect([stored.length, stored.at(-1).content]).toEqual([taken + 1, 'Before']);
      await full.empty();
      expect((await user.post('/api/captions', { content: 'After' })).status).toBe(201);
      await eventually(databaseOf, (state) => state === 'up');
      expect(await isSound()).toBe('ok');
    },
  );

  onSmallDisk('holds up no post that is due already for longer than it lasts', async (full) => {
    const at = (await nowToPost(2_000)).toISOString();
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], {
      titles: ['Kept going'],
      scheduled_for: [at],
    });
    await full.fill(0);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await full.empty();
    // What it could not note has run out with its lease at the latest. Not by calls: a user has six hundred a minute.
    const { id } = body.videos[0];
    const db = app.running.nest.get(Database);
    await eventually(
      () => db.row<{ status: string }>('SELECT status FROM posts WHERE id = ?', [id]),
      (row) => row?.status === 'published',
      LEASE_MS + 2 * PATIENCE_MS,
    );
    expect((await user.get(`/api/videos/${id}`)).body.upload_error).toBeNull();
    expect(app.fake.published().filter(({ title }) => title === 'Kept going')).toHaveLength(1);
    expect(app.fake.violations()).toEqual([]);
  });
});

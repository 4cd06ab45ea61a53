import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { Housekeeping } from '../../../backend/publishing/housekeeping/housekeeping';
import { MediaRetention } from '../../../backend/publishing/housekeeping/media-retention';
import { QuotaRecount } from '../../../backend/publishing/housekeeping/quota-recount';
import { startTestApp, type TestApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { signedInUntil } from '../../support/long-session';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';

const DAY = 86_400_000;

const storage = async (user: Client) => (await user.get('/api/user/subscription')).body.storage.used;
const item = async (user: Client, id: number) => (await user.get(`/api/videos/${id}`)).body;

async function filesIn(dir: string): Promise<number> {
  const entries = await readdir(join(dir, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== 'installation-id').length;
}

/** With a session that outlives the test's days. */
async function subscriber(app: TestApp, { connect = true } = {}): Promise<Client> {
  const user = await app.users.subscriber({ connected: connect });
  return signedInUntil(Date.now() + 29 * DAY, app, user);
}

async function publish(user: Client, aheadMs = 0): Promise<number> {
  const at = await nowToPost(aheadMs);
  const form = { titles: ['goes out'], scheduled_for: [at.toISOString()] };
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], form);
  const { id } = body.videos[0];
  await eventually(
    () => item(user, id),
    ({ status }) => status === 'published',
  );
  return id;
}

describe.each([
  ['the default', {}, 7],
  ['two days', { MEDIA_RETENTION_DAYS: '2' }, 2],
])('MEDIA_RETENTION_DAYS, %s', (_, env, days) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env });
  });
  afterAll(() => app.end());

  const endRetention = () => app.running.nest.get(MediaRetention).run();

  it('lets go of the bytes of what was published so long ago, and of nothing else', async () => {
    const user = await subscriber(app);
    const waiting = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['stays'] });
    const { size_bytes: size, id: pending } = waiting.body.videos[0];
    // Days ahead, automatic posting would take up what has no time, and hold the page for as long.
    await user.put(`/api/posts/${pending}`, { draft: 1 });
    const id = await publish(user);
    const { file_path } = await item(user, id);
    expect([await storage(user), await filesIn(app.dir)]).toEqual([2 * size, 2]);

    app.clock.ahead = days * DAY - 60_000;
    await endRetention();
    expect([await storage(user), await filesIn(app.dir)]).toEqual([2 * size, 2]);

    app.clock.ahead = days * DAY + 60_000;
    await endRetention();
    expect([await storage(user), await filesIn(app.dir)]).toEqual([size, 1]);
    expect(await item(user, id)).toMatchObject({
      status: 'published',
      title: 'goes out',
      file_path: null,
      permalink: expect.any(String),
      attempts: expect.arrayContaining([expect.objectContaining({ outcome: 'done' })]),
    });
    expect((await item(user, pending)).file_path).toMatch(/\.mp4/);
    expect((await fetch(`${app.url}/storage/${file_path}`)).status).not.toBe(200);

    await endRetention();
    await app.running.nest.get(QuotaRecount).run();
    expect([await storage(user), await filesIn(app.dir)]).toEqual([size, 1]);
    app.clock.reset();
  });

  it('lets go of the bytes of what failed so long ago, but not of what was brought back', async () => {
    app.clock.reset();
    // Days ahead, automatic posting would take up what has no time: here it has nowhere to post to.
    const user = await subscriber(app, { connect: false });
    const form = { titles: ['lost', 'kept'] };
    const files = [fixture('portrait.mp4'), fixture('portrait.mp4')];
    const { body } = await user.upload('/api/videos', files, form);
    const [lost, kept] = body.videos.map(({ id }: any) => id);
    const db = app.running.nest.get(Database);
    await db.run("UPDATE posts SET status = 'failed', failed_at = ?, idle_since = ? WHERE id IN (?, ?)", [
      Date.now(),
      Date.now(),
      lost,
      kept,
    ]);
    await user.post(`/api/videos/${kept}/retry`, { unscheduled: 1 });
    app.clock.ahead = days * DAY - 60_000;
    await endRetention();
    expect((await item(user, lost)).file_path).toMatch(/\.mp4/);
    app.clock.ahead = days * DAY + 60_000;
    await endRetention();
    expect([(await item(user, lost)).file_path, (await item(user, kept)).status]).toEqual([null, 'pending']);
    expect((await item(user, kept)).file_path).toMatch(/\.mp4/);
    await app.running.nest.get(QuotaRecount).run();
    expect(await storage(user)).toBe((await item(user, kept)).size_bytes);
    app.clock.reset();
  });

  it('counts from the publication, whoever the item belongs to', async () => {
    app.clock.reset();
    const [first, second] = [await subscriber(app), await subscriber(app)];
    const ids = [await publish(first)];
    app.clock.ahead = (days - 1) * DAY;
    ids.push(await publish(second, app.clock.ahead));
    app.clock.ahead = days * DAY + 60_000;
    await endRetention();
    expect((await item(first, ids[0]!)).file_path).toBeNull();
    expect((await item(second, ids[1]!)).file_path).toMatch(/\.mp4/);
    expect([await storage(first), (await storage(second)) > 0]).toEqual([0, true]);
  });
});

describe('MEDIA_RETENTION_DAYS=0', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startTestApp({ env: { MEDIA_RETENTION_DAYS: '0' } })));
  afterAll(() => app.end());

  it('keeps the media', async () => {
    const user = await subscriber(app);
    const id = await publish(user);
    app.running.nest.get(Clock).now = () => Date.now() + 25 * DAY;
    await app.running.nest.get(Housekeeping).tidy();
    expect((await item(user, id)).file_path).toMatch(/\.mp4/);
    expect(await filesIn(app.dir)).toBe(1);
    expect(await storage(user)).toBeGreaterThan(0);
  });
});

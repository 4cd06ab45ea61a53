import { Database } from '../../../backend/database/database';
import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const HOUR = 3_600_000;

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
});
afterEach(() => harness.end());

describe('a transfer in windows', () => {
  it('costs no try when it loses every window once', async () => {
    for (let nth = 1; nth < 40; nth += 2)
      harness.fake.fault({ on: 'videos.transfer', nth, do: { cut: 'after' } });
    const id = await harness.post(account, 'Window by window', { of: 'long.mp4', bytes: 120_000 });
    await harness.untilIdle(id);
    expect((await harness.row(id)).tries).toBe(0);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('does not use up its tries when it gets on in each', async () => {
    // The first of every four transfers goes through.
    for (let nth = 1; nth < 60; nth++)
      if (nth % 4 !== 1) harness.fake.fault({ on: 'videos.transfer', nth, do: metaError(2, null, 'Later') });
    const id = await harness.post(account, 'Slowly', { of: 'long.mp4', bytes: 240_000 });
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, 'videos.start', 'videos.finish')).toEqual([1, 1]);
    expect(harness.fake.violations()).toEqual([]);
  });
});

describe('a reel that is refused with a number nobody knows', () => {
  const unknown = metaError(99_123, 99_456, 'You cannot publish any more reels');
  const publishedBefore = async (count: number, ago: number) => {
    const db = harness.app.running.nest.get(Database);
    for (let n = 0; n < count; n++)
      await db.run(
        `INSERT INTO posts (user_id, account_id, kind, network, format, title, status, published_at, size_bytes, width, height, created_at)
         SELECT user_id, id, 'video', 'facebook', 'reel', 'Before', 'published', ?, 0, 1, 1, 1 FROM accounts WHERE user_id = ? AND network = 'facebook'`,
        [harness.now() - ago, account.client.user.id],
      );
  };

  it('waits until the first of thirty within a day is a day old', async () => {
    await publishedBefore(30, 20 * HOUR);
    harness.fake.fault({ on: 'reels.start', do: unknown });
    const id = await harness.post(account, 'The 31st');
    await harness.untilIdle(id);
    const { status, paused_reason, resumes_at } = await harness.row(id);
    expect([status, paused_reason]).toEqual(['pending', expect.stringContaining('30 reels in 24 hours')]);
    const wait = (resumes_at ?? 0) - harness.now();
    expect(Math.abs(wait - 4 * HOUR)).toBeLessThan(60_000);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
  });

  it('has failed when there were fewer', async () => {
    await publishedBefore(29, HOUR);
    await publishedBefore(5, 25 * HOUR);
    harness.fake.fault({ on: 'reels.start', do: unknown });
    const id = await harness.post(account, 'The 30th');
    expect(await harness.runToEnd(account, id)).toMatchObject({
      status: 'failed',
      upload_error: expect.stringContaining('(Meta error 99123/99456)'),
    });
  });
});

describe('a wait that Meta asks for', () => {
  it('is believed for a day at most', async () => {
    const headers = { 'retry-after': '999999999' };
    harness.fake.fault({ on: 'reels.start', do: { status: 429, headers, body: {} } });
    const id = await harness.post(account, 'Until 2058');
    await harness.untilIdle(id);
    const { resumes_at } = await harness.row(id);
    expect((resumes_at ?? 0) - harness.now()).toBeLessThanOrEqual(24 * HOUR);
    expect((resumes_at ?? 0) - harness.now()).toBeGreaterThan(23 * HOUR);
  });

  it('ends when the user reconnects', async () => {
    harness.fake.fault({
      on: 'reels.start',
      do: { status: 429, headers: { 'retry-after': '7200' }, body: {} },
    });
    const id = await harness.post(account, 'Reconnected');
    await harness.untilIdle(id);
    await harness.connect(account);
    const before = harness.now();
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(harness.now() - before).toBeLessThan(HOUR);
  });
});

describe('a quota that Instagram names in its answer to the public call', () => {
  const quota = metaError(9, 2207042, 'You reached the maximum number of posts.', {
    headers: { 'retry-after': '7200' },
  });
  const path = '/api/instagram/videos' as const;
  const untilPaused = async (id: number) => {
    for (;;) {
      const row = await harness.untilIdle(id);
      if (row.paused_reason !== null || row.due_at === null) return row;
      harness.forward(row.due_at - harness.now() + 1);
    }
  };

  beforeEach(async () => {
    account = await harness.addUser({ instagram: true });
  });

  it('leaves the post to its user while the account waits, and it goes out once', async () => {
    harness.fake.fault({ on: 'ig.publish', do: quota });
    const kept = await harness.post(account, 'Kept', { path });
    const { status, resumes_at } = await untilPaused(kept);
    expect([status, (resumes_at ?? 0) - harness.now() > HOUR]).toEqual(['pending', true]);
    const { client, page } = account;
    const scheduled_for = new Date(harness.now() + 26 * HOUR).toISOString();
    expect((await client.put(`/api/posts/${kept}/reschedule`, { scheduled_for })).status).toBe(200);
    expect(await harness.runToEnd(account, kept)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(page, 'ig.publish')).toEqual([2]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('lets the post be deleted, and the account be disconnected', async () => {
    harness.fake.fault({ on: 'ig.publish', do: quota, times: 2 });
    const [one, other] = [
      await harness.post(account, 'Deleted', { path }),
      await harness.post(account, 'Left behind', { path }),
    ];
    await untilPaused(one);
    const { client } = account;
    expect((await client.delete(`/api/posts/${one}`)).status).toBe(200);
    harness.forward(3 * HOUR);
    await untilPaused(other);
    expect((await client.put('/api/user/facebook-settings', { page_id: '' })).status).toBe(200);
    expect(harness.fake.published()).toEqual([]);
  });

  it('is waited for, and says nothing of the first call, when a repeated call meets it', async () => {
    harness.fake.fault({ on: 'ig.publish', do: { cut: 'before' } });
    harness.fake.fault({ on: 'ig.publish', nth: 2, do: quota });
    const id = await harness.post(account, 'Once', { path });
    const { status, resumes_at } = await untilPaused(id);
    expect([status, (resumes_at ?? 0) - harness.now() > HOUR]).toEqual(['scheduled', true]);
    expect((await account.client.delete(`/api/posts/${id}`)).status).toBe(409);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(harness.calls(account.page, 'ig.publish')).toEqual([3]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });
});

describe('the limit that all accounts of an app share', () => {
  const APP = { id: '123456789012345', secret: 'the-secret-of-the-app' };
  const settled = async (id: number) => {
    await harness.untilIdle(id);
    const { status, paused_reason, resumes_at } = await harness.row(id);
    return { status, paused_reason, minutes: Math.round(((resumes_at ?? 0) - harness.now()) / 60_000) };
  };

  beforeEach(async () => {
    await harness.end();
    harness = await PublishingHarness.start({
      env: { META_APP_ID: APP.id, META_APP_SECRET: APP.secret },
      graph: { app: APP },
    });
    account = await harness.addUser();
  });

  it.each([
    ['a refusal', metaError(4, null, 'Application request limit reached')],
    ['a good answer that says that it was the last', { headers: { 'x-app-usage': '{"call_count":100}' } }],
  ])('is learnt by one of them for the others: %s', async (_name, fault) => {
    const other = await harness.addUser();
    for (const on of ['reels.start', 'reels.bytes', 'reels.finish', 'video.status'])
      harness.fake.fault({ on, page: account.page.id, times: 99, do: fault });
    const first = await harness.post(account, 'Meets the limit');
    await settled(first);
    harness.fake.clearFaults();

    const second = await harness.post(other, 'Is not tried');
    expect(await settled(second)).toMatchObject({
      status: 'pending',
      paused_reason: 'Meta allows no more calls for now: what it allows in an hour is used up.',
      minutes: 15,
    });
    expect(harness.calls(other.page, 'reels.start')).toEqual([0]);

    expect((await harness.runToEnd(account, first)).status).toBe('published');
    expect((await harness.runToEnd(other, second)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([2, []]);
  });
});

describe('a post without a time that was given its turn when the plan ended', () => {
  it('goes back into the queue, and is not posted months later all at once', async () => {
    const db = harness.app.running.nest.get(Database);
    const id = await harness.post(account, 'Left over', { at: null });
    await db.run('UPDATE subscriptions SET expires_at = ? WHERE user_id = ?', [
      harness.now(),
      account.client.user.id,
    ]);
    await db.run('UPDATE posts SET due_at = ? WHERE id = ?', [harness.now(), id]);
    harness.forward(25 * HOUR);
    for (let n = 0; n < 200 && (await harness.row(id)).due_at !== null; n++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await harness.row(id)).toMatchObject({ status: 'pending', due_at: null });
    expect(harness.fake.published()).toEqual([]);
  });
});

import { Database } from '../../../backend/database/database';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
});
afterEach(() => harness.end());

/** The user saves another page as soon as the public call has been made. */
function movesAfterFinish(): ConnectedUser {
  const next = { client: account.client, page: harness.addPage() };
  const forget = harness.fake.onEffect('reels.finish', async () => {
    forget();
    await harness.connect(next);
  });
  return next;
}

const kept = (id: number) =>
  harness.app.running.nest
    .get(Database)
    .row('SELECT intent_account, intent_token FROM posts WHERE id = ?', [id]);

describe('a post whose public call was made when its user saved another page', () => {
  it('is read back on the page where it was begun, with the token of then', async () => {
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    const next = movesAfterFinish();
    const id = await harness.post(account, 'Begun here');
    expect(await harness.runToEnd(account, id)).toMatchObject({
      status: 'published',
      upload_error: null,
      permalink: expect.stringContaining('facebook.com'),
    });
    expect(harness.fake.published()).toMatchObject([{ pageId: account.page.id }]);
    expect(await kept(id)).toEqual({ intent_account: null, intent_token: null });
    const after = await harness.post(next, 'Begun there');
    expect((await harness.runToEnd(next, after)).status).toBe('published');
    expect(harness.fake.published().at(-1)).toMatchObject({ pageId: next.page.id });
    expect(harness.fake.violations()).toEqual([]);
  });

  it('is finished there when nothing came of it', async () => {
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'before' } });
    const next = { client: account.client, page: harness.addPage() };
    const forget = harness.fake.onCall('reels.finish', async () => {
      forget();
      await harness.connect(next);
    });
    const id = await harness.post(account, 'Finished here');
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(harness.fake.published()).toMatchObject([{ pageId: account.page.id }]);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('is published there when it was accepted, though the old token is gone; it offers no retry', async () => {
    harness.fake.fault({ on: 'reels.bytes', do: { stuckProcessing: 60_000 } });
    const next = movesAfterFinish();
    const id = await harness.post(account, 'Accepted');
    await harness.fake.waitForCall('reels.finish');
    await harness.untilIdle(id);
    harness.fake.revoke(account.page.token);
    const item = await harness.runToEnd(next, id);
    expect(item).toMatchObject({ status: 'published', upload_error: null, permalink: null });
    expect(item.attempts.at(-1).message).toMatch(/published on the account that was connected before/);
    expect((await account.client.post(`/api/videos/${id}/retry`)).status).toBe(409);
    expect((await account.client.get('/api/user/connection')).body.facebook.status).toBe('connected');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('waits as long as its own page says, and the new page does not wait with it', async () => {
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    const next = movesAfterFinish();
    // The first reading is made before finish.
    harness.fake.fault({ on: 'video.status', nth: 2, do: { cut: 'before' } });
    harness.fake.fault({
      on: 'video.status',
      nth: 3,
      do: { status: 429, headers: { 'retry-after': '600' }, body: {} },
    });
    const id = await harness.post(account, 'Waits');
    await harness.untilIdle(id);
    harness.forward(6_000);
    const { status, due_at } = await harness.untilIdle(id);
    expect([status, (due_at ?? 0) - harness.now() > 500_000]).toEqual(['uploaded', true]);
    const other = await harness.post(next, 'Passes');
    expect((await harness.runToEnd(next, other)).status).toBe('published');
    expect((await harness.runToEnd(next, id)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([2, []]);
  });
});

describe('a post that was on its way when its user saved another page', () => {
  it('starts anew there, and nothing of it appears on the first', async () => {
    const next = { client: account.client, page: harness.addPage() };
    const forget = harness.fake.onEffect('reels.bytes', async () => {
      forget();
      await harness.connect(next);
    });
    const id = await harness.post(account, 'Moved');
    expect((await harness.runToEnd(next, id)).status).toBe('published');
    expect(harness.fake.published()).toMatchObject([{ pageId: next.page.id }]);
    expect(harness.calls(account.page, 'reels.finish')).toEqual([0]);
    expect(harness.fake.violations()).toEqual([]);
  });
});

describe('two users on one page', () => {
  it('have one publication at a time', async () => {
    const other = { client: await harness.app.client.register(), page: account.page };
    await harness.app.users.grant(other.client, 2);
    await harness.connect(other);
    let most = 0;
    const open = new Set<string>();
    harness.fake.onCall('reels.start', () => void (most = Math.max(most, open.add(String(open.size)).size)));
    harness.fake.onEffect('reels.finish', () => open.clear());
    harness.fake.fault({ on: 'reels.bytes', times: 9, do: { delayMs: 150 } });
    const at = harness.nowToPost(1500);
    const ids = await Promise.all(
      [account, other, account, other].map((each, n) => harness.post(each, `Post ${n}`, { at })),
    );
    for (const [n, id] of ids.entries())
      expect((await harness.runToEnd(n % 2 ? other : account, id)).status).toBe('published');
    expect([most, harness.fake.published().length, harness.fake.violations()]).toEqual([1, 4, []]);
  });
});

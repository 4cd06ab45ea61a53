import { Database } from '../../backend/database/database';
import { Scene, type Account } from '../support/scene';

let scene: Scene;
let account: Account;
beforeEach(async () => {
  scene = await Scene.start();
  account = await scene.account();
});
afterEach(() => scene.end());

/** The user saves another page as soon as the public call has been made. */
function movesAfterFinish(): Account {
  const next = { client: account.client, page: scene.addPage() };
  const forget = scene.fake.onEffect('reels.finish', async () => {
    forget();
    await scene.connect(next);
  });
  return next;
}

const kept = (id: number) =>
  scene.app.running.nest
    .get(Database)
    .row('SELECT intent_account, intent_token FROM posts WHERE id = ?', [id]);

describe('a post whose public call was made when its user saved another page', () => {
  it('is read back on the page where it was begun, with the token of then', async () => {
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    const next = movesAfterFinish();
    const id = await scene.post(account, 'Begun here');
    expect(await scene.play(account, id)).toMatchObject({
      status: 'published',
      upload_error: null,
      permalink: expect.stringContaining('facebook.com'),
    });
    expect(scene.fake.published()).toMatchObject([{ pageId: account.page.id }]);
    expect(await kept(id)).toEqual({ intent_account: null, intent_token: null });
    const after = await scene.post(next, 'Begun there');
    expect((await scene.play(next, after)).status).toBe('published');
    expect(scene.fake.published().at(-1)).toMatchObject({ pageId: next.page.id });
    expect(scene.fake.violations()).toEqual([]);
  });

  it('is finished there when nothing came of it', async () => {
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'before' } });
    const next = { client: account.client, page: scene.addPage() };
    const forget = scene.fake.onCall('reels.finish', async () => {
      forget();
      await scene.connect(next);
    });
    const id = await scene.post(account, 'Finished here');
    expect((await scene.play(account, id)).status).toBe('published');
    expect(scene.fake.published()).toMatchObject([{ pageId: account.page.id }]);
    expect(scene.fake.violations()).toEqual([]);
  });

  it('is published there when it was accepted, though the old token is gone; it offers no retry', async () => {
    scene.fake.fault({ on: 'reels.bytes', do: { stuckProcessing: 60_000 } });
    const next = movesAfterFinish();
    const id = await scene.post(account, 'Accepted');
    await scene.fake.waitForCall('reels.finish');
    await scene.rest(id);
    scene.fake.revoke(account.page.token);
    const item = await scene.play(next, id);
    expect(item).toMatchObject({ status: 'published', upload_error: null, permalink: null });
    expect(item.attempts.at(-1).message).toMatch(/published on the account that was connected before/);
    expect((await account.client.post(`/api/videos/${id}/retry`)).status).toBe(409);
    expect((await account.client.get('/api/user/connection')).body.facebook.status).toBe('connected');
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });

  it('waits as long as its own page says, and the new page does not wait with it', async () => {
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    const next = movesAfterFinish();
    scene.fake.fault({ on: 'video.status', do: { cut: 'before' } });
    scene.fake.fault({
      on: 'video.status',
      nth: 2,
      do: { status: 429, headers: { 'retry-after': '600' }, body: {} },
    });
    const id = await scene.post(account, 'Waits');
    await scene.rest(id);
    scene.forward(6_000);
    const { status, due_at } = await scene.rest(id);
    expect([status, (due_at ?? 0) - scene.now() > 500_000]).toEqual(['uploaded', true]);
    const other = await scene.post(next, 'Passes');
    expect((await scene.play(next, other)).status).toBe('published');
    expect((await scene.play(next, id)).status).toBe('published');
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([2, []]);
  });
});

describe('a post that was on its way when its user saved another page', () => {
  it('starts anew there, and nothing of it appears on the first', async () => {
    const next = { client: account.client, page: scene.addPage() };
    const forget = scene.fake.onEffect('reels.bytes', async () => {
      forget();
      await scene.connect(next);
    });
    const id = await scene.post(account, 'Moved');
    expect((await scene.play(next, id)).status).toBe('published');
    expect(scene.fake.published()).toMatchObject([{ pageId: next.page.id }]);
    expect(scene.calls(account.page, 'reels.finish')).toEqual([0]);
    expect(scene.fake.violations()).toEqual([]);
  });
});

describe('two users on one page', () => {
  it('have one publication at a time', async () => {
    const other = { client: await scene.app.client.register(), page: account.page };
    await scene.grant(other.client, 2);
    await scene.connect(other);
    let most = 0;
    const open = new Set<string>();
    scene.fake.onCall('reels.start', () => void (most = Math.max(most, open.add(String(open.size)).size)));
    scene.fake.onEffect('reels.finish', () => open.clear());
    scene.fake.fault({ on: 'reels.bytes', times: 9, do: { delayMs: 150 } });
    const at = scene.nowToPost(1500);
    const ids = await Promise.all(
      [account, other, account, other].map((each, n) => scene.post(each, `Post ${n}`, { at })),
    );
    for (const [n, id] of ids.entries())
      expect((await scene.play(n % 2 ? other : account, id)).status).toBe('published');
    expect([most, scene.fake.published().length, scene.fake.violations()]).toEqual([1, 4, []]);
  });
});

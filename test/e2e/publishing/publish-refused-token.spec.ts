import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
let account: ConnectedUser;
afterEach(() => harness.end());

async function begin(env: Record<string, string> = {}): Promise<void> {
  harness = await PublishingHarness.start({ env });
  account = await harness.addUser();
}

const connection = async () => (await account.client.get('/api/user/connection')).body.facebook;
const callsOfPublishing = () =>
  harness.fake.history().filter(({ name }) => /^(reels|videos|video)\./.test(name));

describe('an account whose token the network refuses', () => {
  it('is paused with the reason; its items keep their place and go out in order after reconnecting', async () => {
    await begin();
    const { client, page } = account;
    const at = harness.nowToPost(60_000);
    const [first, second] = [
      await harness.post(account, 'First', { at }),
      await harness.post(account, 'Second', { at: new Date(at.getTime() + 1) }),
    ];
    harness.fake.revoke(page.token, 463, 'Error validating access token: Session has expired.');
    harness.forward(61_000);
    expect(await harness.runToEnd(account, first)).toMatchObject({
      status: 'pending',
      scheduled_for: at.toISOString(),
      upload_error: null,
    });
    expect(await connection()).toMatchObject({
      status: 'paused',
      paused_reason:
        'Your access token has ended. Save a new one. Meta’s words: Error validating access token: Session has expired.',
      resumes_at: null,
    });
    await harness.passHours(second, 5);
    expect(await harness.item(account, second)).toMatchObject({ status: 'pending', attempts: [] });
    expect(callsOfPublishing().length).toBe(1);
    expect(await harness.tasksUsed(account)).toBe(2);

    harness.fake.restore(page.token);
    await harness.connect(account);
    for (const id of [first, second])
      expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['First', 'Second']);
    expect([harness.fake.violations(), await harness.tasksUsed(account)]).toEqual([[], 0]);
    expect((await client.get('/api/user/connection')).body.facebook.status).toBe('connected');
  });

  it('lets the user edit the post when it is refused in the middle of a session', async () => {
    await begin();
    const { client, page } = account;
    const forget = harness.fake.onEffect('reels.start', () => {
      forget();
      harness.fake.revoke(page.token, 460);
    });
    const id = await harness.post(account, 'Old words');
    expect((await harness.runToEnd(account, id)).status).toBe('pending');
    const edited = await client.put(`/api/videos/${id}`, { title: 'New words', description: 'New text' });
    expect(edited.status).toBe(200);
    harness.fake.restore(page.token);
    await harness.connect(account);
    expect(await harness.runToEnd(account, id)).toMatchObject({
      status: 'published',
      posted_text: 'New text',
    });
    expect(harness.fake.published()).toMatchObject([{ title: 'New words', caption: 'New text' }]);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('makes one more public call after reconnecting when the first was not accepted', async () => {
    await begin();
    const { page } = account;
    harness.fake.onEffect('reels.bytes', () => harness.fake.revoke(page.token, 467));
    const id = await harness.post(account, 'At finish');
    expect((await harness.runToEnd(account, id)).status).toBe('pending');
    harness.fake.restore(page.token);
    await harness.connect(account);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(harness.calls(page, 'reels.start', 'reels.bytes', 'reels.finish')).toEqual([1, 1, 2]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('reads the post back after reconnecting when its outcome is in doubt, and lets nobody change it before', async () => {
    await begin();
    const { client, page } = account;
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    harness.fake.onEffect('reels.finish', () => harness.fake.revoke(page.token, 463));
    const id = await harness.post(account, 'In doubt');
    const item = await harness.runToEnd(account, id);
    expect(['scheduled', 'uploaded']).toContain(item.status);
    expect((await client.delete(`/api/videos/${id}`)).status).toBe(409);
    expect((await client.put(`/api/videos/${id}/reschedule`, { scheduled_for: null })).status).toBe(409);
    await harness.passHours(id, 2);
    harness.fake.restore(page.token);
    await harness.connect(account);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(harness.calls(page, 'reels.finish')).toEqual([1]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('does not hold up another account', async () => {
    await begin();
    const other = await harness.addUser();
    harness.fake.revoke(account.page.token);
    const ids = [await harness.post(account, 'Refused'), await harness.post(other, 'Fine')] as const;
    await harness.untilIdle(ids[0]);
    expect((await harness.runToEnd(other, ids[1])).status).toBe('published');
  });

  it('may be replaced by another page: what was begun on the first starts anew there', async () => {
    await begin();
    const { client, page } = account;
    harness.fake.onEffect('reels.bytes', () => harness.fake.revoke(page.token));
    const id = await harness.post(account, 'Moved');
    expect((await harness.runToEnd(account, id)).status).toBe('pending');
    const next = { client, page: harness.addPage() };
    await harness.connect(next);
    expect(await harness.runToEnd(next, id)).toMatchObject({ status: 'published' });
    expect(harness.fake.published()).toMatchObject([{ pageId: next.page.id, caption: 'Moved' }]);
    expect([harness.fake.violations(), (await connection()).status]).toEqual([[], 'connected']);
  });

  it('may be replaced by another page, but never so that what is in doubt appears twice', async () => {
    await begin();
    const { client, page } = account;
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    harness.fake.onEffect('reels.finish', () => harness.fake.revoke(page.token));
    const id = await harness.post(account, 'Somewhere');
    await harness.runToEnd(account, id);
    const next = { client, page: harness.addPage() };
    await harness.connect(next);
    const item = await harness.runToEnd(next, id);
    expect(item.status).toBe('failed');
    expect(item.upload_error).toMatch(/could not be confirmed/);
    expect((await connection()).status).toBe('connected');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../../../backend/database/database';
import { eventually, type Client } from '../../support/client';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { ADMIN } from '../../support/app';

const REEL = '/api/instagram/videos';
const MISSING = { status: 'missing', id: null };

let harness: PublishingHarness;
let account: ConnectedUser;
let admin: Client;
beforeAll(async () => {
  harness = await PublishingHarness.start();
  admin = await harness.app.client.login(ADMIN.email, ADMIN.password);
});
afterAll(() => harness.end());
beforeEach(async () => {
  account = await harness.addUser({ instagram: true });
});
afterEach(() => harness.fake.clearFaults());

const save = (settings: object) => account.client.put('/api/user/facebook-settings', settings);
const connection = async () => (await account.client.get('/api/user/connection')).body;
const status = async (id: number) => (await harness.row(id)).status;
const deleteUser = () => admin.delete(`/api/admin/users/${account.client.user.id}`);

/** What is done while that call is being answered. */
function during<T>(
  name: string,
  act: () => Promise<T>,
  when: 'onCall' | 'onEffect' = 'onEffect',
): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = harness.fake[when](name, async () => {
      forget();
      await act().then(resolve, reject);
    });
  });
}

describe('an empty page', () => {
  it('forgets token, page and Instagram account', async () => {
    expect((await save({ page_id: '' })).body).toMatchObject({
      page_id: null,
      instagram_page_id: null,
      has_access_token: false,
      access_token_last4: null,
    });
    expect(await connection()).toMatchObject({ facebook: MISSING, instagram: MISSING });
    const kept = await harness.app.running.nest.get(Database).rows(
      `SELECT access_token AS token FROM account_settings WHERE user_id = ? AND access_token IS NOT NULL
        UNION ALL SELECT COALESCE(token, given_token) FROM accounts
         WHERE user_id = ? AND (token IS NOT NULL OR given_token IS NOT NULL)`,
      [account.client.user.id, account.client.user.id],
    );
    expect(kept).toEqual([]);
    // Nothing of it is left to connect with.
    expect((await save({ page_id: account.page.id })).status).toBe(200);
    expect((await connection()).facebook).toMatchObject(MISSING);
  });

  it.each([null, '  '])('is %j as well, and the frequencies are kept', async (page_id) => {
    const { body } = await save({ page_id, upload_frequency: 77 });
    expect(body).toMatchObject({ page_id: null, has_access_token: false, upload_frequency: 77 });
  });

  it.each([
    ['the page', 'reels.bytes', '/api/videos' as const],
    ['the Instagram account', 'ig.bytes', REEL as '/api/instagram/videos'],
  ])('takes a post of %s back that is still on its way', async (_name, call, path) => {
    const left = during(call, () => save({ page_id: '' }));
    const id = await harness.post(account, `Taken back ${path}`, { path });
    expect((await left).status).toBe(200);
    await eventually(
      () => status(id),
      (now) => now === 'pending',
    );
    await pause(300);
    expect(await harness.row(id)).toMatchObject({ status: 'pending', locked_by: null });
    expect(harness.calls(account.page, 'reels.finish', 'ig.publish')).toEqual([0, 0]);
    await harness.connect(account);
    const { body } = await account.client.get(`${path}/${id}`);
    expect(body.status).not.toBe('failed');
    await eventually(
      () => status(id),
      (now) => now === 'published',
    );
    expect(harness.fake.published().filter(({ caption }) => caption === `Taken back ${path}`)).toHaveLength(
      1,
    );
  });

  it('takes back what waits for another try', async () => {
    harness.fake.fault({ on: 'reels.start', page: account.page.id, times: 9, do: { cut: 'before' } });
    const id = await harness.post(account, 'Another try');
    await harness.untilIdle(id);
    expect(await status(id)).toBe('scheduled');
    await save({ page_id: '' });
    expect(await harness.row(id)).toMatchObject({ status: 'pending', tries: 0 });
    expect((await account.client.delete(`/api/videos/${id}`)).status).toBe(200);
  });

  it.each([
    ['the page', 'reels.finish', '/api/videos' as const],
    ['the Instagram account', 'ig.publish', REEL as '/api/instagram/videos'],
  ])('is refused while a post of %s may just be going public', async (_name, call, path) => {
    const tried = during(call, async () => [await save({ page_id: '' }), await deleteUser()], 'onCall');
    const id = await harness.post(account, `Going public ${path}`, { path });
    for (const { status, body } of await tried)
      expect([status, body.error, body.message]).toEqual([
        409,
        'conflict',
        expect.stringMatching(/made public/),
      ]);
    const { client } = account;
    expect(await connection()).toMatchObject({
      facebook: { status: 'connected', id: account.page.id },
      instagram: { status: 'connected', id: account.page.igId },
    });
    expect((await client.get('/api/user')).body.has_access_token).toBe(true);
    await eventually(
      async () => {
        harness.forward(1000);
        return status(id);
      },
      (now) => now === 'published',
    );
    expect((await save({ page_id: '' })).status).toBe(200);
    expect((await deleteUser()).status).toBe(200);
  });

  it('leaves the posts of the page alone when only Instagram is disconnected', async () => {
    const left = during('reels.finish', () => save({ instagram_page_id: '' }), 'onCall');
    const id = await harness.post(account, 'Stays');
    expect((await left).status).toBe(200);
    await eventually(
      async () => {
        harness.forward(1000);
        return status(id);
      },
      (now) => now === 'published',
    );
  });
});

it('deletes a user with posts under way of which none goes public', async () => {
  const gone = during('reels.bytes', deleteUser);
  const id = await harness.post(account, 'Never public');
  expect((await gone).status).toBe(200);
  await pause(500);
  await expect(harness.row(id)).rejects.toThrow(`no post ${id}`);
  expect(harness.fake.published().map(({ caption }) => caption)).not.toContain('Never public');
  expect(harness.calls(account.page, 'reels.finish')).toEqual([0]);
});

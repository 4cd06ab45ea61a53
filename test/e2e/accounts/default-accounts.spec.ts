import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { addPage, connectPage, type PageWithInstagram } from '../../support/pages';

/**
 * What `PUT /user/facebook-settings` does for somebody with several accounts. Without a publisher, which asks the network
 * for pictures while calls are counted here.
 */
const app = useApp({ env: { ROLE: 'api' } });

let user: Client;
let first: PageWithInstagram;
let second: PageWithInstagram;
let accounts: any[];
beforeEach(async () => {
  [first, second] = [addPage(app), addPage(app)];
  user = await app.users.subscriber();
  for (const page of [first, second]) await connectPage(user, page);
  accounts = await list();
});
afterEach(() => app.fake.clearFaults());

const list = async (): Promise<any[]> => (await user.get('/api/accounts')).body;
const save = (settings: object) => user.put('/api/user/facebook-settings', settings);
const calls = () => app.fake.history().length;
const shown = async () =>
  (await list()).map(({ remote_id, is_default, pending }) => [remote_id, is_default, pending]);
const profile = async () => (await user.get('/api/user')).body;
const upload = (path = '/api/videos') => user.upload(path, [fixture('portrait.mp4')]);

describe('an id that is already another account', () => {
  it('moves the default mark, no item, and asks nobody', async () => {
    await upload();
    const before = calls();
    const { status, body } = await save({ page_id: second.id });
    expect([status, body.page_id, body.instagram_page_id]).toEqual([200, second.id, first.igId]);
    expect(body.access_token_last4).toBe(second.token.slice(-4));
    expect(calls()).toBe(before);
    expect(await shown()).toEqual([
      [first.id, 0, 1],
      [first.igId, 1, 0],
      [second.id, 1, 0],
      [second.igId, 0, 0],
    ]);
    await save({ access_token: '', page_id: first.id, instagram_page_id: second.igId });
    expect((await list()).map(({ is_default }) => is_default)).toEqual([1, 0, 0, 1]);
  });

  it('keeps its token with an empty one, and gets a given one', async () => {
    await save({ access_token: '', page_id: second.id });
    expect((await user.post(`/api/accounts/${accounts[2].id}/check`)).body.status).toBe('connected');
    await save({ page_id: first.id });
    const refused = await save({ access_token: first.token, page_id: second.id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['page_id']]);
    expect((await profile()).page_id).toBe(first.id);
    const given = { access_token: second.userToken, page_id: second.id, instagram_page_id: second.igId };
    expect((await save(given)).body).toMatchObject({
      page_id: second.id,
      instagram_page_id: second.igId,
      access_token_last4: 'body',
    });
  });

  it('leaves the Instagram account of another Page alone when a token is given', async () => {
    const { status, body } = await save({ access_token: second.token, page_id: second.id });
    expect([status, body.page_id, body.instagram_page_id]).toEqual([200, second.id, first.igId]);
    expect((await list()).every((each) => each.status === 'connected')).toBe(true);
  });

  it('gives the frequencies to the new defaults', async () => {
    await save({ page_id: second.id, upload_frequency: 7 });
    expect((await list()).map(({ upload_frequency }) => upload_frequency)).toEqual([60, 7, 7, 60]);
  });
});

describe('another id', () => {
  it('changes the default in place, and its items follow', async () => {
    const third = addPage(app);
    await upload();
    const settings = { access_token: third.token, page_id: third.id, instagram_page_id: third.igId };
    expect((await save(settings)).status).toBe(200);
    expect(await shown()).toEqual([
      [third.id, 1, 1],
      [third.igId, 1, 0],
      [second.id, 0, 0],
      [second.igId, 0, 0],
    ]);
    expect((await list()).map(({ id }) => id)).toEqual(accounts.map(({ id }) => id));
  });

  it('must belong together, as ever', async () => {
    const { status, body } = await save({ access_token: second.userToken, page_id: addPage(app).id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['instagram_page_id']]);
    expect(await list()).toEqual(accounts);
  });

  it('is within the plan if it only replaces the default, and beyond it if it adds one', async () => {
    await app.users.grant(user, await app.users.plan({ max_accounts: 2 }));
    const third = addPage(app);
    const settings = { access_token: third.token, page_id: third.id, instagram_page_id: third.igId };
    expect((await save(settings)).status).toBe(200);

    const other = await app.users.newcomer();
    await app.users.grant(other, await app.users.plan({ max_accounts: 1 }));
    const refused = await other.put('/api/user/facebook-settings', settings);
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      422,
      'account_quota_exceeded',
      'Your plan allows 1 accounts.',
    ]);
    expect((await other.get('/api/user')).body).toMatchObject({ page_id: null, has_access_token: false });
    expect(
      (await other.put('/api/user/facebook-settings', { ...settings, instagram_page_id: '' })).status,
    ).toBe(200);
  });
});

describe('an empty page', () => {
  it('removes the default pair, and the oldest accounts that remain become defaults', async () => {
    const { body } = await save({ page_id: '' });
    expect(body).toMatchObject({
      page_id: second.id,
      instagram_page_id: second.igId,
      has_access_token: true,
    });
    expect(await shown()).toEqual([
      [second.id, 1, 0],
      [second.igId, 1, 0],
    ]);
    expect((await save({ page_id: '' })).body).toMatchObject({
      page_id: null,
      instagram_page_id: null,
      has_access_token: false,
    });
  });

  it('is refused while items are pending that another account could take', async () => {
    await upload();
    await upload('/api/instagram/videos');
    const { status, body } = await save({ page_id: '', upload_frequency: 9 });
    expect([status, body]).toEqual([
      409,
      { statusCode: 409, error: 'conflict', message: expect.any(String), pending: 2 },
    ]);
    expect((await list()).map(({ upload_frequency }) => upload_frequency)).toEqual([60, 60, 60, 60]);
  });

  it('lets items wait where no other account of the network remains', async () => {
    await user.delete(`/api/accounts/${accounts[2].id}`);
    await user.delete(`/api/accounts/${accounts[3].id}`);
    await upload();
    expect((await save({ page_id: '' })).status).toBe(200);
    expect(await list()).toEqual([]);
    await connectPage(user, second);
    expect(await shown()).toEqual([
      [second.id, 1, 1],
      [second.igId, 1, 0],
    ]);
  });

  it('leaves an Instagram account whose Page was removed, when only a token is entered', async () => {
    for (const id of [0, 2, 3]) await user.delete(`/api/accounts/${accounts[id].id}`);
    await save({ access_token: second.token });
    expect(await shown()).toEqual([[first.igId, 1, 0]]);
    expect(await profile()).toMatchObject({ page_id: null, has_access_token: true });
  });
});

it('asks for a token where the one of the Page was taken back, and removes nothing', async () => {
  const lone = await app.users.subscriber();
  await connectPage(lone, first, { instagram: false });
  await app.running.nest
    .get(Database)
    .run('UPDATE accounts SET token = NULL, given_token = NULL WHERE user_id = ?', [lone.user.id]);
  const put = (settings: object) => lone.put('/api/user/facebook-settings', settings);
  const { status, body } = await put({ instagram_page_id: first.igId });
  expect([status, body.errors]).toEqual([422, { access_token: ['Enter the access token.'] }]);
  expect((await lone.get('/api/accounts')).body).toMatchObject([{ remote_id: first.id, is_default: 1 }]);
  const given = { access_token: first.token, page_id: first.id, instagram_page_id: first.igId };
  expect((await put(given)).status).toBe(200);
  expect((await lone.get('/api/accounts')).body).toMatchObject([
    { status: 'connected' },
    { status: 'connected' },
  ]);
});

it('moves the mark or changes in place, never both, when saves meet', async () => {
  const third = addPage(app, { igId: undefined });
  await Promise.all([
    save({ page_id: second.id }),
    save({ access_token: third.token, page_id: third.id, instagram_page_id: '' }),
    user.put(`/api/accounts/${accounts[2].id}`, { is_default: 1 }),
    user.put(`/api/accounts/${accounts[0].id}`, { is_default: 1 }),
  ]);
  const pages = (await list()).filter(({ network }) => network === 'facebook');
  expect(pages.filter(({ is_default }) => is_default === 1)).toHaveLength(1);
  expect(new Set(pages.map(({ remote_id }) => remote_id)).size).toBe(2);
});

import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { fixture } from '../../support/media';
import { metaError } from '../../support/fake-graph';
import { accountsOf, addPage, connectPage, withPages } from '../../support/pages';

const DEAD = 'Error validating access token: Session has expired.';

const app = useApp();
afterEach(() => {
  app.fake.clearFaults();
});

const seen = (accounts: any[]) =>
  accounts.map(({ network, remote_id, is_default }) => [network, remote_id, is_default]);

describe('POST /accounts', () => {
  it('adds a Page and its Instagram account, the first ones as defaults', async () => {
    const page = addPage(app);
    const user = await app.users.newcomer();
    const { status, body } = await connectPage(user, page);
    expect(status).toBe(201);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        network: 'facebook',
        remote_id: page.id,
        name: page.name,
        picture_path: null,
        is_default: 1,
        status: 'connected',
        verified_at: expect.stringMatching(/Z$/),
        expires_at: null,
        data_access_expires_at: null,
        paused_reason: null,
        resumes_at: null,
        page_id: null,
        upload_frequency: 60,
        photo_upload_frequency: 60,
        posting: 'frequency',
        slots: [],
        missing_permissions: [],
        pending: 0,
        next_at: null,
      },
      expect.objectContaining({
        network: 'instagram',
        remote_id: page.igId,
        name: page.igUsername,
        is_default: 1,
        page_id: page.id,
      }),
    ]);
    expect(await accountsOf(user)).toEqual(body);
    expect((await user.get('/api/user')).body).toMatchObject({
      page_id: page.id,
      instagram_page_id: page.igId,
      has_access_token: true,
      access_token_last4: page.token.slice(-4),
    });
  });

  it('adds further ones that are no defaults, with the frequencies of the settings', async () => {
    const [first, second] = [addPage(app), addPage(app)];
    const user = await app.users.newcomer();
    await connectPage(user, first);
    await user.put('/api/user/facebook-settings', { upload_frequency: 7, photo_upload_frequency: 8 });
    const { body } = await connectPage(user, second, { instagram: false });
    expect(body).toMatchObject([{ is_default: 0, upload_frequency: 7, photo_upload_frequency: 8 }]);
    expect(seen(await accountsOf(user))).toEqual([
      ['facebook', first.id, 1],
      ['instagram', first.igId, 1],
      ['facebook', second.id, 0],
    ]);
    expect((await user.get('/api/user/connection')).body.facebook.id).toBe(first.id);
  });

  it("exchanges a person's token for that of the Page", async () => {
    const page = addPage(app);
    const user = await app.users.newcomer();
    const { body } = await user.post('/api/accounts', {
      access_token: page.userToken,
      page_id: page.id,
    });
    expect(body).toMatchObject([{ status: 'connected', name: page.name }]);
    const row = await app.running.nest
      .get(Database)
      .row<{ meta_user_id: string }>('SELECT meta_user_id FROM accounts WHERE id = ?', [body[0].id]);
    expect(row?.meta_user_id).toBe(page.userId);
  });

  it('reconnects an account that there is: a new token, and no pause', async () => {
    const page = addPage(app);
    const { user, accounts } = await withPages(app, page);
    app.fake.revoke(page.token, 463, DEAD);
    const checked = await user.post(`/api/accounts/${accounts[0].id}/check`);
    expect(checked.body).toMatchObject({ status: 'paused', paused_reason: expect.stringContaining(DEAD) });
    expect((await accountsOf(user)).map(({ status }) => status)).toEqual(['paused', 'paused']);
    app.fake.restore(page.token);
    const { status, body } = await connectPage(user, page);
    expect([status, seen(body)]).toEqual([201, seen(accounts)]);
    expect(body.map(({ id }: any) => id)).toEqual(accounts.map(({ id }) => id));
    expect(await accountsOf(user)).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
  });

  it('refuses what the network refuses, and stores nothing', async () => {
    const [page, other] = [addPage(app), addPage(app, { userId: '7700000000098', userToken: 'EAAB_other' })];
    const user = await app.users.newcomer();
    for (const [given, field] of [
      [{ access_token: 'EAAB_unknown', page_id: page.id }, 'access_token'],
      [{ access_token: page.token, page_id: other.id }, 'page_id'],
      [{ access_token: page.token, page_id: page.id, instagram_page_id: other.igId }, 'instagram_page_id'],
      [{ access_token: '', page_id: page.id }, 'access_token'],
      [{ access_token: page.token }, 'page_id'],
      [{ access_token: page.token, page_id: 'x' }, 'page_id'],
    ] as const) {
      const { status, body } = await user.post('/api/accounts', given);
      expect([given, status, Object.keys(body.errors)]).toEqual([given, 422, [field]]);
    }
    expect(await accountsOf(user)).toEqual([]);
  });

  it('stores as unverified what cannot be asked about', async () => {
    const page = addPage(app);
    app.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } });
    const user = await app.users.newcomer();
    const { status, body } = await connectPage(user, page);
    expect([status, body]).toMatchObject([201, [{ status: 'unverified', name: null }, { name: null }]]);
    app.fake.clearFaults();
    expect((await user.post(`/api/accounts/${body[1].id}/check`)).body).toMatchObject({
      status: 'connected',
      name: page.igUsername,
    });
    expect((await accountsOf(user))[0]).toMatchObject({ status: 'connected', name: page.name });
  });

  it.each([
    ['the limit of its user', metaError(17, null, '(#17) User request limit reached')],
    ['the limit of a call', metaError(613, null, '(#613) Calls to this api have exceeded the rate limit.')],
    ['a block for spam', metaError(368, null, 'The action attempted has been deemed abusive')],
  ])('refuses a token that Meta answers with %s, and stores nothing', async (_name, refusal) => {
    const page = addPage(app);
    const user = await app.users.newcomer();
    app.fake.fault({ on: 'me', times: 9, do: refusal });
    const answers = [
      await connectPage(user, page),
      await user.put('/api/user/facebook-settings', { access_token: page.token, page_id: page.id }),
    ];
    for (const { status, body } of answers)
      expect([status, body.errors]).toEqual([
        422,
        {
          access_token: [
            expect.stringMatching(
              /cannot be checked now, so nothing was saved\. Try again later\. .*Meta error/,
            ),
          ],
        },
      ]);
    expect(await accountsOf(user)).toEqual([]);
  });

  it('leaves a connected account as it is when Meta answers a check with a limit', async () => {
    const page = addPage(app);
    const user = await app.users.newcomer();
    const [account] = (await connectPage(user, page)).body;
    app.fake.fault({ on: 'me', times: 9, do: metaError(17, null, '(#17) User request limit reached') });
    expect(await user.post(`/api/accounts/${account.id}/check`)).toMatchObject({
      status: 200,
      body: account,
    });
  });

  it('stores as unverified while Meta says that its servers have a problem', async () => {
    const page = addPage(app);
    app.fake.fault({ on: 'me', times: 9, do: metaError(2, null, 'Service temporarily unavailable') });
    const { status, body } = await connectPage(await app.users.newcomer(), page);
    expect([status, body]).toMatchObject([201, [{ status: 'unverified' }, { status: 'unverified' }]]);
  });

  it('makes three accounts of ten calls at once when the plan allows three', async () => {
    const user = await app.users.newcomer();
    await app.users.grant(user, await app.users.plan({ max_accounts: 3 }));
    const pages = Array.from({ length: 10 }, () => addPage(app));
    const answers = await Promise.all(pages.map((page) => connectPage(user, page, { instagram: false })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(422)]);
    const refusal = answers.find(({ status }) => status === 422)!.body;
    expect(refusal).toEqual({
      statusCode: 422,
      error: 'account_quota_exceeded',
      message: 'Your plan allows 3 accounts.',
    });
    expect(await accountsOf(user)).toHaveLength(3);
  });

  it('adds neither of two accounts when the plan allows one more, and counts no reconnection', async () => {
    const [first, second] = [addPage(app), addPage(app)];
    const user = await app.users.newcomer();
    await app.users.grant(user, await app.users.plan({ max_accounts: 3 }));
    await connectPage(user, first);
    expect((await connectPage(user, second)).body.error).toBe('account_quota_exceeded');
    expect(await accountsOf(user)).toHaveLength(2);
    expect((await connectPage(user, second, { instagram: false })).status).toBe(201);
    expect((await connectPage(user, first)).status).toBe(201);
    expect((await connectPage(user, second)).status).toBe(422);
  });
});

describe('GET /accounts', () => {
  it('speaks both dialects', async () => {
    const { user, accounts } = await withPages(app, addPage(app), addPage(app));
    const page = (await user.get('/api/accounts?page=1&per_page=3')).body;
    expect([page.total, page.data.map(({ id }: any) => id)]).toEqual([
      4,
      accounts
        .map(({ id }) => id)
        .reverse()
        .slice(0, 3),
    ]);
    const range = await user.get(
      '/api/accounts?range=[0,1]&sort=["id","ASC"]&filter={"network":"instagram"}',
    );
    expect(range.headers.get('content-range')).toBe('accounts 0-1/2');
    expect(range.body.map(({ id }: any) => id)).toEqual([accounts[1].id, accounts[3].id]);
    const some = await user.get(`/api/accounts?filter={"id":[${accounts[2].id}]}`);
    expect(some.body).toEqual([accounts[2]]);
    expect((await user.get(`/api/accounts/${accounts[2].id}`)).body).toEqual(accounts[2]);
  });

  it('foresees what each account has to do', async () => {
    const { user } = await withPages(app, addPage(app), addPage(app));
    const at = new Date(Math.ceil(Date.now() / 60_000 + 120) * 60_000).toISOString();
    const upload = (path: string, times: string[]) =>
      user.upload(path, [fixture('portrait.mp4')], { scheduled_for: times });
    await upload('/api/videos', [at]);
    await upload('/api/videos', []);
    await upload('/api/instagram/videos', [at]);
    const [page, instagram, ...others] = await accountsOf(user);
    // Without a time it goes out an hour after its upload began, before the one that has a time.
    expect(page).toMatchObject({ pending: 2, next_at: expect.any(String) });
    const wait = Date.parse(page.next_at) - Date.now();
    expect(wait).toBeGreaterThan(55 * 60_000);
    expect(wait).toBeLessThan(61 * 60_000);
    expect(instagram).toMatchObject({ pending: 1, next_at: at });
    for (const other of others) expect(other).toMatchObject({ pending: 0, next_at: null });
  });

  it('shows none of another user', async () => {
    const { accounts } = await withPages(app, addPage(app));
    const other = await app.users.newcomer();
    expect(await accountsOf(other)).toEqual([]);
    expect((await other.get(`/api/accounts?filter={"id":[${accounts[0].id}]}`)).body).toEqual([]);
  });
});

describe('POST /accounts/{id}/check', () => {
  it('asks about this account and what shares its token, and about no other', async () => {
    const [first, second] = [addPage(app), addPage(app)];
    const { user, accounts } = await withPages(app, first, second);
    for (const page of [first, second]) app.fake.revoke(page.token, 463, DEAD);
    const { status, body } = await user.post(`/api/accounts/${accounts[3].id}/check`);
    expect([status, body.status]).toEqual([200, 'paused']);
    expect((await accountsOf(user)).map((each) => each.status)).toEqual([
      'connected',
      'connected',
      'paused',
      'paused',
    ]);
  });
});

it('tells open tabs of accounts that are added and changed', async () => {
  const { user, accounts } = await withPages(app, addPage(app));
  const { body } = await user.get('/api/events');
  const since = (id: string) => user.call('GET', '/api/events', undefined, { 'last-event-id': id });
  await user.put(`/api/accounts/${accounts[0].id}`, { upload_frequency: 3 });
  const changed = await since(body.id);
  expect(changed.body.topics).toEqual(expect.arrayContaining(['accounts', 'connections']));
  await connectPage(user, addPage(app));
  expect((await since(changed.body.id)).body.topics).toContain('accounts');
});

import { PAGE, useApp } from '../../support/app';
import { Client } from '../../support/client';
import { SHOP } from '../../support/credentials';

// Without a publisher, which asks the network for pictures while calls are counted here.
const app = useApp({ env: { ROLE: 'api' } });
let admin: Client;
beforeAll(async () => {
  app.fake.addPage(SHOP);
  admin = await app.users.admin();
});
afterEach(() => app.fake.clearFaults());

const save = (user: Client, settings: object) => user.put('/api/user/facebook-settings', settings);
const connection = async (user: Client) => (await user.get('/api/user/connection')).body;
const away = () => app.fake.fault({ on: 'me', times: 99, do: { cut: 'before' } });
const MISSING = {
  status: 'missing',
  id: null,
  name: null,
  verified_at: null,
  expires_at: null,
  paused_reason: null,
  resumes_at: null,
  missing_permissions: null,
};

async function connected(settings: object = { access_token: PAGE.token, page_id: PAGE.id }): Promise<Client> {
  const user = await app.users.newcomer();
  expect((await save(user, settings)).status).toBe(200);
  return user;
}

describe('PUT /user/facebook-settings', () => {
  it("verifies a page's token and keeps it out of every answer", async () => {
    const user = await app.users.newcomer();
    expect(await connection(user)).toEqual({ facebook: MISSING, instagram: MISSING });
    const { status, body } = await save(user, {
      access_token: `  ${PAGE.token} `,
      page_id: PAGE.id,
      upload_frequency: 15,
      photo_upload_frequency: 1,
    });
    expect([status, body]).toMatchObject([
      200,
      {
        page_id: PAGE.id,
        instagram_page_id: null,
        has_access_token: true,
        access_token_last4: PAGE.token.slice(-4),
        upload_frequency: 15,
        photo_upload_frequency: 1,
      },
    ]);
    expect(body.access_token).toBeUndefined();
    expect(await connection(user)).toEqual({
      facebook: {
        ...MISSING,
        status: 'connected',
        id: PAGE.id,
        name: PAGE.name,
        verified_at: expect.stringMatching(/Z$/),
        missing_permissions: [],
      },
      instagram: MISSING,
    });
  });

  it("exchanges a user's token for the page's, which works on when the user's has ended", async () => {
    const user = await connected({ access_token: PAGE.userToken, page_id: PAGE.id });
    app.fake.revoke(PAGE.userToken);
    expect((await user.post('/api/user/connection/check')).body.facebook.status).toBe('connected');
    expect((await save(user, { access_token: '', page_id: PAGE.id, upload_frequency: 30 })).status).toBe(200);
    expect((await connection(user)).facebook.status).toBe('connected');
    app.fake.restore(PAGE.userToken);
  });

  it("refuses a wrong token on its field with Meta's reason, and keeps nothing", async () => {
    const user = await app.users.newcomer();
    const { status, body } = await save(user, {
      access_token: 'EAAB_wrong',
      page_id: PAGE.id,
      upload_frequency: 5,
    });
    expect([status, body.error, Object.keys(body.errors)]).toEqual([
      422,
      'validation_failed',
      ['access_token'],
    ]);
    expect(body.errors.access_token[0]).toMatch(/Invalid OAuth access token.*190/);
    expect((await user.get('/api/user')).body).toMatchObject({
      has_access_token: false,
      page_id: null,
      upload_frequency: 60,
    });
    expect((await connection(user)).facebook).toEqual(MISSING);
  });

  it.each([
    ['a user that does not manage it', PAGE.userToken, SHOP.id],
    ['another page', PAGE.token, SHOP.id],
    ['a page, where there is none', PAGE.token, '999'],
  ])('refuses a page on its field with the token of %s', async (_, access_token, page_id) => {
    const { status, body } = await save(await app.users.newcomer(), { access_token, page_id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['page_id']]);
  });

  it('leaves a good connection as it is when the next settings are refused', async () => {
    const user = await connected();
    expect((await save(user, { access_token: 'EAAB_wrong', page_id: PAGE.id })).status).toBe(422);
    expect((await save(user, { page_id: SHOP.id })).status).toBe(422);
    expect((await connection(user)).facebook).toMatchObject({ status: 'connected', id: PAGE.id });
    expect((await user.get('/api/user')).body.access_token_last4).toBe('page');
  });

  it.each([
    ['access_token', 'two words', 'An access token has no spaces and only plain letters, digits and signs.'],
    [
      'access_token',
      'a\r\nX-Header: 1',
      'An access token has no spaces and only plain letters, digits and signs.',
    ],
    ['access_token', 'x'.repeat(4097), 'An access token has at most 4096 characters.'],
    ['access_token', ['a'], 'Enter the access token.'],
    ['page_id', '123/../me', 'A page id has 1 to 20 digits.'],
    ['page_id', 'me', 'A page id has 1 to 20 digits.'],
    ['page_id', '1'.repeat(21), 'A page id has 1 to 20 digits.'],
    ['page_id', '१२३', 'A page id has 1 to 20 digits.'],
    ['page_id', -5, 'A page id has 1 to 20 digits.'],
    ['page_id', ['1'], 'A page id has 1 to 20 digits.'],
    ['instagram_page_id', '1?fields=x', 'An Instagram account id has 1 to 20 digits.'],
    ['upload_frequency', 0, 'The shortest frequency is 1 minute.'],
    ['upload_frequency', 1.5, 'Enter whole minutes.'],
    ['photo_upload_frequency', '60', 'Enter whole minutes.'],
    ['photo_upload_frequency', 525_601, 'The longest frequency is a year.'],
  ])('refuses what is no %s before the network is asked', async (field, value, sentence) => {
    const before = app.fake.history().length;
    const settings = { access_token: PAGE.token, page_id: PAGE.id, [field]: value };
    const { status, body } = await save(admin, settings);
    expect([status, body.errors]).toEqual([422, { [field]: [sentence] }]);
    expect(app.fake.history()).toHaveLength(before);
  });

  it('keeps the old token where none is sent', async () => {
    const user = await connected();
    for (const access_token of ['', null, undefined]) {
      const { body } = await save(user, { access_token, page_id: PAGE.id });
      expect(body).toMatchObject({ has_access_token: true, access_token_last4: 'page' });
    }
    expect((await connection(user)).facebook.status).toBe('connected');
  });

  it('saves as unverified while the network is away, and verifies when it is back', async () => {
    away();
    const user = await connected();
    expect((await connection(user)).facebook).toMatchObject({
      status: 'unverified',
      id: PAGE.id,
      verified_at: null,
    });
    app.fake.clearFaults();
    expect((await user.post('/api/user/connection/check')).body.facebook).toMatchObject({
      status: 'connected',
      name: PAGE.name,
    });
  });

  it('leaves what is verified verified when a frequency is saved while the network is away', async () => {
    const user = await connected();
    away();
    const { status, body } = await save(user, { access_token: '', page_id: PAGE.id, upload_frequency: 7 });
    expect([status, body.upload_frequency]).toEqual([200, 7]);
    expect((await connection(user)).facebook).toMatchObject({ status: 'connected', name: PAGE.name });
  });

  it('connects Instagram beside the page, and lets go of it', async () => {
    const user = await connected({
      access_token: SHOP.token,
      page_id: SHOP.id,
      instagram_page_id: SHOP.igId,
    });
    expect((await connection(user)).instagram).toMatchObject({
      status: 'connected',
      id: SHOP.igId,
      name: SHOP.igUsername,
    });
    const wrong = await save(user, { page_id: SHOP.id, instagram_page_id: '17841499999999999' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['instagram_page_id']]);
    await save(user, { page_id: SHOP.id, instagram_page_id: '' });
    expect(await connection(user)).toMatchObject({ facebook: { status: 'connected' }, instagram: MISSING });
  });

  it('is missing without a page', async () => {
    const user = await connected();
    await save(user, { page_id: '' });
    expect((await connection(user)).facebook).toEqual(MISSING);
    expect((await user.get('/api/user')).body).toMatchObject({ has_access_token: false, page_id: null });
  });

  it('never reads or changes the settings of another user', async () => {
    const [mine, other] = [await connected(), await app.users.newcomer()];
    await save(other, {
      access_token: SHOP.token,
      page_id: SHOP.id,
      user_id: mine.user.id,
      id: mine.user.id,
    });
    expect((await connection(mine)).facebook.id).toBe(PAGE.id);
    expect((await connection(other)).facebook.id).toBe(SHOP.id);
  });
});

describe('POST /user/connection/check', () => {
  it('pauses both accounts when the token was revoked, with the reason, until it is replaced', async () => {
    const user = await connected({
      access_token: SHOP.token,
      page_id: SHOP.id,
      instagram_page_id: SHOP.igId,
    });
    app.fake.revoke(
      SHOP.token,
      460,
      'The session has been invalidated because the user changed the password.',
    );
    const { status, body } = await user.post('/api/user/connection/check');
    const paused = {
      status: 'paused',
      paused_reason: expect.stringMatching(/changed the password/),
      resumes_at: null,
    };
    expect([status, body]).toMatchObject([200, { facebook: paused, instagram: paused }]);
    expect(await connection(user)).toEqual(body);
    app.fake.restore(SHOP.token);
    await save(user, { access_token: SHOP.token, page_id: SHOP.id });
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected', paused_reason: null },
      instagram: { status: 'connected' },
    });
  });

  it('changes nothing while the network is away, or where nothing is connected', async () => {
    const user = await connected();
    away();
    expect((await user.post('/api/user/connection/check')).body.facebook.status).toBe('connected');
    const nobody = await app.users.newcomer();
    expect((await nobody.post('/api/user/connection/check')).body.facebook).toEqual(MISSING);
  });
});

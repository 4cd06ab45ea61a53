import { PAGE, useApp } from '../../support/app';
import type { Answer, Client } from '../../support/client';
import { Database } from '../../../backend/database/database';

const OWNER = { userToken: 'EAAB_CANARY_owner', userId: '7700000000001' };
const NORTH = { ...OWNER, id: '300400500600701', name: 'North', token: 'EAAB_CANARY_north' };
const SOUTH = {
  ...OWNER,
  id: '300400500600702',
  name: 'South',
  token: 'EAAB_CANARY_south',
  igId: '17841400000000031',
  igUsername: 'the.south',
};
const DEAD = 'Error validating access token: Session has expired.';

// Without a publisher, which asks the network for pictures while calls are counted here.
const app = useApp({ env: { ROLE: 'api' } });
beforeAll(() => {
  app.fake.addPage(NORTH);
  app.fake.addPage(SOUTH);
});
afterEach(() => {
  app.fake.clearFaults();
  for (const { token, userToken } of [NORTH, SOUTH, PAGE])
    [token, userToken].forEach((t) => app.fake.restore(t));
});

const save = (user: Client, settings: object) => user.put('/api/user/facebook-settings', settings);
const connection = async (user: Client) => (await user.get('/api/user/connection')).body;
const profile = async (user: Client) => (await user.get('/api/user')).body;
const calls = () => app.fake.history().length;

async function connected(settings: object): Promise<Client> {
  const user = await app.users.newcomer();
  expect((await save(user, settings)).status).toBe(200);
  return user;
}

const onNorth = { access_token: NORTH.token, page_id: NORTH.id };
const onSouth = { access_token: SOUTH.token, page_id: SOUTH.id, instagram_page_id: SOUTH.igId };

describe('what has nothing to do with the token', () => {
  it.each([
    ['refused', () => app.fake.revoke(NORTH.token, 463, DEAD)],
    ['asked about in vain', () => app.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } })],
  ])('saves without asking the network while the token is %s', async (_name, breaks) => {
    const user = await connected(onNorth);
    breaks();
    const before = calls();
    const { status, body } = await save(user, {
      access_token: '',
      page_id: NORTH.id,
      instagram_page_id: '',
      upload_frequency: 25,
      photo_upload_frequency: 35,
    });
    expect([status, body]).toMatchObject([200, { upload_frequency: 25, photo_upload_frequency: 35 }]);
    expect(calls()).toBe(before);
    expect((await connection(user)).facebook).toMatchObject({ status: 'connected', id: NORTH.id });
  });

  it('saves while the account is paused, and leaves it paused', async () => {
    const user = await connected(onNorth);
    app.fake.revoke(NORTH.token, 463, DEAD);
    await user.post('/api/user/connection/check');
    expect((await save(user, { upload_frequency: 3 })).body.upload_frequency).toBe(3);
    expect((await connection(user)).facebook).toMatchObject({ status: 'paused', id: NORTH.id });
  });

  it('needs no other field', async () => {
    const user = await connected({ ...onSouth, upload_frequency: 11, photo_upload_frequency: 12 });
    const before = await profile(user);
    expect((await save(user, {})).body).toEqual(before);
    expect((await save(user, { photo_upload_frequency: 13 })).body).toEqual({
      ...before,
      photo_upload_frequency: 13,
    });
  });

  it('lets Instagram be taken away although the token is refused', async () => {
    const user = await connected(onSouth);
    app.fake.revoke(SOUTH.token, 463, DEAD);
    expect((await save(user, { instagram_page_id: '' })).status).toBe(200);
    expect(await connection(user)).toMatchObject({
      facebook: { id: SOUTH.id },
      instagram: { status: 'missing' },
    });
  });

  it('keeps a verified page verified when Instagram is added while the network is away', async () => {
    const user = await connected({ ...onSouth, instagram_page_id: '' });
    app.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } });
    expect((await save(user, { instagram_page_id: SOUTH.igId })).status).toBe(200);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected', name: SOUTH.name },
      instagram: { status: 'unverified', id: SOUTH.igId },
    });
    app.fake.clearFaults();
    const { body } = await user.post('/api/user/connection/check');
    expect(body.instagram).toMatchObject({ status: 'connected', name: SOUTH.igUsername });
  });
});

describe('a token that is saved while the network is away', () => {
  it('leaves their names to the accounts that stay', async () => {
    const user = await connected(onSouth);
    app.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } });
    expect((await save(user, onSouth)).status).toBe(200);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'unverified', name: SOUTH.name },
      instagram: { status: 'unverified', name: SOUTH.igUsername },
    });
  });

  it('takes the name of one that becomes another', async () => {
    const user = await connected({ ...onSouth, instagram_page_id: '' });
    app.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } });
    expect((await save(user, onNorth)).status).toBe(200);
    expect((await connection(user)).facebook).toMatchObject({
      status: 'unverified',
      id: NORTH.id,
      name: null,
    });
  });
});

describe('saved in two tabs at once', () => {
  /** The first save's question is answered when the second one is through. */
  async function overtaken(user: Client, first: object, second: object): Promise<[Answer, Answer]> {
    let answer: Answer | undefined;
    const forget = app.fake.onCall('me', async () => {
      forget();
      answer = await save(user, second);
    });
    const late = await save(user, first);
    return [late, answer!];
  }

  it('keeps the last one as a whole', async () => {
    const user = await app.users.newcomer();
    const [late, early] = await overtaken(user, { ...onNorth, instagram_page_id: '' }, onSouth);
    expect([early.status, late.status]).toEqual([200, 200]);
    expect(await profile(user)).toMatchObject({ page_id: NORTH.id, access_token_last4: 'orth' });
    expect((await connection(user)).facebook).toMatchObject({ status: 'connected', id: NORTH.id });
    const { body } = await user.post('/api/user/connection/check');
    expect(body.facebook).toMatchObject({ status: 'connected', name: 'North' });
  });

  it('never saves the page of one with the token of the other', async () => {
    const user = await connected({ access_token: OWNER.userToken, page_id: NORTH.id });
    // Good for the token that it was asked with, not for the one that is saved meanwhile.
    const [late, early] = await overtaken(
      user,
      { page_id: SOUTH.id },
      { access_token: PAGE.token, page_id: PAGE.id },
    );
    expect([early.status, late.status, Object.keys(late.body.errors)]).toEqual([200, 422, ['page_id']]);
    expect(await profile(user)).toMatchObject({ page_id: PAGE.id, access_token_last4: 'page' });
    expect((await connection(user)).facebook).toMatchObject({ status: 'connected', id: PAGE.id });
  });

  it('does not connect again what was disconnected, by a call that began before', async () => {
    const user = await connected({ access_token: OWNER.userToken, page_id: SOUTH.id });
    const [late] = await overtaken(user, { instagram_page_id: SOUTH.igId }, { page_id: '' });
    expect(late.status).toBe(200);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'missing' },
      instagram: { status: 'missing' },
    });
  });

  it('makes one connection of two first saves', async () => {
    const user = await app.users.newcomer();
    const alone = { ...onNorth, instagram_page_id: '' };
    const answers = await Promise.all([alone, onSouth, alone, onSouth].map((each) => save(user, each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { page_id, instagram_page_id } = await profile(user);
    expect(await connection(user)).toMatchObject({
      facebook: { status: 'connected', id: page_id },
      instagram: { id: instagram_page_id },
    });
  });
});

describe('connecting anew', () => {
  it.each([
    ['the same token', onNorth],
    ["a user's token", { access_token: OWNER.userToken, page_id: NORTH.id }],
  ])('ends the wait that the network asked for, with %s', async (_name, settings) => {
    const user = await connected(onNorth);
    await app.running.nest
      .get(Database)
      .run("UPDATE accounts SET paused_reason = 'Too many calls.', resumes_at = ? WHERE user_id = ?", [
        Date.now() + 600_000,
        user.user.id,
      ]);
    const checked = await user.post('/api/user/connection/check');
    expect(checked.body.facebook).toMatchObject({ status: 'paused', paused_reason: 'Too many calls.' });
    await save(user, settings);
    expect((await connection(user)).facebook).toMatchObject({
      status: 'connected',
      paused_reason: null,
      resumes_at: null,
    });
  });
});

describe('several people with one page', () => {
  it('keep the page when one of them leaves it', async () => {
    const [first, second] = [await connected(onSouth), await connected(onSouth)];
    await save(first, { page_id: '' });
    expect((await connection(first)).facebook.status).toBe('missing');
    expect(await connection(second)).toMatchObject({
      facebook: { status: 'connected', id: SOUTH.id },
      instagram: { status: 'connected' },
    });
    expect((await second.post('/api/user/connection/check')).body.facebook.status).toBe('connected');
  });
});

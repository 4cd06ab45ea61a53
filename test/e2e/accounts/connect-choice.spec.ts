import { AccountsService } from '../../../backend/accounts/accounts.service';
import { ConnectSessions } from '../../../backend/connect/connect-sessions';
import { Database } from '../../../backend/database/database';
import type { Answer, Client } from '../../support/client';
import { offeredBy } from '../../support/connecting';
import { BAKERY, Connected, GARAGE, INSTAGRAM, personsPage } from '../../support/use-connecting';

const MINUTE_MS = 60_000;
const NOT_TICKED = 'You did not grant this Page to Pagecast. Connect again and tick it.';

const on = new Connected();

const offerTo = async (user: Client): Promise<string> => offeredBy(await on.connecting.whole(user));

const choose = (user: Client, offer: string | number, choice: object): Promise<Answer> =>
  user.post(`/api/connect/${offer}`, choice);

const accountsOf = async (user: Client): Promise<any[]> => (await user.get('/api/accounts')).body;

/** Offers Pages that no dialog has listed. Some may not be posted on. */
async function offered(
  user: Client,
  pages: { id: string; token?: string | null; mayPost?: boolean; instagram?: string }[],
): Promise<number> {
  const sessions = on.app.running.nest.get(ConnectSessions);
  const { state, cookie } = await sessions.open(user.user.id);
  const claim = (await sessions.claim((await sessions.find(state, [cookie]))!))!;
  await sessions.offer(claim, {
    kind: 'good',
    personId: '7700770077',
    missing: [],
    dataAccessExpiresAt: null,
    pages: pages.map(({ id, token = `EAAB_OFFERED_${id}`, mayPost = true, instagram }) => ({
      id,
      name: `Page ${id}`,
      token,
      mayPost,
      pictureUrl: null,
      instagram: instagram ? { id: instagram, username: `ig.${instagram}`, pictureUrl: null } : null,
    })),
  });
  return claim.id;
}

describe('choosing what the dialog offers', () => {
  it('connects Pages and Instagram accounts with the Pages’ own tokens', async () => {
    const user = await on.app.users.newcomer();
    const offer = await offerTo(user);
    const { status, body } = await choose(user, offer, {
      page_ids: [GARAGE, BAKERY],
      instagram_ids: [INSTAGRAM],
    });
    expect(status).toBe(201);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        network: 'facebook',
        remote_id: BAKERY,
        name: 'Bakery',
        picture_path: null,
        is_default: 1,
        status: 'connected',
        verified_at: expect.stringMatching(/Z$/),
        expires_at: null,
        data_access_expires_at: expect.stringMatching(/Z$/),
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
        remote_id: INSTAGRAM,
        name: 'bakery',
        page_id: BAKERY,
        is_default: 1,
      }),
      expect.objectContaining({ network: 'facebook', remote_id: GARAGE, is_default: 0 }),
    ]);
    expect(await accountsOf(user)).toEqual(body);
    const rows = await on.app.running.nest
      .get(Database)
      .rows<{ remote_id: string; token: string; meta_user_id: string }>(
        'SELECT remote_id, token, meta_user_id FROM accounts WHERE user_id = ? ORDER BY id',
        [user.user.id],
      );
    const service = on.app.running.nest.get(AccountsService);
    const tokens = rows.map(({ remote_id, token }) => service.opened(user.user.id, remote_id, token).token);
    expect(tokens).toEqual([BAKERY, BAKERY, GARAGE].map((id) => `EAAB_CONNECT_${id}LONG`));
    expect(new Set(rows.map(({ meta_user_id }) => meta_user_id))).toEqual(new Set(['7700770077']));
    const { body: seen } = await user.get(`/api/connect/${offer}`);
    expect(seen.pages).toMatchObject([
      { connected: true, instagram: { connected: true } },
      { connected: true, instagram: null },
    ]);
  });

  it('answers the same accounts when it is repeated, and counts an id that comes twice once', async () => {
    const user = await on.app.users.newcomer();
    const offer = await offerTo(user);
    const choice = { page_ids: [BAKERY, BAKERY], instagram_ids: [INSTAGRAM, INSTAGRAM] };
    const first = await choose(user, offer, choice);
    const again = await choose(user, offer, choice);
    const idsOf = ({ body }: Answer) => body.map(({ id }: any) => id);
    expect([first.status, again.status, idsOf(first).length]).toEqual([201, 201, 2]);
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(await accountsOf(user)).toHaveLength(2);
  });

  it('connects an Instagram account without its Page', async () => {
    const user = await on.app.users.newcomer();
    const { status, body } = await choose(user, await offerTo(user), { instagram_ids: [INSTAGRAM] });
    expect([status, body]).toMatchObject([
      201,
      [{ network: 'instagram', remote_id: INSTAGRAM, page_id: BAKERY, is_default: 1 }],
    ]);
    expect(body).toHaveLength(1);
    const checked = await user.post(`/api/accounts/${body[0].id}/check`);
    expect(checked.body).toMatchObject({ status: 'connected', name: 'bakery' });
  });

  it('says of each account what was refused for its network', async () => {
    const user = await on.app.users.newcomer();
    on.fake.answerDialogs({ declined: ['read_insights', 'instagram_manage_comments'] });
    const { body } = await choose(user, await offerTo(user), {
      page_ids: [BAKERY],
      instagram_ids: [INSTAGRAM],
    });
    expect(body.map(({ missing_permissions }: any) => missing_permissions)).toEqual([
      ['read_insights'],
      ['instagram_manage_comments'],
    ]);
    for (const { id, missing_permissions } of body) {
      const checked = await user.post(`/api/accounts/${id}/check`);
      expect([checked.status, checked.body.missing_permissions]).toEqual([200, missing_permissions]);
    }
  });

  it('reaches an Instagram account that two Pages name by the one that may post', async () => {
    const user = await on.app.users.newcomer();
    const offer = await offered(user, [
      { id: '61', token: null, instagram: '1784161' },
      { id: '62', instagram: '1784161' },
      { id: '63', instagram: '1784161' },
    ]);
    const { body } = await choose(user, offer, { instagram_ids: ['1784161'] });
    expect(body).toMatchObject([{ remote_id: '1784161', page_id: '62' }]);
    expect(body).toHaveLength(1);
  });
});

describe('what cannot be chosen', () => {
  let user: Client;
  let offer: number;
  beforeAll(async () => {
    user = await on.app.users.newcomer();
    offer = await offered(user, [
      { id: '71', instagram: '1784171' },
      { id: '72', token: null, instagram: '1784172' },
      { id: '73', mayPost: false },
    ]);
  });

  it.each([
    [
      'nothing',
      { page_ids: [], instagram_ids: [] },
      { page_ids: ['Choose at least one Page or Instagram account.'] },
    ],
    ['no lists', {}, { page_ids: ['Choose at least one Page or Instagram account.'] }],
    ['null', { page_ids: null }, { page_ids: ['Choose at least one Page or Instagram account.'] }],
    [
      'a Page that was not offered',
      { page_ids: ['71', '99'] },
      { page_ids: ['The Page 99 is not in this list. Connect again to choose it.'] },
    ],
    [
      'a Page as an Instagram account',
      { page_ids: ['71'], instagram_ids: ['71'] },
      { instagram_ids: ['The Instagram account 71 is not in this list. Connect again to choose it.'] },
    ],
    ['a Page that was not ticked', { page_ids: ['71', '72'] }, { page_ids: [`Page 72: ${NOT_TICKED}`] }],
    ['its Instagram account', { instagram_ids: ['1784172'] }, { instagram_ids: [`Page 72: ${NOT_TICKED}`] }],
    [
      'a Page without a role',
      { page_ids: ['73'] },
      { page_ids: ['Page 73: Your role on this Page may not post.'] },
    ],
    ['a text', { page_ids: '71' }, { page_ids: ['Send a list of ids.'] }],
    ['an object', { page_ids: { 0: '71' } }, { page_ids: ['Send a list of ids.'] }],
    ['lists of lists', { page_ids: [['71']] }, { page_ids: ['An id has 1 to 32 digits.'] }],
    ['no digits', { page_ids: ['71', '71 OR 1=1'] }, { page_ids: ['An id has 1 to 32 digits.'] }],
    ['too many', { page_ids: Array(501).fill('71') }, { page_ids: ['Choose at most 500.'] }],
  ])('is %s, and nothing is connected', async (_what, choice, errors) => {
    const { status, body } = await choose(user, offer, choice);
    expect([status, body.error, body.errors]).toEqual([422, 'validation_failed', errors]);
    expect(await accountsOf(user)).toEqual([]);
  });

  it('is another user’s offer, one that is over, and one that does not exist', async () => {
    const other = await on.app.users.newcomer();
    for (const id of [offer, 999_999, 'x', '0'])
      expect((await choose(other, id, { page_ids: ['71'] })).status).toBe(404);
    expect(await accountsOf(other)).toEqual([]);
    on.app.clock.forward(31 * MINUTE_MS);
    expect((await choose(user, offer, { page_ids: ['71'] })).status).toBe(404);
    expect((await choose(on.app.client, offer, { page_ids: ['71'] })).status).toBe(401);
  });

  it('is more than the plan allows: all or none, and what is connected does not count again', async () => {
    const limited = await on.app.users.newcomer();
    await on.app.users.grant(limited, await on.app.users.plan({ max_accounts: 2 }));
    const pages = await offered(limited, [{ id: '81' }, { id: '82' }, { id: '83' }]);
    const { status, body } = await choose(limited, pages, { page_ids: ['81', '82', '83'] });
    expect([status, body]).toEqual([
      422,
      { statusCode: 422, error: 'account_quota_exceeded', message: 'Your plan allows 2 accounts.' },
    ]);
    expect(await accountsOf(limited)).toEqual([]);
    expect((await choose(limited, pages, { page_ids: ['81', '82'] })).status).toBe(201);
    expect((await choose(limited, pages, { page_ids: ['81', '82'] })).status).toBe(201);
  });
});

describe('two choices at once', () => {
  it('connect the same accounts once', async () => {
    const user = await on.app.users.newcomer();
    const pages = await offered(user, [{ id: '91', instagram: '1784191' }, { id: '92' }]);
    const choice = { page_ids: ['91', '92'], instagram_ids: ['1784191'] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => choose(user, pages, choice)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.map(({ id }: any) => id).join())).size).toBe(1);
    const accounts = await accountsOf(user);
    expect(accounts).toHaveLength(3);
    expect(accounts.filter(({ is_default }) => is_default === 1)).toHaveLength(2);
  });

  it('do not exceed the plan together, and neither is halved', async () => {
    const user = await on.app.users.newcomer();
    await on.app.users.grant(user, await on.app.users.plan({ max_accounts: 3 }));
    const [one, two] = [
      await offered(user, [{ id: '911' }, { id: '912' }]),
      await offered(user, [{ id: '921' }, { id: '922' }]),
    ];
    const answers = await Promise.all([
      choose(user, one, { page_ids: ['911', '912'] }),
      choose(user, two, { page_ids: ['921', '922'] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const won = answers.find(({ status }) => status === 201)!;
    expect((await accountsOf(user)).map(({ id }) => id)).toEqual(won.body.map(({ id }: any) => id));
  });

  it('find nothing to choose once the person has withdrawn it', async () => {
    const user = await on.app.users.newcomer();
    const pages = await offered(user, [{ id: '93' }]);
    const sessions = on.app.running.nest.get(ConnectSessions);
    const read = sessions.offered.bind(sessions);
    const withdrawn = jest.spyOn(sessions, 'offered').mockImplementationOnce(async (...args) => {
      const found = await read(...args);
      await on.app.running.nest.get(Database).run('DELETE FROM connect_sessions WHERE id = ?', [pages]);
      return found;
    });
    expect((await choose(user, pages, { page_ids: ['93'] })).status).toBe(404);
    withdrawn.mockRestore();
    expect(await accountsOf(user)).toEqual([]);
  });
});

it('connects 500 Pages with their Instagram accounts by one call', async () => {
  const user = await on.app.users.newcomer();
  const ids = Array.from({ length: 500 }, (_, n) => String(5_000_000 + n));
  const instagrams = ids.map((id) => `1784${id}`);
  const many = await offered(
    user,
    ids.map((id) => ({ id, instagram: `1784${id}` })),
  );
  const { status, body } = await choose(user, many, { page_ids: ids, instagram_ids: instagrams });
  expect([status, body.length]).toEqual([201, 1000]);
  expect(body.filter(({ is_default }: any) => is_default === 1)).toHaveLength(2);
});

it('does not tell a Page’s token, nor a person’s', async () => {
  on.fake.addPage(personsPage('9191', { userId: '91', userToken: 'EAAB_91' }));
  on.fake.answerDialogs({ userId: '91' });
  const user = await on.app.users.newcomer();
  const { body } = await choose(user, await offerTo(user), { page_ids: ['9191'] });
  expect(JSON.stringify([body, await accountsOf(user), (await user.get('/api/user')).body])).not.toMatch(
    /EAAB_|login-/,
  );
});

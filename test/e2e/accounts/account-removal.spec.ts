import { Database } from '../../../backend/database/database';
import { eventually, type Answer, type Client } from '../../support/client';
import { addPage, connectPage } from '../../support/pages';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const REEL = '/api/instagram/videos';

let harness: PublishingHarness;
let account: ConnectedUser;
let client: Client;
let accounts: any[];
beforeAll(async () => {
  harness = await PublishingHarness.start();
});
afterAll(() => harness.end());
beforeEach(async () => {
  account = await harness.addUser({ instagram: true });
  ({ client } = account);
  await connectPage(client, addPage(harness));
  accounts = await list();
});
afterEach(() => harness.fake.clearFaults());

const list = async (): Promise<any[]> => (await client.get('/api/accounts')).body;
const remove = ({ id }: any, how = ''): Promise<Answer> => client.delete(`/api/accounts/${id}${how}`);
const marks = async () => (await list()).map(({ remote_id, is_default }) => [remote_id, is_default]);
const db = () => harness.app.running.nest.get(Database);
const tomorrow = () => new Date(harness.now() + 86_400_000);

async function accountOf(post: number): Promise<number | null | undefined> {
  const sql = 'SELECT account_id FROM posts WHERE id = ?';
  return (await db().row<{ account_id: number | null }>(sql, [post]))?.account_id;
}

it('removes an account without items, with its token, and answers what it was', async () => {
  const [, , page] = accounts;
  const { status, body } = await remove(page);
  expect([status, body]).toEqual([200, page]);
  expect(await marks()).toEqual([
    [accounts[0].remote_id, 1],
    [accounts[1].remote_id, 1],
    [accounts[3].remote_id, 0],
  ]);
  const [row] = await db().rows('SELECT * FROM accounts WHERE id = ?', [page.id]);
  expect(row).toMatchObject({ token: null, given_token: null, given_token_last4: null, name: page.name });
  // Its Instagram account goes on with its own copy of the token.
  expect((await client.post(`/api/accounts/${accounts[3].id}/check`)).body.status).toBe('connected');
});

it('makes the oldest account that remains the default, of this network only', async () => {
  const third = addPage(harness);
  await connectPage(client, third);
  await remove(accounts[0]);
  expect((await client.get('/api/user')).body.page_id).toBe(accounts[2].remote_id);
  expect(await marks()).toEqual([
    [accounts[1].remote_id, 1],
    [accounts[2].remote_id, 1],
    [accounts[3].remote_id, 0],
    [third.id, 0],
    [third.igId, 0],
  ]);
});

it('answers 404 to every call on a removed account, and brings it back when it is connected again', async () => {
  await remove(accounts[0]);
  const path = `/api/accounts/${accounts[0].id}`;
  const answers = await Promise.all([
    client.get(path),
    client.put(path, { is_default: 1 }),
    client.post(`${path}/check`),
    client.delete(path),
    client.delete(`${path}?pending=delete`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const moved = await remove(accounts[2], `?pending=move&to=${accounts[0].id}`);
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['to']]);
  const { page } = account;
  await client.post('/api/accounts', { access_token: page.token, page_id: page.id });
  expect((await client.get(path)).body).toMatchObject({
    id: accounts[0].id,
    is_default: 0,
    status: 'connected',
  });
});

it('brings one back with its name while the network is away', async () => {
  const page = addPage(harness);
  const { body: before } = await connectPage(client, page);
  for (const each of before) expect((await remove(each)).status).toBe(200);
  harness.fake.fault({ on: 'me', times: 9, do: { cut: 'before' } });
  const { status, body } = await connectPage(client, page);
  expect([status, body]).toMatchObject([
    201,
    [
      { id: before[0].id, name: page.name, status: 'unverified' },
      { id: before[1].id, name: page.igUsername, status: 'unverified' },
    ],
  ]);
});

describe('with pending items', () => {
  it('refuses unless it is said what becomes of them, and changes nothing', async () => {
    for (const at of [null, tomorrow()])
      await harness.post(account, `Stays ${at?.toISOString() ?? ''}`, { at });
    const before = await list();
    const refusal = await remove(accounts[0]);
    expect([refusal.status, refusal.body]).toEqual([
      409,
      {
        statusCode: 409,
        error: 'conflict',
        message: expect.stringMatching(/^2 items are pending/),
        pending: 2,
      },
    ]);
    for (const [how, field] of [
      ['?pending=keep', 'pending'],
      ['?pending=', 'pending'],
      ['?pending=delete&pending=delete', 'pending'],
      ['?pending=move', 'to'],
      [`?pending=move&to=${accounts[0].id}`, 'to'],
      [`?pending=move&to=${accounts[1].id}`, 'to'],
      ['?pending=move&to=999999', 'to'],
      [`?pending=move&to=${accounts[2].id}x`, 'to'],
      [`?pending=delete&to=0`, 'to'],
    ] as const) {
      const { status, body } = await remove(accounts[0], how);
      expect([how, status, Object.keys(body.errors ?? {})]).toEqual([how, 422, [field]]);
    }
    expect(await list()).toEqual(before);
  });

  it('never moves them to the account of another user', async () => {
    const other = await harness.addUser();
    const [theirs] = (await other.client.get('/api/accounts')).body;
    await harness.post(account, 'Mine', { at: null });
    expect((await remove(accounts[0], `?pending=move&to=${theirs.id}`)).status).toBe(422);
    expect(await marks()).toHaveLength(4);
  });

  it('deletes them, with their files, and frees their tasks and bytes', async () => {
    const gone = [
      await harness.post(account, 'Gone', { at: null }),
      await harness.post(account, 'Too', { at: tomorrow() }),
    ];
    const reel = await harness.post(account, 'Stays', { at: null, path: REEL });
    expect(await harness.tasksUsed(account)).toBe(3);
    expect((await remove(accounts[0], '?pending=delete')).status).toBe(200);
    for (const id of gone) expect(await accountOf(id)).toBeUndefined();
    expect(await accountOf(reel)).toBe(accounts[1].id);
    expect(await harness.tasksUsed(account)).toBe(1);
    expect((await client.get('/api/user/subscription')).body.storage.used).toBe(60_000);
    expect((await client.get('/api/videos')).body.data).toEqual([]);
  });

  it('moves them to another account, where they go out at their time', async () => {
    const soon = harness.nowToPost(2 * 3_600_000);
    const timed = await harness.post(account, 'Moved', { at: soon });
    const waiting = await harness.post(account, 'Waits', { at: null });
    expect((await remove(accounts[0], `?pending=move&to=${accounts[2].id}`)).status).toBe(200);
    expect([await accountOf(timed), await accountOf(waiting)]).toEqual([accounts[2].id, accounts[2].id]);
    expect((await list()).find(({ id }) => id === accounts[2].id)).toMatchObject({
      is_default: 1,
      pending: 2,
    });
    harness.forward(2 * 3_600_000);
    await eventually(
      async () => (await harness.row(timed)).status,
      (status) => status === 'published',
    );
    const [published] = harness.fake.published().filter(({ caption }) => caption === 'Moved');
    expect(published).toMatchObject({ pageId: accounts[2].remote_id });
  });

  it('moves them behind what waits there, in the order that was given to them', async () => {
    const [first, second, third] = [
      await harness.post(account, 'First', { at: null }),
      await harness.post(account, 'Second', { at: null }),
      await harness.post(account, 'Third', { at: null }),
    ];
    const ids = [third, first, second];
    expect((await client.put(`/api/accounts/${accounts[0].id}/queue`, { ids })).status).toBe(200);
    const there = await client.post('/api/posts', {
      targets: [{ account_id: accounts[2].id, format: 'text' }],
      description: 'Waits there',
    });
    expect((await remove(accounts[0], `?pending=move&to=${accounts[2].id}`)).status).toBe(200);
    const { data } = (await client.get(`/api/posts?account_id=${accounts[2].id}`)).body;
    const inOrder = [...data].sort((a, b) => a.position - b.position).map(({ id }) => id);
    expect(inOrder).toEqual([there.body.posts[0].id, ...ids]);
  });
});

it('refuses while an item is under way, whatever is said, and keeps what was published', async () => {
  const tried: Answer[] = [];
  const forget = harness.fake.onEffect('reels.bytes', async () => {
    forget();
    tried.push(await remove(accounts[0]), await remove(accounts[0], '?pending=delete'));
  });
  const id = await harness.post(account, 'Under way');
  await eventually(
    async () => {
      // Not before: a lease that is over would let the post go on while these are answered.
      if (tried.length === 2) harness.forward(1000);
      return (await harness.row(id)).status;
    },
    (status) => status === 'published',
  );
  expect(tried.map(({ status, body }) => [status, body.error, body.pending])).toEqual([
    [409, 'conflict', undefined],
    [409, 'conflict', undefined],
  ]);
  expect((await remove(accounts[0])).status).toBe(200);
  expect(await accountOf(id)).toBe(accounts[0].id);
  expect((await client.get(`/api/videos/${id}`)).body.status).toBe('published');
});

it('removes once of ten calls at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(accounts[0])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  expect((await marks()).filter(([, mark]) => mark === 1)).toHaveLength(2);
});

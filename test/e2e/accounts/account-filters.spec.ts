import { AccountPosts } from '../../../backend/accounts/removal/account-posts';
import { Changes } from '../../../backend/database/changes';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { PATHS, uploadItem, windowOf, type Kind } from '../../support/calendar-calls';
import type { Client } from '../../support/client';
import { addAccount } from '../../support/more-accounts';
import { PORTRAIT, uploadVideo } from '../../support/video-uploads';

const DAY_MS = 86_400_000;
const soon = () => new Date(Date.now() + DAY_MS).toISOString();
const from = () => new Date(Date.now()).toISOString();
const to = () => new Date(Date.now() + 3 * DAY_MS).toISOString();

const app = useApp();
let user: Client;
let first: number;
let second: number;

const db = () => app.running.nest.get(Database);
const add = (more: Parameters<typeof addAccount>[2], owner = user) =>
  addAccount(app.running.nest, owner.user.id, more);

beforeEach(async () => {
  user = await app.users.subscriber();
  first = await add({ id: '910100', name: 'First Page', is_default: 1 });
  second = await add({ id: '910200', name: 'Second Page' });
});

const upload = (accounts: number[], scheduled_for = soon(), title = 'A video') =>
  uploadVideo(user, title, { account_ids: accounts.map(String), scheduled_for: [scheduled_for] });
const idsOf = (rows: any[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
const remove = async (accountId: number) =>
  app.running.nest
    .get(Changes)
    .commit(await app.running.nest.get(AccountPosts).removing(user.user.id, accountId, null), {
      user: user.user.id,
      topics: ['videos'],
      account: 'all',
    });

describe('the filter by account', () => {
  let ofFirst: number;
  let ofSecond: number;
  beforeEach(async () => {
    ofFirst = (await upload([first])).id;
    ofSecond = (await upload([second])).id;
  });

  const inList = async (query: string) => {
    const { status, body } = await user.get(`/api/videos?${query}`);
    expect(status).toBe(200);
    return body.data ? [idsOf(body.data), body.total] : [idsOf(body), body.length];
  };
  const filter = (account_id: unknown) => `filter=${encodeURIComponent(JSON.stringify({ account_id }))}`;

  it.each([
    ['an array', (id: number) => `range=[0,24]&${filter(id)}`],
    ['a whole array', (id: number) => filter([id])],
    ['an envelope', (id: number) => `page=1&${filter(id)}`],
    ['an envelope, as a parameter', (id: number) => `page=1&per_page=100&account_id=${id}`],
    ['the first page, as a parameter', (id: number) => `account_id=${id}`],
    ['a range, as a parameter', (id: number) => `range=[0,24]&account_id=${id}`],
  ])('narrows a list down that is asked for as %s', async (_how, query) => {
    expect(await inList(query(first))).toEqual([[ofFirst], 1]);
    expect(await inList(query(second))).toEqual([[ofSecond], 1]);
    expect(await inList(query(999_999))).toEqual([[], 0]);
  });

  it('takes several accounts in a list', async () => {
    expect(await inList(filter([first, second]))).toEqual([[ofFirst, ofSecond], 2]);
  });

  it('narrows the calendar and its slots down', async () => {
    await upload([second], '', 'Waits');
    const window = async (accountId: number | string) =>
      (await user.get(`/api/calendar?from=${from()}&to=${to()}&account_id=${accountId}`)).body;
    expect(idsOf((await window(first)).items)).toEqual([ofFirst]);
    expect((await window(first)).slots).toEqual([]);
    const { items, slots } = await window(second);
    expect(idsOf(items)).toEqual([ofSecond]);
    expect(slots).toEqual([
      expect.objectContaining({
        title: 'Waits',
        account: { id: second, name: 'Second Page', network: 'facebook' },
      }),
    ]);
  });

  it('narrows the outlook down', async () => {
    await upload([second], '', 'Waits');
    await db().run("UPDATE posts SET status = 'published', published_at = ?, due_at = NULL WHERE id = ?", [
      Date.now(),
      ofFirst,
    ]);
    const outlook = async (accountId: number) =>
      (await user.get(`/api/calendar/outlook?account_id=${accountId}`)).body;
    expect(await outlook(first)).toMatchObject({ next: [], waiting: 0, last: { item: { id: ofFirst } } });
    const { next, waiting, last } = await outlook(second);
    expect(next.map(({ item, account }: any) => [item.account.id, account.name])).toEqual([
      [second, 'Second Page'],
      [second, 'Second Page'],
    ]);
    expect([waiting, last]).toEqual([1, null]);
  });

  it("shows nothing for another user's account, whoever has posts there", async () => {
    const stranger = await app.users.subscriber();
    const foreign = await add({ id: '910300', is_default: 1 }, stranger);
    await uploadVideo(stranger, 'Foreign');
    expect(await inList(`account_id=${foreign}`)).toEqual([[], 0]);
    const { body: window } = await user.get(`/api/calendar?from=${from()}&to=${to()}&account_id=${foreign}`);
    expect(window).toEqual({ items: [], slots: [] });
    expect((await user.get(`/api/calendar/outlook?account_id=${foreign}`)).body).toEqual({
      next: [],
      waiting: 0,
      failed: [],
      last: null,
    });
  });

  it.each(['x', '', '1e1', '-1', '1,2'])('is refused for %j', async (value) => {
    const queries = [
      '/api/videos?page=1',
      `/api/calendar?from=${from()}&to=${to()}`,
      '/api/calendar/outlook?',
    ];
    for (const query of queries) {
      const { status, body } = await user.get(`${query}&account_id=${value}`);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, ['account_id']]);
    }
  });
});

describe('an item', () => {
  it.each(Object.keys(PATHS) as Kind[])(
    'shows its account everywhere, and null while there is none (%s)',
    async (kind) => {
      const alone = await app.users.subscriber();
      const { id } = await uploadItem(alone, kind, soon());
      expect((await alone.get(`${PATHS[kind]}/${id}`)).body.account).toBeNull();
      const network = kind === 'instagram_video' ? 'instagram' : 'facebook';
      const account = await add({ id: `92${id}`, network, name: null, is_default: 1 }, alone);
      await db().run('UPDATE posts SET account_id = ? WHERE id = ?', [account, id]);
      const shown = { id: account, name: null, network };
      expect((await alone.get(`${PATHS[kind]}/${id}`)).body.account).toEqual(shown);
      expect((await alone.get(`${PATHS[kind]}?page=1`)).body.data[0].account).toEqual(shown);
      expect((await alone.get(`${PATHS[kind]}?range=[0,9]`)).body[0].account).toEqual(shown);
      expect((await windowOf(alone, from(), to())).body.items[0].account).toEqual(shown);
      expect((await alone.get('/api/calendar/outlook')).body.next[0].item.account).toEqual(shown);
    },
  );

  it('keeps the name of its account when that is removed', async () => {
    const { id } = await upload([second]);
    await db().run("UPDATE posts SET status = 'published', published_at = 5 WHERE id = ?", [id]);
    expect(await remove(second)).not.toBeNull();
    const account = { id: second, name: 'Second Page', network: 'facebook' };
    expect((await user.get(`/api/videos/${id}`)).body.account).toEqual(account);
    expect((await user.get(`/api/videos?account_id=${second}`)).body.data[0].account).toEqual(account);
  });

  it('that failed is not sent to another account when its own is removed', async () => {
    const { id } = await upload([second]);
    await db().run("UPDATE posts SET status = 'failed', failed_at = 5, due_at = NULL WHERE id = ?", [id]);
    expect(await remove(second)).not.toBeNull();
    const path = `/api/videos/${id}`;
    const form = new FormData();
    form.append('file', new Blob(['none']), PORTRAIT);
    for (const answer of [await user.post(`${path}/retry`), await user.put(`${path}/file`, form)])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/was removed/)]);
    const back = await user.post(`${path}/retry`, { unscheduled: 1 });
    expect([back.status, back.body.status, back.body.account]).toEqual([200, 'pending', null]);
    expect((await user.delete(path)).status).toBe(200);
  });
});

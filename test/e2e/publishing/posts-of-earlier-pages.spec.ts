import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Database } from '../../../backend/database/database';
import { WithdrawnAccess } from '../../../backend/accounts/checks/withdrawn-access';
import { metaError } from '../../../backend/meta-world/answer';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let harness: PublishingHarness;
let first: ConnectedUser;
let second: ConnectedUser;
beforeAll(async () => {
  harness = await PublishingHarness.start();
});
afterAll(() => harness.end());
beforeEach(async () => {
  first = await harness.addUser({ plan: 3 });
  second = { client: first.client, page: harness.addPage() };
});

const db = () => harness.app.running.nest.get(Database);
const account = async () => (await first.client.get('/api/accounts')).body[0];

async function published(user: ConnectedUser, title: string): Promise<number> {
  const id = await harness.post(user, title);
  expect((await harness.runToEnd(user, id)).status).toBe('published');
  return id;
}

const pagesOf = (title: string) =>
  harness.fake
    .published()
    .filter(({ caption }) => caption === title)
    .map(({ pageId }) => pageId);

/** The name of the account of this post, everywhere that it is shown. */
async function shownNames(id: number): Promise<Record<string, string | null>> {
  const { client } = first;
  const [from, to] = [-DAY, DAY].map((ms) => new Date(harness.now() + ms).toISOString());
  const find = (items: any[]) => items.find((item) => item.id === id).account.name;
  return {
    item: (await client.get(`/api/videos/${id}`)).body.account.name,
    list: find((await client.get('/api/videos?page=1')).body.data),
    all: find((await client.get('/api/posts?page=1')).body.data),
    calendar: find((await client.get(`/api/calendar?from=${from}&to=${to}`)).body.items),
    last: (await client.get('/api/calendar/outlook')).body.last.item.account.name,
  };
}

const everywhere = (name: string | null) => ({
  item: name,
  list: name,
  all: name,
  calendar: name,
  last: name,
});

describe('a post that was published on a Page', () => {
  it('is shown with the name of that Page after another one was saved in its place', async () => {
    const id = await published(first, 'On the first Page');
    const waiting = await harness.post(first, 'Follows', { at: new Date(harness.now() + HOUR) });
    await harness.connect(second);
    expect(await shownNames(id)).toEqual(everywhere(first.page.name));
    expect((await harness.item(first, waiting)).account.name).toBe(second.page.name);
    const { id: accountId } = await account();
    expect((await harness.item(first, id)).account.id).toBe(accountId);
    const next = await published(second, 'On the second Page');
    expect(await shownNames(next)).toEqual(everywhere(second.page.name));
    await harness.connect(first);
    expect((await harness.item(first, id)).account.name).toBe(first.page.name);
    expect((await harness.item(first, next)).account.name).toBe(second.page.name);
  });

  it('is shown with it when it went out after the other one was saved', async () => {
    harness.fake.fault({ on: 'reels.finish', page: first.page.id, do: { cut: 'after' } });
    const forget = harness.fake.onEffect('reels.finish', async () => {
      forget();
      await harness.connect(second);
    });
    const id = await harness.post(first, 'Begun on the first Page');
    expect((await harness.runToEnd(first, id)).account.name).toBe(first.page.name);
    expect(pagesOf('Begun on the first Page')).toEqual([first.page.id]);
  });

  it('loses that name with the data of who connected it', async () => {
    const id = await published(first, 'Of somebody');
    await db().run("UPDATE accounts SET meta_user_id = '660066' WHERE user_id = ?", [first.client.user.id]);
    await harness.connect(second);
    await db().run('UPDATE accounts SET meta_user_id = NULL WHERE user_id = ?', [first.client.user.id]);
    await harness.app.running.nest.get(WithdrawnAccess).erase('660066', []);
    expect(await shownNames(id)).toEqual(everywhere(null));
  });
});

describe('what is counted of a Page', () => {
  const check = async (description: string) => {
    const { id } = await account();
    const targets = [{ account_id: id, format: 'text' }];
    const at = new Date(harness.now() + 5 * MINUTE).toISOString();
    const { body } = await first.client.post('/api/posts/check', { targets, description, scheduled_for: at });
    return body.warnings.map(({ code }: any) => code);
  };

  it('warns of nothing that is on the Page before', async () => {
    const id = await published(first, 'Twice');
    await db().run("UPDATE posts SET description = 'Twice' WHERE id = ?", [id]);
    expect(await check('Twice')).toEqual(['same_text', 'too_close']);
    await harness.connect(second);
    expect(await check('Twice')).toEqual([]);
    await harness.connect(first);
    expect(await check('Twice')).toEqual(['same_text', 'too_close']);
  });

  it('lets the first post of a new Page wait for none of the Page before', async () => {
    const { id } = await account();
    await first.client.put(`/api/accounts/${id}`, { upload_frequency: 600 });
    const waiting = await harness.post(first, 'Waits for its turn', { at: null });
    const uploadedAt = harness.now();
    harness.forward(300 * MINUTE);
    await published(first, 'In between');
    const minutesUntil = (at: string) => Math.round((Date.parse(at) - uploadedAt) / MINUTE);
    const foreseen = async () => [
      minutesUntil((await harness.item(first, waiting)).next_at),
      minutesUntil((await account()).next_at),
    ];
    expect(await foreseen()).toEqual([900, 900]);
    await harness.connect(second);
    expect(await foreseen()).toEqual([600, 600]);
    harness.forward(300 * MINUTE + 1000);
    await harness.app.running.nest.get(AutoPosting).look();
    await harness.untilIdle(waiting);
    expect(pagesOf('Waits for its turn')).toEqual([second.page.id]);
  });

  it('takes an unknown refusal for the limit of the Page only after thirty reels on it', async () => {
    const { id } = await account();
    const row = { user_id: first.client.user.id, account_id: id, published_at: harness.now() - HOUR };
    for (let n = 0; n < 30; n++)
      await db().run(
        `INSERT INTO posts (user_id, account_id, kind, network, format, title, status, published_at, published_on,
           size_bytes, width, height, created_at) VALUES (?, ?, 'video', 'facebook', 'reel', 'r', 'published', ?, ?, 0, 1, 1, 1)`,
        [row.user_id, row.account_id, row.published_at, first.page.id],
      );
    await harness.connect(second);
    harness.fake.fault({
      on: 'reels.finish',
      page: second.page.id,
      do: metaError(99_123, 99_456, 'You cannot publish any more reels'),
    });
    const refused = await harness.post(second, 'First reel');
    expect((await harness.runToEnd(second, refused)).status).toBe('failed');
    expect((await account()).status).toBe('connected');
  });
});

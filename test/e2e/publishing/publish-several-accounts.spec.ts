import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Database } from '../../../backend/database/database';
import { metaError, type PageSpec } from '../../support/fake-graph';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { addCategory, addSharedVideo } from '../../support/shared-library';
import { eventually } from '../../support/client';

const MINUTE_MS = 60_000;
const PORTRAIT = fixture('portrait.mp4');

let harness: PublishingHarness;
let account: ConnectedUser;
let other: PageSpec;
let first: number;
let second: number;

beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
  other = harness.addPage();
  second = await connected(other);
  first = (await db().row<{ id: number }>('SELECT id FROM accounts WHERE remote_id = ?', [account.page.id]))!
    .id;
});
afterEach(() => harness.end());

const db = () => harness.app.running.nest.get(Database);

const connected = ({ id, token, name }: PageSpec, more: object = {}) =>
  addAccount(harness.app.running.nest, account.client.user.id, { id, token, name, ...more });

/** @returns the ids of the posts, in the order of the accounts. */
async function post(title: string, accounts: number[], at?: Date): Promise<number[]> {
  const { status, body } = await account.client.upload('/api/videos', [PORTRAIT], {
    titles: [title],
    account_ids: accounts.map(String),
    ...(at && { scheduled_for: [at.toISOString()] }),
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.videos.map(({ id }: any) => id);
}

const publicOn = (page: PageSpec) =>
  harness.fake
    .published()
    .filter((each) => each.pageId === page.id)
    .map(({ caption }) => caption);

const pauses = () => db().rows('SELECT id, paused_reason FROM accounts WHERE paused_reason IS NOT NULL');

async function tick(): Promise<void> {
  await harness.app.running.nest.get(AutoPosting).look();
}

/** Until they are public, and the product knows it: the next slot counts from there. */
async function untilPublic(page: PageSpec, captions: string[]): Promise<void> {
  const posts = `SELECT p.title FROM posts p JOIN accounts a ON a.id = p.account_id
    WHERE a.remote_id = ? AND p.status = 'published' ORDER BY p.published_at`;
  const known = await eventually(
    () => db().rows<{ title: string }>(posts, [page.id]),
    (rows) => rows.length >= captions.length,
  );
  expect(known.map(({ title }) => title)).toEqual(captions);
  expect(publicOn(page)).toEqual(captions);
}

it('publishes the same file once on each of two Pages', async () => {
  const ids = await post('For both', [first, second], harness.nowToPost());
  for (const id of ids) expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published' });
  expect([publicOn(account.page), publicOn(other)]).toEqual([['For both'], ['For both']]);
  const items = await Promise.all(ids.map((id) => harness.item(account, id)));
  expect(items.map(({ account: shown }) => shown.name)).toEqual([account.page.name, other.name]);
  expect(items[0].permalink).not.toBe(items[1].permalink);
  expect(harness.fake.violations()).toEqual([]);
});

it('lets a paused account delay no other, and posts there once it is connected again', async () => {
  harness.fake.fault({
    on: 'reels.start',
    page: account.page.id,
    do: metaError(200, null, 'Permissions error'),
  });
  const [held, free] = (await post('One waits', [first, second], harness.nowToPost())) as [number, number];
  expect(await harness.runToEnd(account, free)).toMatchObject({ status: 'published' });
  expect(await harness.runToEnd(account, held)).toMatchObject({ status: 'pending' });
  expect(await pauses()).toEqual([expect.objectContaining({ id: first })]);
  const [later] = (await post('Later', [second], harness.nowToPost())) as [number];
  expect(await harness.runToEnd(account, later)).toMatchObject({ status: 'published' });
  expect(publicOn(account.page)).toEqual([]);
  await harness.connect(account);
  expect(await harness.runToEnd(account, held)).toMatchObject({ status: 'published' });
  expect([publicOn(account.page), publicOn(other)]).toEqual([['One waits'], ['One waits', 'Later']]);
});

it('waits for the slow Page alone', async () => {
  let goOn = (): void => undefined;
  const freeIsOut = new Promise<void>((resolve) => (goOn = resolve));
  harness.fake.onCall('reels.start', ({ page }) => (page === account.page.id ? freeIsOut : undefined));
  const [, free] = (await post('One is slow', [first, second], harness.nowToPost())) as [number, number];
  await harness.untilEnded(free);
  expect(publicOn(account.page)).toEqual([]);
  goOn();
  await untilPublic(account.page, ['One is slow']);
});

it('has a posting frequency for each account', async () => {
  await db().run('UPDATE accounts SET upload_frequency = 180 WHERE id = ?', [second]);
  for (const title of ['A', 'B']) await post(title, [first, second]);
  harness.forward(61 * MINUTE_MS);
  await tick();
  await untilPublic(account.page, ['A']);
  harness.forward(61 * MINUTE_MS);
  await tick();
  await untilPublic(account.page, ['A', 'B']);
  expect(publicOn(other)).toEqual([]);
  harness.forward(61 * MINUTE_MS);
  await tick();
  await untilPublic(other, ['A']);
});

it('posts each video of the library once on each account', async () => {
  const admin = await harness.app.users.admin();
  const category = await addCategory(admin, 'For all');
  await admin.put(`/api/admin/users/${account.client.user.id}`, { can_use_shared_videos: 1 });
  await account.client.put('/api/user/preferences/categories', { category_ids: [category] });
  await addSharedVideo(admin, 'Shared', category);
  await tick();
  for (const page of [account.page, other]) await untilPublic(page, ['Shared']);
  for (let hours = 0; hours < 3; hours++) {
    harness.forward(61 * MINUTE_MS);
    await tick();
  }
  await addSharedVideo(admin, 'Another', category);
  await tick();
  for (const page of [account.page, other]) await untilPublic(page, ['Shared', 'Another']);
});

it('counts the reels of a day for each Page', async () => {
  for (let n = 0; n < 30; n++)
    await db().run(
      `INSERT INTO posts (user_id, account_id, kind, network, format, title, status, published_at, size_bytes, width, height, created_at)
       VALUES (?, ?, 'video', 'facebook', 'reel', 'Before', 'published', ?, 0, 1, 1, 1)`,
      [account.client.user.id, first, harness.now() - 20 * 60 * MINUTE_MS],
    );
  const refusal = metaError(99_123, 99_456, 'You cannot publish any more reels');
  for (const page of [account.page, other])
    harness.fake.fault({ on: 'reels.start', page: page.id, do: refusal });
  const ids = await post('Too many', [first, second], harness.nowToPost());
  for (const id of ids) await harness.untilIdle(id);
  expect(await pauses()).toEqual([
    { id: first, paused_reason: expect.stringContaining('30 reels in 24 hours') },
  ]);
  expect((await harness.row(ids[1]!)).status).toBe('failed');
});

it('tells where a slot belongs', async () => {
  await post('Waits', [second]);
  const day = (n: number) => new Date(harness.now() + n * 24 * 60 * MINUTE_MS).toISOString();
  const { body } = await account.client.get(`/api/calendar?from=${day(0)}&to=${day(1)}`);
  expect(body.slots).toEqual([
    expect.objectContaining({
      title: 'Waits',
      account: { id: second, name: other.name, network: 'facebook' },
    }),
  ]);
});

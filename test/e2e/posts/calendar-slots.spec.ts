import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { windowOf } from '../../support/calendar-calls';
import type { Client } from '../../support/client';
import { PAGE } from '../../support/credentials';
import { insertRows } from '../../support/many-accounts';
import { addAccount } from '../../support/more-accounts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const app = useApp({ env: { ROLE: 'api' } });
const db = () => app.running.nest.get(Database);

let user: Client;
let accounts: number[];
beforeEach(async () => {
  user = await app.users.subscriber({ connected: PAGE });
  accounts = (await user.get('/api/accounts')).body.map(({ id }: any) => id);
});
afterEach(() => app.clock.reset());

async function addPage(): Promise<void> {
  accounts.push(await addAccount(app.running.nest, user.user.id, { id: `92000${accounts.length}` }));
}

/** Texts that wait on each of the accounts; each goes out an hour after the one before. */
async function addWaiting(each: number): Promise<void> {
  await db().run('UPDATE accounts SET photo_upload_frequency = 60 WHERE user_id = ?', [user.user.id]);
  await insertRows(db(), 'posts', each * accounts.length, (n) => ({
    ...{ user_id: user.user.id, account_id: accounts[n % accounts.length], kind: 'text' as const },
    ...{ network: 'facebook' as const, format: 'text' as const, title: `Waits ${n}`, description: 'Waits' },
    ...{ status: 'pending' as const, size_bytes: 0, width: 0, height: 0, created_at: n, stored_at: n },
  }));
}

const days = (first: number, last: number) =>
  windowOf(
    user,
    new Date(Date.now() + first * DAY).toISOString(),
    new Date(Date.now() + last * DAY).toISOString(),
  ).then(({ body }) => body);

it('shows each slot of the window, on each of the accounts', async () => {
  for (let n = 0; n < 2; n++) await addPage();
  await addWaiting(120);
  const { slots, slots_until } = await days(-1, 7);
  expect([slots.length, slots_until]).toEqual([360, undefined]);
  for (const account of accounts)
    expect(slots.filter(({ account_id }: any) => account_id === account)).toHaveLength(120);
  const posts = (await user.get('/api/posts?range=[0,999]')).body;
  const foreseen = (of: any[], at: string) => Object.fromEntries(of.map((each) => [each.id, each[at]]));
  expect(Object.keys(foreseen(slots, 'at'))).toEqual(Object.keys(foreseen(posts, 'next_at')));
});

it('shows the first two thousand over all accounts, and says up to when', async () => {
  await addPage();
  await addWaiting(1_100);
  const { slots, slots_until } = await days(-1, 100);
  expect(slots).toHaveLength(2_000);
  const until = Date.parse(slots_until);
  expect(Math.abs(until - Date.now() - 1_000 * HOUR)).toBeLessThan(2 * HOUR);
  expect(slots.filter(({ at }: any) => Date.parse(at) > until)).toEqual([]);
  // They begin with the window.
  const rest = await days(40, 100);
  expect([rest.slots.length, rest.slots_until]).toEqual([2 * (1_100 - 40 * 24), undefined]);
});

it('says up to when the shared library was read', async () => {
  const admin = await app.users.admin();
  const { id: category } = (await admin.post('/api/categories', { name: 'Many videos' })).body;
  await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
  await user.put('/api/user/preferences/categories', { category_ids: [category] });
  await db().run('UPDATE accounts SET upload_frequency = 60 WHERE user_id = ?', [user.user.id]);
  await insertRows(db(), 'shared_videos', 2_100, (n) => ({
    ...{ category_id: category, title: `Shared ${n}`, description: '', file_key: `shared${n}.mp4` },
    ...{ size_bytes: 1, width: 1080, height: 1920, duration_ms: 1, created_at: n },
  }));
  const { slots, slots_until } = await days(80, 90);
  const until = Date.parse(slots_until);
  expect(Math.abs(until - Date.now() - 2_000 * HOUR)).toBeLessThan(2 * HOUR);
  expect(slots).toHaveLength(2_001 - 80 * 24);
});

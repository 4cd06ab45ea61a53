import { AccountPosts } from '../../../backend/accounts/removal/account-posts';
import { AdminUsersService } from '../../../backend/admin/admin-users.service';
import { ResetLinks } from '../../../backend/auth/reset-links';
import { Database, insertStatement } from '../../../backend/database/database';
import type { NewRow } from '../../../backend/database/tables';
import { Networks } from '../../../backend/ports/networks/network';
import { Storage, StorageAway } from '../../../backend/ports/storage/storage';
import { FEW } from '../../../backend/publishing/housekeeping/media-sweep';
import { PostDeletion } from '../../../backend/publishing/posts/post-deletion';
import { PAGE, useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { turnsDuring } from '../../support/event-loop-turns';

const POSTS = 450;
const TABLES = ['posts', 'captions', 'sessions', 'subscriptions', 'quota_usage'];

const app = useApp();
let admin: Client;
let db: Database;
beforeAll(async () => {
  admin = await app.users.admin();
  db = app.running.nest.get(Database);
});
afterEach(() => jest.restoreAllMocks());

/** Somebody with more posts than are deleted at once, each with a line in the ledger. */
async function busyUser(): Promise<Client> {
  const user = await app.users.subscriber();
  const user_id = user.user.id;
  const post = {
    user_id,
    kind: 'video',
    network: 'facebook',
    format: 'video',
    size_bytes: 1,
    width: 1,
  } as const;
  const posts = Array.from({ length: POSTS }, (_, n): NewRow<'posts'> => ({
    ...post,
    status: n % 2 ? 'pending' : 'published',
    height: 1,
    title: `Post ${n}`,
    file_key: `${user_id}-${n}.mp4`,
    created_at: n,
  }));
  await db.atomically([
    insertStatement('posts', posts),
    {
      sql: 'UPDATE quota_usage SET tasks_used = ?, storage_used = ? WHERE user_id = ?',
      params: [POSTS / 2, POSTS, user_id],
      required: true,
    },
    {
      sql: "INSERT INTO publish_steps (post_id, fence, step, started_at) SELECT id, 1, 'start', 1 FROM posts WHERE user_id = ?",
      params: [user_id],
    },
    insertStatement(
      'captions',
      Array.from({ length: 700 }, (_, n) => ({ user_id, content: `Caption ${n}`, created_at: n })),
    ),
  ]);
  return user;
}

async function left({ user }: Client): Promise<number> {
  const counts = TABLES.map((table) => `(SELECT COUNT(*) FROM ${table} WHERE user_id = ?)`).join(' + ');
  const params = TABLES.map(() => user.id as number);
  const row = await db.row<{ n: number }>(
    `SELECT ${counts} + (SELECT COUNT(*) FROM publish_steps) AS n`,
    params,
  );
  return row?.n ?? -1;
}

it('takes everything of somebody with many posts', async () => {
  const user = await busyUser();
  const deleted = jest.spyOn(app.running.nest.get(Storage), 'delete');
  expect(await admin.delete(`/api/admin/users/${user.user.id}`)).toMatchObject({
    status: 200,
    body: { id: user.user.id },
  });
  expect(await left(user)).toBe(0);
  expect(new Set(deleted.mock.calls.map(([key]) => key)).size).toBe(POSTS);
  expect((await admin.get(`/api/admin/users/${user.user.id}`)).status).toBe(404);
});

it('lets others have a turn after every few posts and captions', async () => {
  const user = await busyUser();
  // Bytes that are gone at once: only what the deletion itself leaves to others is counted.
  jest.spyOn(app.running.nest.get(Storage), 'delete').mockResolvedValue();
  const users = app.running.nest.get(AdminUsersService);
  const by = { id: Number(admin.user.id), address: null };
  const turns = await turnsDuring(() => users.delete(Number(user.user.id), by));
  // Half of what the sweep takes at once, and the captions in more than one go.
  expect(turns).toBeGreaterThan(POSTS / (FEW / 2));
  expect(await left(user)).toBe(0);
});

it('leaves an account that nobody can use when it breaks off, and goes on when it is asked for again', async () => {
  const user = await busyUser();
  const storage = app.running.nest.get(Storage);
  jest.spyOn(storage, 'delete').mockRejectedValueOnce(new Error('the disk is away'));
  const path = `/api/admin/users/${user.user.id}`;
  expect((await admin.delete(path)).status).toBe(500);
  expect((await user.get('/api/user')).status).toBe(401);
  const rows = await db.row<{ tasks: number; storage_bytes: number }>(
    "SELECT COALESCE(SUM(status = 'pending'), 0) AS tasks, COUNT(*) AS storage_bytes FROM posts WHERE user_id = ?",
    [Number(user.user.id)],
  );
  expect((await admin.get(path)).body.usage).toEqual(rows);
  // A video and its picture each: what is left without a row the sweep takes away by itself.
  expect(2 * (POSTS - (rows?.storage_bytes ?? 0))).toBeLessThanOrEqual(FEW);
  const again = await app.client.post('/api/auth/login', {
    email: user.user.email,
    password: 'whatever it was before',
  });
  expect(again.status).toBe(401);
  expect((await admin.delete(path)).status).toBe(200);
  expect(await left(user)).toBe(0);
});

it('finds nobody when another administrator was faster', async () => {
  const user = await app.users.subscriber();
  const path = `/api/admin/users/${user.user.id}`;
  const atomically = db.atomically.bind(db);
  jest.spyOn(db, 'atomically').mockImplementationOnce(async (unit) => {
    expect((await admin.delete(path)).status).toBe(200);
    return atomically(unit);
  });
  const { status, body } = await admin.delete(path);
  expect([status, body.message]).toEqual([404, 'This user was not found.']);
});

/** The deletion has closed the account, and does not get any further. */
async function breakOff({ user }: Client): Promise<void> {
  jest.spyOn(app.running.nest.get(PostDeletion), 'deleteAll').mockRejectedValueOnce(new StorageAway());
  expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(503);
}

const connected = ({ user }: Client) =>
  db.rows('SELECT id, token FROM accounts WHERE user_id = ? AND removed_at = 0', [Number(user.id)]);

describe('a deletion that broke off', () => {
  it('sends no link for a new password', async () => {
    const [closed, other] = [await app.users.subscriber(), await app.users.subscriber()];
    await breakOff(closed);
    // Prepared one after the other, after the answers.
    for (const { user } of [closed, other])
      await app.client.post('/api/auth/forgot-password', { email: user.email });
    const links = ({ user }: Client) =>
      db.rows('SELECT id FROM reset_links WHERE user_id = ?', [Number(user.id)]);
    await eventually(
      () => links(other),
      (rows) => rows.length === 1,
    );
    expect(await links(closed)).toEqual([]);
  });

  it('takes no new password by a link that was looked up before', async () => {
    const user = await app.users.subscriber();
    const { id, email } = user.user;
    const links = app.running.nest.get(ResetLinks);
    const { url, statements } = links.issuing({ id: Number(id), email }, 60_000);
    await db.atomically(statements);
    await breakOff(user);
    const token = url.split('#token=')[1] ?? '';
    jest.spyOn(links, 'holderOf').mockResolvedValueOnce({ id: Number(id), name: 'Somebody', email });
    jest.spyOn(links, 'using').mockReturnValueOnce([]);
    const password = 'quite another one';
    const { status } = await app.client.post('/api/auth/reset-password', {
      token,
      password,
      password_confirmation: password,
    });
    expect(status).toBe(422);
    expect((await app.client.post('/api/auth/login', { email, password })).status).toBe(401);
  });

  it('makes nobody an administrator who is being deleted', async () => {
    const user = await app.users.subscriber();
    await breakOff(user);
    const path = `/api/admin/users/${user.user.id}`;
    const { status, body } = await admin.put(path, { is_admin: 1 });
    expect([status, body.message]).toEqual([409, 'This user is being deleted. Delete them again to finish.']);
    expect((await admin.get(path)).body.is_admin).toBe(0);
  });
});

describe('an account that is being connected meanwhile', () => {
  it('is not added, whether the network answers before or after the deletion', async () => {
    for (const answersFirst of [true, false]) {
      const user = await app.users.subscriber({ connected: true });
      const networks = app.running.nest.get(Networks);
      const verify = networks.verify.bind(networks);
      jest.spyOn(networks, 'verify').mockImplementationOnce(async (access) => {
        const verified = answersFirst ? await verify(access) : undefined;
        await breakOff(user);
        return verified ?? verify(access);
      });
      const { status } = await user.put('/api/user/facebook-settings', {
        access_token: PAGE.token,
        page_id: PAGE.id,
      });
      expect([status, await connected(user)]).toEqual([404, []]);
      expect((await admin.delete(`/api/admin/users/${user.user.id}`)).status).toBe(200);
      expect(await left(user)).toBe(0);
    }
  });

  it('is removed again when it was added just before the deletion began', async () => {
    const user = await app.users.subscriber();
    const accounts = app.running.nest.get(AccountPosts);
    jest.spyOn(accounts, 'accountsOf').mockImplementationOnce(async (id) => {
      const before = await db.rows<{ id: number }>('SELECT id FROM accounts WHERE user_id = ?', [id]);
      await app.users.connect(user);
      return before.map((account) => account.id);
    });
    await breakOff(user);
    expect(await connected(user)).toEqual([]);
  });
});

import { AdminUsersService } from '../../backend/admin/admin-users.service';
import { Database, insertStatement } from '../../backend/database/database';
import type { NewRow } from '../../backend/database/tables';
import { Storage } from '../../backend/ports/storage/storage';
import { FEW } from '../../backend/publishing/media-sweep';
import { useApp } from '../support/app';
import type { Client } from '../support/client';
import { turnsDuring } from '../support/event-loop-turns';

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

import { Database, type Statement } from '../../../backend/database/database';
import { DatabaseAway } from '../../../backend/database/database-errors';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { addAccount } from '../../support/more-accounts';
import { uploadVideo } from '../../support/video-uploads';

const app = useApp();
const db = () => app.running.nest.get(Database);

let user: Client;
let ids: number[];
beforeEach(async () => {
  user = await app.users.subscriber({ connected: true });
  ids = [];
  for (let n = 0; n < 3; n++) ids.push((await uploadVideo(user)).id);
});

const bulk = (body: object) => user.post('/api/posts/bulk', body);
const post = async (id: number) => (await user.get(`/api/posts/${id}`)).body;
const times = () => Promise.all(ids.map(async (id) => (await post(id)).scheduled_for));
/** One for all tests: the minute may end within one. */
const THIS_MINUTE = Math.floor(Date.now() / 60_000);
const inDays = (days: number) => new Date((THIS_MINUTE + 1440 * days) * 60_000).toISOString();
const setTimes = (given: (string | null)[]) =>
  bulk({ ids, action: 'set_times', times: given.map((scheduled_for, n) => ({ id: ids[n], scheduled_for })) });
const done = (...of: number[]) => of.map((id) => ({ id }));

it('changes each on its own, answers each once, and refuses as the single call does', async () => {
  const foreign = (await uploadVideo(await app.users.subscriber())).id;
  await db().run("UPDATE posts SET status = 'published' WHERE id = ?", [ids[1]!]);
  const { status, body } = await bulk({ ids: [...ids, ids[0], foreign, 999_999], action: 'delete' });
  expect([status, body.done]).toEqual([200, done(ids[0]!, ids[2]!)]);
  const single = await Promise.all([ids[1], foreign, 999_999].map((id) => user.delete(`/api/posts/${id}`)));
  expect(body.refused).toEqual(
    [ids[1], foreign, 999_999].map((id, n) => {
      const { error, message } = single[n]!.body;
      return { id, error, message };
    }),
  );
});

it('sets, shifts and takes away times, and gives back exactly those that were', async () => {
  const before = [inDays(2), inDays(3), null];
  expect((await setTimes(before)).body).toEqual({ done: done(...ids), refused: [] });
  expect(await times()).toEqual(before);
  const shifted = await bulk({ ids, action: 'shift', minutes: 1440 });
  expect(shifted.body.done).toEqual(done(ids[0]!, ids[1]!));
  expect(shifted.body.refused).toMatchObject([{ id: ids[2], error: 'conflict' }]);
  expect(await times()).toEqual([inDays(3), inDays(4), null]);
  expect((await bulk({ ids, action: 'shift', minutes: -525_600 })).body.done).toEqual([]);
  expect((await bulk({ ids, action: 'clear_time' })).body.done).toEqual(done(...ids));
  expect(await times()).toEqual([null, null, null]);
  expect((await setTimes(before)).body.refused).toEqual([]);
  expect(await times()).toEqual(before);
  const some = await bulk({
    ids,
    action: 'set_times',
    times: [{ id: ids[0], scheduled_for: 'now' }, { id: 999_999 }],
  });
  expect(some.body.refused.map(({ id, error }: any) => [id, error])).toEqual([
    [ids[1], 'validation_failed'],
    [ids[2], 'validation_failed'],
  ]);
});

it('undoes a change exactly, also of a time that has passed, where nothing was changed since', async () => {
  const overdue = new Date((THIS_MINUTE - 180) * 60_000).toISOString();
  const before = [overdue, inDays(3), inDays(4)];
  await db().run('UPDATE accounts SET paused_reason = ? WHERE user_id = ?', ['Connect again.', user.user.id]);
  for (const [n, id] of ids.entries()) {
    const at = Date.parse(before[n]!);
    await db().run('UPDATE posts SET scheduled_for = ?, due_at = ? WHERE id = ?', [at, at, id]);
  }
  const back = (was: (n: number) => string | null) => ({
    ids,
    action: 'set_times',
    times: ids.map((id, n) => ({ id, scheduled_for: before[n], was: was(n) })),
  });
  expect((await bulk({ ids, action: 'clear_time' })).body.done).toEqual(done(...ids));
  await user.put(`/api/posts/${ids[1]}/reschedule`, { scheduled_for: inDays(9) });
  const { body } = await bulk(back(() => null));
  expect(body.done).toEqual(done(ids[0]!, ids[2]!));
  const message = 'Its time has been changed since then, and stays as it is.';
  expect(body.refused).toEqual([{ id: ids[1], error: 'conflict', message }]);
  expect(await times()).toEqual([overdue, inDays(9), inDays(4)]);
  const row = await db().row('SELECT due_at FROM posts WHERE id = ?', [ids[0]!]);
  expect(row).toEqual({ due_at: Date.parse(overdue) });

  const moved = (await user.put(`/api/posts/${ids[0]}/reschedule`, { scheduled_for: inDays(1) })).body;
  const undo = { scheduled_for: overdue, was: moved.scheduled_for };
  expect((await user.put(`/api/posts/${ids[0]}/reschedule`, undo)).status).toBe(200);
  expect((await user.put(`/api/posts/${ids[0]}/reschedule`, undo)).status).toBe(409);
  const without = await user.put(`/api/posts/${ids[0]}/reschedule`, { scheduled_for: overdue });
  expect(without.status).toBe(422);
  for (const was of ['soon', 7])
    expect((await user.put(`/api/posts/${ids[0]}/reschedule`, { ...undo, was })).body.errors).toHaveProperty(
      'was',
    );
});

it('holds posts back and adds text to them', async () => {
  expect((await bulk({ ids, action: 'draft', draft: 1 })).body.done).toEqual(done(...ids));
  expect((await post(ids[0]!)).draft).toBe(1);
  await user.put(`/api/posts/${ids[0]}`, { description: 'Bread' });
  await user.put(`/api/posts/${ids[1]}`, { description: 'x'.repeat(63_206 - 1100) });
  const text = `#${'a'.repeat(1098)}`;
  expect((await bulk({ ids: [ids[0]], action: 'append_text', text: '#fresh' })).body.done).toHaveLength(1);
  expect((await post(ids[0]!)).description).toBe('Bread #fresh');
  expect((await bulk({ ids: [ids[1]], action: 'append_text', text })).body.done).toHaveLength(1);
  const { refused } = (await bulk({ ids: [ids[1]], action: 'append_text', text: ' b' })).body;
  expect(refused[0].message).toBe('Facebook takes at most 63,206 characters; this has 63,208.');
  expect((await bulk({ ids: [ids[2]], action: 'append_text', text: ' #only ' })).body.done).toHaveLength(1);
  expect((await post(ids[2]!)).description).toBe('#only');
  const long = { ids: [ids[0]], action: 'append_text', text: 'y'.repeat(63_000) };
  expect((await bulk(long)).body.done).toHaveLength(1);
  expect((await bulk(long)).body.refused[0].message).toMatch(/^Facebook takes at most 63,206 characters/);
});

it('moves those of the network, and none to an account that is not there', async () => {
  const to = await addAccount(app.running.nest, user.user.id, { id: '920100' });
  const reels = await addAccount(app.running.nest, user.user.id, { id: '920200', network: 'instagram' });
  expect((await bulk({ ids, action: 'move', account_id: to })).body.done).toEqual(done(...ids));
  for (const account_id of [reels, 999_999]) {
    const { body } = await bulk({ ids, action: 'move', account_id });
    expect([body.done, body.refused.map(({ error }: any) => error)]).toEqual([
      [],
      Array(3).fill('validation_failed'),
    ]);
  }
  expect((await post(ids[0]!)).account.id).toBe(to);
});

it('asks a database that has gone away once, and not for each of the others', async () => {
  const inner = db() as unknown as { unit: (statements: Statement[]) => Promise<unknown> };
  const real = inner.unit.bind(db());
  let deletions = 0;
  const unit = jest.spyOn(inner, 'unit').mockImplementation((statements) => {
    if (!statements.some(({ sql }) => /^delete from .posts/i.test(sql))) return real(statements);
    return ++deletions === 1 ? real(statements) : Promise.reject(new DatabaseAway());
  });
  const { status, body } = await bulk({ ids, action: 'delete' });
  unit.mockRestore();
  expect([status, body.done, deletions]).toEqual([200, done(ids[0]!), 2]);
  expect(body.refused.map(({ id, error }: any) => [id, error])).toEqual([
    [ids[1], 'unavailable'],
    [ids[2], 'unavailable'],
  ]);
});

it('tells what is done when the disk is full in the middle', async () => {
  const atomically = db().atomically.bind(db());
  let deletions = 0;
  const spy = jest.spyOn(db(), 'atomically').mockImplementation((unit) => {
    const isDeletion = unit.some((each) => 'sql' in each && /^delete from .posts/i.test(each.sql));
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    return isDeletion && ++deletions > 2 ? Promise.reject(full) : atomically(unit);
  });
  const last = (await uploadVideo(user)).id;
  const { status, body } = await bulk({ ids: [...ids, last], action: 'delete' });
  spy.mockRestore();
  expect([status, body.done, deletions]).toEqual([200, done(ids[0]!, ids[1]!), 3]);
  expect(body.refused.map(({ id, error }: any) => [id, error])).toEqual([
    [ids[2], 'insufficient_storage'],
    [last, 'insufficient_storage'],
  ]);
});

it('refuses a body that makes no sense as a whole', async () => {
  const wrong: [object, string][] = [
    [{ action: 'delete' }, 'ids'],
    [{ ids: [], action: 'delete' }, 'ids'],
    [{ ids: Array.from({ length: 501 }, (_, n) => n + 1), action: 'delete' }, 'ids'],
    [{ ids: ['1'], action: 'delete' }, 'ids'],
    [{ ids: [0], action: 'delete' }, 'ids'],
    [{ ids: { length: 1, 0: 1 }, action: 'delete' }, 'ids'],
    [{ ids, action: 'destroy' }, 'action'],
    [{ ids, action: '__proto__' }, 'action'],
    [{ ids, action: 'set_times' }, 'times'],
    [{ ids, action: 'set_times', times: 'now' }, 'times'],
    [{ ids, action: 'shift', minutes: 1.5 }, 'minutes'],
    [{ ids, action: 'shift' }, 'minutes'],
    [{ ids, action: 'draft', draft: 2 }, 'draft'],
    [{ ids, action: 'append_text', text: '  ' }, 'text'],
    [{ ids, action: 'append_text', text: 7 }, 'text'],
    [{ ids, action: 'move' }, 'account_id'],
  ];
  for (const [body, field] of wrong) {
    const answer = await bulk(body);
    expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([body, 422, [field]]);
  }
});

it('takes 500 in mixed states, and other requests are answered meanwhile', async () => {
  const { insertStatement } = jest.requireActual<typeof import('../../../backend/database/database')>(
    '../../../backend/database/database',
  );
  const row = (n: number) => ({
    ...{ user_id: user.user.id, kind: 'video', network: 'facebook', format: 'video', title: `Many ${n}` },
    ...{ status: n % 2 ? 'pending' : 'published', size_bytes: 0, width: 1, height: 1, created_at: n },
  });
  await db().atomically(Array.from({ length: 500 }, (_, n) => insertStatement('posts', [row(n) as never])));
  const many = (await user.get('/api/posts?filter={"q":"Many"}')).body.map(({ id }: any) => id);
  let answered = 0;
  const running = bulk({ ids: many, action: 'draft', draft: 1 }).finally(() => (answered = -answered));
  while (answered >= 0 && answered < 3) if ((await user.get('/api/user')).status === 200) answered++;
  const { body } = await running;
  expect([many.length, body.done.length, body.refused.length]).toEqual([500, 250, 250]);
});

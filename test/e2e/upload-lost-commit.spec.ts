import { Database, type Statement } from '../../backend/database/database';
import { DatabaseAway } from '../../backend/database/database-errors';
import { useApp } from '../support/app';
import { fixture } from '../support/media';

const app = useApp({ env: { ROLE: 'api' } });

it('keeps the bytes of an upload whose rows were written, though the answer of the database was lost', async () => {
  const user = await app.users.subscriber();
  const db = app.running.nest.get(Database);
  const real = db.atomically.bind(db);
  const lost = jest.spyOn(db, 'atomically').mockImplementation(async (statements) => {
    await real(statements);
    throw new DatabaseAway();
  });
  const { status, body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
  lost.mockRestore();
  expect([status, body.error]).toEqual([503, 'unavailable']);
  const [item] = (await user.get('/api/videos')).body.data;
  expect((await fetch(`${app.url}/storage/${item.file_path}`)).status).toBe(200);
});

it('keeps the bytes of an upload whose rows cannot be read back', async () => {
  const user = await app.users.subscriber();
  const db = app.running.nest.get(Database);
  const inner = db as unknown as { read: (statement: Statement) => Promise<unknown[]> };
  const real = inner.read.bind(db);
  const away = jest.spyOn(inner, 'read').mockImplementation((statement) => {
    if (/from `posts` where `id` in/.test(statement.sql)) throw new DatabaseAway();
    return real(statement);
  });
  const { status } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
  away.mockRestore();
  expect(status).toBe(503);
  const [item] = (await user.get('/api/videos')).body.data;
  expect((await fetch(`${app.url}/storage/${item.file_path}`)).status).toBe(200);
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { CalendarService } from '../../../backend/calendar/calendar.service';
import type { Caller } from '../../../backend/common/http/caller.decorator';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';

// Without a publisher, which would answer to the new times.
const app = useApp({ env: { ROLE: 'api' } });
let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber({ tasks: 1000 });
});

it('scheduling five hundred items asks the database as often as scheduling two', async () => {
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
  const video = { kind: 'video', id: body.videos[0].id };
  const db = app.running.nest.get(Database);
  await db.run(
    `INSERT INTO posts (user_id, kind, network, format, title, status, size_bytes, width, height, created_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
     SELECT user_id, 'photo', network, 'photo', 'Photo', 'pending', 0, width, height, created_at
       FROM posts, n WHERE posts.id = ?`,
    [video.id],
  );
  const photos = (await user.get('/api/photos?range=[0,999]&sort=["id","ASC"]')).body;
  const items = [video, ...photos.map(({ id }: any) => ({ kind: 'photo', id }))];
  expect(items).toHaveLength(500);
  const counted = countStatements(db);
  const caller = { id: (await user.get('/api/user')).body.id, timezone: 'UTC' } as Caller;
  const statements = (some: typeof items) =>
    counted(async () => {
      const dto = { items: some, start: '2041-01-01 00:00:00', every_minutes: 10 };
      const answer = await app.running.nest.get(CalendarService).batch(caller, dto);
      expect(answer.items).toHaveLength(some.length);
    });
  const few = await statements(items.slice(0, 2));
  expect(await statements(items)).toBe(few);
  const stands = (await user.get('/api/calendar?from=2041-01-01&to=2041-02-01')).body.items;
  expect(stands.map(({ kind, id }: any) => ({ kind, id }))).toEqual(items);
});

/** Counts what `work` itself asks the database, and nothing that runs beside it. */
function countStatements(db: Database) {
  const counters = new AsyncLocalStorage<{ statements: number }>();
  const count = (statements: number) => {
    const counter = counters.getStore();
    if (counter) counter.statements += statements;
  };
  const [rows, atomically] = [db.rows.bind(db), db.atomically.bind(db)];
  db.rows = (...given: unknown[]) => {
    count(1);
    return (rows as (...given: unknown[]) => Promise<never[]>)(...given);
  };
  db.atomically = (statements) => {
    count(statements.length);
    return atomically(statements);
  };
  return async (work: () => Promise<void>): Promise<number> => {
    const counter = { statements: 0 };
    await counters.run(counter, work);
    return counter.statements;
  };
}

import { SchedulerRegistry } from '@nestjs/schedule';
import { Database } from '../../backend/database/database';
import { Outbox } from '../../backend/ports/mail/outbox';
import { startTestApp, type TestApp } from '../support/app';
import type { Client } from '../support/client';
import { fixture } from '../support/media';
import { People } from '../support/people';

let app: TestApp;
let user: Client;
beforeAll(async () => {
  // No publisher and nothing else that runs by itself: its statements would be counted.
  app = await startTestApp({ env: { ROLE: 'api' } });
  const registry = app.running.nest.get(SchedulerRegistry);
  for (const name of registry.getIntervals()) clearInterval(registry.getInterval(name) as NodeJS.Timeout);
  jest.spyOn(app.running.nest.get(Outbox), 'wake').mockReturnValue();
  user = await (await People.of(app)).subscriber({ tasks: 1000 });
});
afterAll(() => app.end());

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
  const statements = async (some: unknown[]) => {
    const [rows, atomically] = [jest.spyOn(db, 'rows'), jest.spyOn(db, 'atomically')];
    try {
      const answer = await user.post('/api/calendar/batch', {
        items: some,
        start: '2041-01-01 00:00:00',
        every_minutes: 10,
      });
      expect([answer.status, answer.body.items.length]).toEqual([200, some.length]);
      return rows.mock.calls.length + atomically.mock.calls.flatMap(([list]) => list).length;
    } finally {
      rows.mockRestore();
      atomically.mockRestore();
    }
  };
  // The first call also reads what later ones find in a cache.
  await statements(items.slice(0, 2));
  const few = await statements(items.slice(0, 2));
  expect(await statements(items)).toBe(few);
  const stands = (await user.get('/api/calendar?from=2041-01-01&to=2041-02-01')).body.items;
  expect(stands.map(({ kind, id }: any) => ({ kind, id }))).toEqual(items);
});

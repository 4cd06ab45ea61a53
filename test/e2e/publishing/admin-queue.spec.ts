import { useApp } from '../../support/app';
import { Database } from '../../../backend/database/database';
import { type Client, eventually } from '../../support/client';
import { fixture } from '../../support/media';
import { daysFromNow } from '../../support/users';
import { nowToPost } from '../../support/post-times';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

const queue = async () => (await admin.get('/api/admin/queue')).body;

it('counts what is due, what comes, what went out and what failed', async () => {
  expect(await queue()).toEqual({ due: 0, next_day: 0, published_day: 0, failed_day: 0 });
  const user = await app.users.subscriber({ connected: true });
  const at = [daysFromNow(0.5), daysFromNow(2), (await nowToPost()).toISOString()];
  const files = at.map(() => fixture('portrait.mp4'));
  const { body } = await user.upload('/api/videos', files, { scheduled_for: at });
  await eventually(queue, (now) => now.published_day === 1);
  const db = app.running.nest.get(Database);
  await db.run("UPDATE posts SET status = 'failed', due_at = NULL, idle_since = ? WHERE id = ?", [
    Date.now(),
    body.videos[0].id,
  ]);
  expect(await queue()).toEqual({ due: 0, next_day: 0, published_day: 1, failed_day: 1 });
  await user.post(`/api/videos/${body.videos[0].id}/retry`, { unscheduled: 1 });
  expect(await queue()).toEqual({ due: 0, next_day: 0, published_day: 1, failed_day: 0 });
});

it.each(['queue', 'failures'])('is for administrators: %s', async (what) => {
  expect((await (await app.users.newcomer()).get(`/api/admin/${what}`)).status).toBe(403);
});

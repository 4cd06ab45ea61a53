import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app';
import { autopostOf, uploadOne } from '../support/autopost-setup';
import { eventually } from '../support/client';
import { TestClock } from '../support/test-clock';

const MINUTE = 60_000;

let dir: string;
let app: TestApp;
const clock = new TestClock();

// What takes place here takes place when a test looks.
const start = async (more: { fake?: TestApp['fake'] } = {}): Promise<void> => {
  app = await startTestApp({ dir, clock, env: { PUBLISH_TICK_SECONDS: '3600' }, ...more });
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pagecast-clock-'));
  await start();
});
afterAll(async () => {
  await app.end();
  await app.fake.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
});

it('keeps the posting times from the start on, if the clock was ahead when it was stopped', async () => {
  const user = await app.users.subscriber({ connected: true });
  const titles = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
  const [soon, later] = [20, 120].map((minutes) => (Math.floor(clock.now() / MINUTE) + minutes) * MINUTE);
  const slots = [soon!, later!].map((at) => ({
    day: new Date(at).getUTCDay() || 7,
    time: new Date(at).toISOString().slice(11, 16),
  }));
  const [{ id }] = (await user.get('/api/accounts')).body;
  await user.put(`/api/accounts/${id}`, { posting: 'slots', slots });
  clock.forward(later! + 500 - clock.now());
  await autopostOf(app).tick();
  await eventually(
    async () => (await user.get('/api/videos')).body.data as { title: string; status: string }[],
    (all) => all.some((item) => item.title === titles[0] && item.status === 'published'),
  );
  await autopostOf(app).tick();
  await app.stop();
  clock.reset();
  await start({ fake: app.fake });
  const { tick, isOut } = autopostOf(app);
  await tick();
  clock.forward(soon! + 500 - clock.now());
  await tick();
  await isOut(titles[1]!);
});

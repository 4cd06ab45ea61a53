import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../support/app';
import { autopostOf, savePostingTimes, uploadOne, wallTimeIn } from '../../support/autopost-setup';
import { eventually } from '../../support/client';
import { TestClock } from '../../support/test-clock';

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
  const [soon, later] = [wallTimeIn(20, clock.now()), wallTimeIn(120, clock.now())];
  const [{ id }] = (await user.get('/api/accounts')).body;
  await savePostingTimes(user, id, [soon, later]);
  clock.forward(later.at + 500 - clock.now());
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
  clock.forward(soon.at + 500 - clock.now());
  await tick();
  await isOut(titles[1]!);
  expect(app.fake.published().map(({ caption }) => caption)).toEqual(titles);
});

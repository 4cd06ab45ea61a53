import { Clock } from '../../backend/common/time/clock';
import { DatabaseTime, LONGEST_MS } from '../../backend/database/database-time';
import { databaseEnv, startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/client';
import { onMariadb } from '../support/databases';
import { fixture } from '../support/media';
import { nowToPost } from '../support/post-times';

/** Half of the longest measurement that counts; both clocks tell whole milliseconds. */
const MOST_WRONG_MS = LONGEST_MS / 2 + 2;

onMariadb('a process whose clock differs from the database’s', (makeConfig) => {
  let app: TestApp;

  beforeAll(async () => {
    const config = await makeConfig();
    app = await startTestApp({
      env: databaseEnv(config),
      databaseKeepsTime: true,
    });
  });
  afterAll(() => app.end());

  /** Sets the process's clock, and waits until it is known by how much it is off now. */
  const setClock = async (by: number): Promise<DatabaseTime> => {
    app.running.nest.get(Clock).now = () => Date.now() + by;
    const time = app.running.nest.get(DatabaseTime);
    await eventually(
      async () => {
        await time.measure();
        return time.offsetMs;
      },
      (offsetMs) => Math.abs(offsetMs + by) <= MOST_WRONG_MS,
    );
    return time;
  };

  it('counts from the database’s time what waits for its turn', async () => {
    const user = await app.users.subscriber({ connected: true });
    await setClock(-90_000);
    const before = Date.now();
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['In turn'] });
    const after = Date.now();
    const created = Date.parse(body.videos[0].created_at);
    await setClock(0);
    expect(created).toBeGreaterThan(before - MOST_WRONG_MS);
    expect(created).toBeLessThan(after + MOST_WRONG_MS);
  });

  it.each([
    ['ahead', 90_000, 'portrait.mp4'],
    ['behind', -90_000, 'portrait-1080.mp4'],
  ])(
    'publishes on time when its clock is %s by 90 s, and knows by how much it is off',
    async (_where, by, file) => {
      const user = await app.users.subscriber({ connected: true });
      const { body } = await user.upload('/api/videos', [fixture(file)], { titles: [`By ${by}`] });
      const before = app.fake.published().length;
      // Before the post has a time: until the clock that is set here is measured, the process believes it.
      const time = await setClock(by);
      const at = (await nowToPost(4_000)).getTime();
      const id = body.videos[0].id;
      await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: new Date(at).toISOString() });
      expect(Math.abs(time.now() - Date.now())).toBeLessThan(1_000);
      const { body: metrics } = await app.client.get('/metrics');
      const told = Number(/^pagecast_clock_offset_seconds (\S+)$/m.exec(String(metrics))?.[1]);
      expect(Math.abs(told + by / 1000)).toBeLessThan(1);
      const published = (await app.fake.waitForPublished(before + 1)).at(-1);
      await setClock(0);
      expect(published?.caption).toBe(`By ${by}`);
      const late = Date.parse(app.fake.history('reels.start').at(-1)!.date) - at;
      // A measurement that was held up on its way makes it early by half of that.
      expect(late).toBeGreaterThan(-MOST_WRONG_MS);
      expect(late).toBeLessThan(6_000);
      expect(app.fake.violations()).toEqual([]);
    },
  );
});

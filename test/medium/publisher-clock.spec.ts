import { Clock } from '../../backend/common/clock';
import { DatabaseTime } from '../../backend/database/database-time';
import { startTestApp, type TestApp } from '../support/app';
import { eventually } from '../support/client';
import { onMariadb } from '../support/databases';
import { fixture } from '../support/media';
import { nowToPost } from '../support/times';

onMariadb('a process whose clock differs from the database’s', (makeConfig) => {
  let app: TestApp;

  beforeAll(async () => {
    const config = await makeConfig();
    app = await startTestApp({
      env: {
        DATABASE_URL: config.kind === 'mysql' ? config.url : '',
        JWT_SECRET: 'a secret of more than 32 characters',
        ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      },
    });
  });
  afterAll(() => app.end());

  it('counts from the database’s time what waits for its turn', async () => {
    const user = await app.client.subscriber();
    app.running.nest.get(Clock).now = () => Date.now() - 90_000;
    const time = app.running.nest.get(DatabaseTime);
    await time.measure();
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['In turn'] });
    const created = Date.parse(body.videos[0].created_at);
    app.running.nest.get(Clock).now = () => Date.now();
    await time.measure();
    expect(Math.abs(created - Date.now())).toBeLessThan(10_000);
  });

  it.each([
    ['ahead', 90_000, 'portrait.mp4'],
    ['behind', -90_000, 'portrait-1080.mp4'],
  ])('%s by 90 s publishes on time, and knows by how much it is off', async (_where, by, file) => {
    const user = await app.client.subscriber();
    const { body } = await user.upload('/api/videos', [fixture(file)], { titles: [`By ${by}`] });
    const before = app.fake.published().length;
    const at = (await nowToPost(4_000)).getTime();
    // The choice is made where the clock is right.
    const id = body.videos[0].id;
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: new Date(at).toISOString() });
    app.running.nest.get(Clock).now = () => Date.now() + by;
    const time = app.running.nest.get(DatabaseTime);
    await eventually(
      () => Promise.resolve(time.offsetMs),
      (offsetMs) => Math.abs(offsetMs + by) < 1_000,
    );
    expect(Math.abs(time.now() - Date.now())).toBeLessThan(1_000);
    const { body: metrics } = await app.client.get('/metrics');
    const told = Number(/^pagecast_clock_offset_seconds (\S+)$/m.exec(String(metrics))?.[1]);
    expect(Math.abs(told + by / 1000)).toBeLessThan(1);
    const published = (await app.fake.waitForPublished(before + 1)).at(-1);
    app.running.nest.get(Clock).now = () => Date.now();
    await time.measure();
    expect(published?.caption).toBe(`By ${by}`);
    const late = (published?.at.getTime() ?? 0) - at;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(30_000);
    expect(app.fake.violations()).toEqual([]);
  });
});

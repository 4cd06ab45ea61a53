import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN } from '../support/app';
import { eventually } from '../support/client';
import { metaError } from '../support/fake-graph';
import { Scene, type Account } from '../support/scene';

jest.setTimeout(90_000);

let scene: Scene;
afterEach(() => scene.end());

const accounts = (count: number): Promise<Account[]> =>
  Promise.all(Array.from({ length: count }, () => scene.account()));
const inMs = (ms: number) => new Date(scene.now() + ms);
const captions = () => scene.fake.published().map(({ caption }) => caption);

describe('due posts', () => {
  it('go out in the order of their times, never early, and at once', async () => {
    // Looked for by the tick alone, they would be half a minute late.
    scene = await Scene.start({ env: { PUBLISH_TICK_SECONDS: '60' } });
    const [account] = (await accounts(1)) as [Account];
    const times = [0, 250, 500, 750, 1000].map((ms) => inMs(60_000 + ms));
    for (const n of [3, 0, 4, 2, 1]) await scene.post(account, `Post ${n}`, { at: times[n] as Date });
    scene.forward((times[0] as Date).getTime() - scene.now() - 1_000);
    await scene.fake.waitForPublished(5);
    expect(captions()).toEqual([0, 1, 2, 3, 4].map((n) => `Post ${n}`));
    const datesOf = (name: string) => scene.fake.history(name).map(({ date }) => Date.parse(date));
    const [begun, finished] = [datesOf('reels.start'), datesOf('reels.finish')];
    for (const [n, at] of times.entries()) {
      expect(begun[n]).toBeGreaterThanOrEqual(at.getTime());
      // At its time, or after the one before it, whose work takes as long as it takes.
      const turn = Math.max(at.getTime(), finished[n - 1] ?? 0);
      expect((begun[n] ?? Infinity) - turn).toBeLessThan(10_000);
    }
    expect(scene.fake.violations()).toEqual([]);
  });

  it('of one account never overlap between start and finish', async () => {
    scene = await Scene.start();
    const [account] = (await accounts(1)) as [Account];
    scene.fake.fault({ on: 'reels.bytes', do: { delayMs: 150 }, times: 4 });
    const at = scene.nowToPost(1_500);
    for (const n of [1, 2, 3, 4]) await scene.post(account, `Post ${n}`, { at });
    await scene.fake.waitForPublished(4);
    const steps = scene.fake.history().map(({ name }) => name);
    expect(steps.filter((name) => /^reels\.(start|finish)$/.test(name)).join(' ')).toBe(
      Array.from({ length: 4 }, () => 'reels.start reels.finish').join(' '),
    );
    expect(scene.fake.violations()).toEqual([]);
  });

  it('are not held up by a slow account', async () => {
    scene = await Scene.start();
    const [slow, quick] = (await accounts(2)) as [Account, Account];
    const quickIsOut = scene.fake.waitForPublished(1);
    scene.fake.onCall('reels.start', ({ page }) => (page === slow.page.id ? quickIsOut : undefined));
    const at = scene.nowToPost(1_500);
    await Promise.all([scene.post(slow, 'Slow', { at }), scene.post(quick, 'Quick', { at })]);
    expect((await quickIsOut)[0]?.caption).toBe('Quick');
    await scene.fake.waitForPublished(2);
    expect(scene.fake.violations()).toEqual([]);
  });

  it('of several accounts all go out once, so many at a time as this process may', async () => {
    scene = await Scene.start({ env: { PUBLISH_CONCURRENCY: '2' } });
    const five = await accounts(5);
    let open = 0;
    let most = 0;
    scene.fake.onCall('reels.start', () => (most = Math.max(most, ++open)));
    scene.fake.onCall('reels.finish', () => open--);
    const at = inMs(60_000);
    await Promise.all(
      five.flatMap((account, a) => [1, 2, 3, 4].map((n) => scene.post(account, `${a}/${n}`, { at }))),
    );
    scene.forward(60_000);
    await scene.fake.waitForPublished(20);
    expect(new Set(captions()).size).toBe(20);
    expect(most).toBe(2);
    for (const account of five)
      await eventually(
        () => scene.tasksUsed(account),
        (used) => used === 0,
      );
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([20, []]);
  });

  it('that were interrupted do not queue behind the backlog of their account', async () => {
    scene = await Scene.start();
    const [account] = (await accounts(1)) as [Account];
    scene.fake.fault({ on: 'reels.start', do: metaError(2, null, 'Service temporarily unavailable') });
    // The backlog is due before the first is to be tried again, however long its uploads take.
    scene.stopClock();
    const first = await scene.post(account, 'First');
    await scene.rest(first);
    const at = scene.nowToPost(1_000);
    for (const n of [1, 2, 3]) await scene.post(account, `Backlog ${n}`, { at });
    scene.forward(10_000);
    scene.startClock();
    await scene.fake.waitForPublished(4);
    expect(captions()).toEqual(['First', 'Backlog 1', 'Backlog 2', 'Backlog 3']);
  });

  it('wait without a subscription, neither sent nor failed, and go out when a plan is granted', async () => {
    scene = await Scene.start();
    const account = await scene.account({ plan: null });
    const { client } = account;
    const admin = await scene.app.client.login(ADMIN.email, ADMIN.password);
    const hour = 3_600_000;
    const granted = await admin.post('/api/admin/subscriptions', {
      user_id: client.user.id,
      plan_id: 1,
      expires_at: inMs(hour).toISOString(),
    });
    expect(granted.status).toBe(201);
    const id = await scene.post(account, 'Patient', { at: inMs(2 * hour) });
    scene.forward(3 * hour);
    // Some ticks go by.
    await pause(2_500);
    expect(await scene.row(id)).toMatchObject({ status: 'pending', owner: null });
    expect(scene.fake.history('reels.start')).toEqual([]);
    await scene.grant(client, 1);
    await scene.fake.waitForPublished(1);
    await scene.ended(id);
    expect(await scene.item(account, id)).toMatchObject({ status: 'published' });
    expect(scene.fake.violations()).toEqual([]);
  });
});

describe('a change of mind that races the claim', () => {
  const ROUNDS = 10;
  const ACCOUNTS = 10;
  const DAY = 86_400_000;

  it('wins or loses whole: a hundred times, never published what was taken back', async () => {
    scene = await Scene.start({ env: { PUBLISH_CONCURRENCY: '10' } });
    const racers = await accounts(ACCOUNTS);
    const outcomes = { won: 0, lost: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const at = inMs(60_000);
      const ids = await Promise.all(racers.map((racer, n) => scene.post(racer, `${round}/${n}`, { at })));
      // Whoever won more often gives the other a start, so that both orders are seen on any machine.
      const ahead = 5 * (outcomes.won - outcomes.lost);
      const [user, publisher] = [Math.max(0, ahead), Math.max(0, -ahead)];
      const due = pause(2 + publisher).then(() => scene.forward(61_000));
      const answers = await Promise.all(
        racers.map(async ({ client }, n) => {
          await pause((n % 5) * 2 + user);
          return n % 2
            ? client.delete(`/api/videos/${ids[n]}`)
            : client.put(`/api/videos/${ids[n]}/reschedule`, {
                scheduled_for: new Date(scene.now() + DAY).toISOString(),
              });
        }),
      );
      await due;
      for (const [n, { status }] of answers.entries()) {
        const [racer, id] = [racers[n] as Account, ids[n] as number];
        expect([200, 409, 404]).toContain(status);
        outcomes[status === 200 ? 'won' : 'lost']++;
        if (status === 200) {
          const { status: shown, body } = await racer.client.get(`/api/videos/${id}`);
          expect(n % 2 ? shown : body.status).toBe(n % 2 ? 404 : 'pending');
          expect(captions()).not.toContain(`${round}/${n}`);
          if (n % 2 === 0) await racer.client.delete(`/api/videos/${id}`);
        } else {
          await scene.ended(id);
          expect(captions()).toContain(`${round}/${n}`);
        }
      }
    }
    await pause(1_500);
    expect(scene.fake.published()).toHaveLength(outcomes.lost);
    expect(scene.fake.violations()).toEqual([]);
    for (const racer of racers) expect(await scene.tasksUsed(racer)).toBe(0);
    // Both orders were seen, or this test shows nothing.
    expect(Math.min(outcomes.won, outcomes.lost)).toBeGreaterThan(5);
  });
});

describe('an item that failed', () => {
  it('goes out when it is retried, and takes its task again meanwhile', async () => {
    scene = await Scene.start();
    const [account] = (await accounts(1)) as [Account];
    const { client } = account;
    scene.fake.fault({ on: 'reels.finish', do: metaError(6000, 1363026, 'The video is too long') });
    const id = await scene.post(account, 'Again');
    expect(await scene.play(account, id)).toMatchObject({ status: 'failed' });
    for (const call of [
      client.put(`/api/videos/${id}/reschedule`, { scheduled_for: null }),
      client.put(`/api/videos/${id}`, { title: 'Other' }),
      client.delete(`/api/videos/${id}`),
    ])
      expect((await call).status).toBe(409);
    const [once, twice] = await Promise.all([1, 2].map(() => client.post(`/api/videos/${id}/retry`)));
    expect([once?.status, twice?.status].sort()).toEqual([200, 409]);
    expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(await scene.tasksUsed(account)).toBe(0);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });
});

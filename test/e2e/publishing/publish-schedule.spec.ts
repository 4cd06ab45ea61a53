import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN } from '../../support/app';
import { eventually } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

jest.setTimeout(90_000);

let harness: PublishingHarness;
afterEach(() => harness.end());

const accounts = (count: number): Promise<ConnectedUser[]> =>
  Promise.all(Array.from({ length: count }, () => harness.addUser()));
const inMs = (ms: number) => new Date(harness.now() + ms);
const captions = () => harness.fake.published().map(({ caption }) => caption);

describe('due posts', () => {
  it('go out in the order of their times, never early, and at once', async () => {
    // Looked for by the tick alone, they would be half a minute late.
    harness = await PublishingHarness.start({ env: { PUBLISH_TICK_SECONDS: '60' } });
    const [account] = (await accounts(1)) as [ConnectedUser];
    const times = [0, 250, 500, 750, 1000].map((ms) => inMs(60_000 + ms));
    for (const n of [3, 0, 4, 2, 1]) await harness.post(account, `Post ${n}`, { at: times[n] as Date });
    harness.forward((times[0] as Date).getTime() - harness.now() - 1_000);
    await harness.fake.waitForPublished(5);
    expect(captions()).toEqual([0, 1, 2, 3, 4].map((n) => `Post ${n}`));
    const datesOf = (name: string) => harness.fake.history(name).map(({ date }) => Date.parse(date));
    const [begun, finished] = [datesOf('reels.start'), datesOf('reels.finish')];
    for (const [n, at] of times.entries()) {
      expect(begun[n]).toBeGreaterThanOrEqual(at.getTime());
      // At its time, or after the one before it, whose work takes as long as it takes.
      const turn = Math.max(at.getTime(), finished[n - 1] ?? 0);
      expect((begun[n] ?? Infinity) - turn).toBeLessThan(10_000);
    }
    expect(harness.fake.violations()).toEqual([]);
  });

  it('never overlap between start and finish on one account', async () => {
    harness = await PublishingHarness.start();
    const [account] = (await accounts(1)) as [ConnectedUser];
    harness.fake.fault({ on: 'reels.bytes', do: { delayMs: 150 }, times: 4 });
    const at = harness.nowToPost(1_500);
    for (const n of [1, 2, 3, 4]) await harness.post(account, `Post ${n}`, { at });
    await harness.fake.waitForPublished(4);
    const steps = harness.fake.history().map(({ name }) => name);
    expect(steps.filter((name) => /^reels\.(start|finish)$/.test(name)).join(' ')).toBe(
      Array.from({ length: 4 }, () => 'reels.start reels.finish').join(' '),
    );
    expect(harness.fake.violations()).toEqual([]);
  });

  it('are not held up by a slow account', async () => {
    harness = await PublishingHarness.start();
    const [slow, quick] = (await accounts(2)) as [ConnectedUser, ConnectedUser];
    const quickIsOut = harness.fake.waitForPublished(1);
    harness.fake.onCall('reels.start', ({ page }) => (page === slow.page.id ? quickIsOut : undefined));
    const at = harness.nowToPost(1_500);
    await Promise.all([harness.post(slow, 'Slow', { at }), harness.post(quick, 'Quick', { at })]);
    expect((await quickIsOut)[0]?.caption).toBe('Quick');
    await harness.fake.waitForPublished(2);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('go out once each on several accounts, no more at a time than the process may', async () => {
    harness = await PublishingHarness.start({ env: { PUBLISH_CONCURRENCY: '2' } });
    const five = await accounts(5);
    let open = 0;
    let most = 0;
    harness.fake.onCall('reels.start', () => (most = Math.max(most, ++open)));
    harness.fake.onCall('reels.finish', () => open--);
    const at = inMs(60_000);
    await Promise.all(
      five.flatMap((account, a) => [1, 2, 3, 4].map((n) => harness.post(account, `${a}/${n}`, { at }))),
    );
    harness.forward(60_000);
    await harness.fake.waitForPublished(20);
    expect(new Set(captions()).size).toBe(20);
    expect(most).toBe(2);
    for (const account of five)
      await eventually(
        () => harness.tasksUsed(account),
        (used) => used === 0,
      );
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([20, []]);
  });

  it('do not queue behind the backlog of their account when they were interrupted', async () => {
    harness = await PublishingHarness.start();
    const [account] = (await accounts(1)) as [ConnectedUser];
    harness.fake.fault({ on: 'reels.start', do: metaError(2, null, 'Service temporarily unavailable') });
    // The backlog is due before the first is to be tried again, however long its uploads take.
    harness.stopClock();
    const first = await harness.post(account, 'First');
    await harness.untilIdle(first);
    const at = harness.nowToPost(1_000);
    for (const n of [1, 2, 3]) await harness.post(account, `Backlog ${n}`, { at });
    harness.forward(10_000);
    harness.startClock();
    await harness.fake.waitForPublished(4);
    expect(captions()).toEqual(['First', 'Backlog 1', 'Backlog 2', 'Backlog 3']);
  });

  it('wait without a subscription, neither sent nor failed, and go out when a plan is granted', async () => {
    harness = await PublishingHarness.start();
    const account = await harness.addUser({ plan: null });
    const { client } = account;
    const admin = await harness.app.client.login(ADMIN.email, ADMIN.password);
    const hour = 3_600_000;
    const granted = await admin.post('/api/admin/subscriptions', {
      user_id: client.user.id,
      plan_id: 1,
      expires_at: inMs(hour).toISOString(),
    });
    expect(granted.status).toBe(201);
    const id = await harness.post(account, 'Patient', { at: inMs(2 * hour) });
    harness.forward(3 * hour);
    // Some ticks go by.
    await pause(2_500);
    expect(await harness.row(id)).toMatchObject({ status: 'pending', locked_by: null });
    expect(harness.fake.history('reels.start')).toEqual([]);
    await harness.app.users.grant(client, 1);
    await harness.fake.waitForPublished(1);
    await harness.untilEnded(id);
    expect(await harness.item(account, id)).toMatchObject({ status: 'published' });
    expect(harness.fake.violations()).toEqual([]);
  });
});

describe('a change of mind that races the claim', () => {
  const ROUNDS = 10;
  const ACCOUNTS = 10;
  const DAY = 86_400_000;

  it('never publishes what was taken back, when the user and the publisher act at once', async () => {
    harness = await PublishingHarness.start({ env: { PUBLISH_CONCURRENCY: '10' } });
    const racers = await accounts(ACCOUNTS);
    const outcomes = { won: 0, lost: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const at = inMs(60_000);
      const ids = await Promise.all(racers.map((racer, n) => harness.post(racer, `${round}/${n}`, { at })));
      // Whoever won more often gives the other a start, so that both orders are seen on any machine.
      const ahead = 5 * (outcomes.won - outcomes.lost);
      const [user, publisher] = [Math.max(0, ahead), Math.max(0, -ahead)];
      const due = pause(2 + publisher).then(() => harness.forward(61_000));
      const answers = await Promise.all(
        racers.map(async ({ client }, n) => {
          await pause((n % 5) * 2 + user);
          return n % 2
            ? client.delete(`/api/videos/${ids[n]}`)
            : client.put(`/api/videos/${ids[n]}/reschedule`, {
                scheduled_for: new Date(harness.now() + DAY).toISOString(),
              });
        }),
      );
      await due;
      for (const [n, { status }] of answers.entries()) {
        const [racer, id] = [racers[n] as ConnectedUser, ids[n] as number];
        expect([200, 409, 404]).toContain(status);
        outcomes[status === 200 ? 'won' : 'lost']++;
        if (status === 200) {
          const { status: shown, body } = await racer.client.get(`/api/videos/${id}`);
          expect(n % 2 ? shown : body.status).toBe(n % 2 ? 404 : 'pending');
          expect(captions()).not.toContain(`${round}/${n}`);
          if (n % 2 === 0) await racer.client.delete(`/api/videos/${id}`);
        } else {
          await harness.untilEnded(id);
          expect(captions()).toContain(`${round}/${n}`);
        }
      }
    }
    await pause(1_500);
    expect(harness.fake.published()).toHaveLength(outcomes.lost);
    expect(harness.fake.violations()).toEqual([]);
    for (const racer of racers) expect(await harness.tasksUsed(racer)).toBe(0);
    // Both orders were seen, or this test shows nothing.
    expect(Math.min(outcomes.won, outcomes.lost)).toBeGreaterThan(5);
  });
});

describe('an item that failed', () => {
  it('goes out when it is retried, and takes its task again meanwhile', async () => {
    harness = await PublishingHarness.start();
    const [account] = (await accounts(1)) as [ConnectedUser];
    const { client } = account;
    harness.fake.fault({ on: 'reels.finish', do: metaError(6000, 1363026, 'The video is too long') });
    const id = await harness.post(account, 'Again');
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'failed' });
    for (const call of [
      client.put(`/api/videos/${id}/reschedule`, { scheduled_for: null }),
      client.put(`/api/videos/${id}`, { title: 'Other' }),
      client.delete(`/api/videos/${id}`),
    ])
      expect((await call).status).toBe(409);
    const [once, twice] = await Promise.all([1, 2].map(() => client.post(`/api/videos/${id}/retry`)));
    expect([once?.status, twice?.status].sort()).toEqual([200, 409]);
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(await harness.tasksUsed(account)).toBe(0);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });
});

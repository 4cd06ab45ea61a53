import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../../../backend/database/database';
import { eventually } from '../../support/client';
import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

jest.setTimeout(90_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
});
afterEach(() => harness.end());

/** Some looks by the tick, which is a second here. */
const ticks = () => pause(2_500);

describe('a clock that is set', () => {
  it('back by two hours: nothing goes out again, and what is planned not before its time', async () => {
    const out = await harness.post(account, 'Out already');
    await harness.runToEnd(account, out);
    const planned = await harness.post(account, 'Planned', { at: new Date(harness.now() + 60_000) });
    harness.setClockBy(-2 * HOUR);
    await ticks();
    expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['Out already']);
    expect(await harness.row(planned)).toMatchObject({ status: 'pending', locked_by: null });
    harness.setClockBy(2 * HOUR + 61_000);
    expect((await harness.runToEnd(account, planned)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([2, []]);
  });

  it.each([
    ['forward by two hours', 2 * HOUR],
    ['back by two hours', -2 * HOUR],
    ['forward by more than an item may be late', 25 * HOUR],
  ])('publishes once when the clock is set %s in the middle of a transfer', async (_name, by) => {
    harness.fake.fault({ on: 'reels.bytes', do: { drip: 400_000 } });
    const half = new Promise<void>((resolve) =>
      harness.fake.onBytes('reels.bytes', 500_000, () => resolve()),
    );
    const id = await harness.post(account, 'In between', { bytes: 1_000_000 });
    await half;
    harness.setClockBy(by);
    await ticks();
    if (by < 0) harness.setClockBy(-by + 60_000);
    const { status } = await harness.runToEnd(account, id, 60_000);
    expect([status, harness.fake.published().length]).toEqual(['published', 1]);
    // It was due when the clock was set back.
    const wrong = harness.fake.violations().filter((found) => by > 0 || !found.startsWith('too-early'));
    expect(wrong).toEqual([]);
  });

  it('forward while the public call is on its way: it is not made twice', async () => {
    harness.fake.fault({ on: 'reels.finish', do: { delayMs: 2_500, after: true } });
    const id = await harness.post(account, 'On its way');
    await harness.fake.waitForCall('reels.finish', 1, 20_000);
    harness.setClockBy(2 * HOUR);
    expect((await harness.runToEnd(account, id, 60_000)).status).toBe('published');
    expect(harness.calls(account.page, 'reels.finish')).toEqual([1]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('back by two hours while a post waits for its next try: it does not wait for as much longer', async () => {
    harness.fake.fault({ on: 'reels.start', do: metaError(2, null, 'Service temporarily unavailable') });
    await account.client.put('/api/user/facebook-settings', { upload_frequency: 1 });
    const id = await harness.post(account, 'Once more', { at: null });
    harness.stopClock();
    harness.forward(HOUR);
    await eventually(
      () => harness.row(id),
      ({ status, locked_by, tries }) => status === 'scheduled' && locked_by === null && tries === 1,
    );
    harness.setClockBy(-2 * HOUR);
    const { due_at } = await eventually(
      () => harness.row(id),
      ({ due_at: due }) => (due ?? 0) < harness.now() + HOUR,
    );
    expect(due_at).not.toBeNull();
  });

  it('back by three days: a pause that Meta asked for does not last for as much longer', async () => {
    harness.setClockBy(72 * HOUR);
    await ticks();
    const tooMany = { status: 429, headers: { 'retry-after': '3600' }, body: {} };
    harness.fake.fault({ on: 'reels.start', nth: 1, do: tooMany });
    const id = await harness.post(account, 'After a pause');
    await eventually(
      () => harness.row(id),
      ({ resumes_at }) => resumes_at !== null,
    );
    harness.setClockBy(-72 * HOUR);
    await eventually(
      () => harness.row(id),
      ({ resumes_at }) => (resumes_at ?? 0) <= harness.now(),
    );
    const next = await harness.post(account, 'Once the clock is right');
    expect((await harness.runToEnd(account, next)).status).toBe('published');
  });

  it('back by three days: an upload waits for its turn as long as ever', async () => {
    const { client } = account;
    await client.put('/api/user/facebook-settings', { upload_frequency: 60 });
    harness.setClockBy(72 * HOUR);
    await ticks();
    const id = await harness.post(account, 'In an hour', { at: null });
    harness.setClockBy(-72 * HOUR);
    const nextAt = async () => Date.parse((await harness.item(account, id)).next_at);
    const next = await eventually(nextAt, (at) => at < harness.now() + 2 * HOUR);
    expect(next).toBeGreaterThan(harness.now() + HOUR / 2);
  });

  it('back by two hours: the posting times from then on are kept', async () => {
    const { client } = account;
    const [{ id: accountId }] = (await client.get('/api/accounts')).body;
    const earlier = Math.floor((harness.now() - HOUR) / MINUTE) * MINUTE;
    const date = new Date(earlier);
    const slot = { day: date.getUTCDay() || 7, time: date.toISOString().slice(11, 16) };
    await client.put(`/api/accounts/${accountId}`, { posting: 'slots', slots: [slot] });
    const id = await harness.post(account, 'At its posting time', { at: null });
    await ticks();
    harness.setClockBy(-2 * HOUR);
    // The plan is of the later time, and the upload was before the posting time.
    const db = harness.app.running.nest.get(Database);
    await db.run('UPDATE subscriptions SET starts_at = ?', [earlier - HOUR]);
    await db.run('UPDATE posts SET created_at = ?, stored_at = ? WHERE id = ?', [
      earlier - HOUR,
      earlier - HOUR,
      id,
    ]);
    await ticks();
    harness.setClockBy(earlier - harness.now() + 500);
    const { due_at } = await eventually(
      () => harness.row(id),
      ({ due_at: due }) => due !== null,
    );
    expect(due_at).toBeGreaterThanOrEqual(earlier);
  });
});

import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Clock } from '../../../backend/common/time/clock';
import { PostingQueues } from '../../../backend/publishing/posting-queues/posting-queues';
import { useApp } from '../../support/app';
import { autopostOf, connectPage, uploadOne } from '../../support/autopost-setup';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// What takes place here takes place at once, or not before an hour has passed for real.
const app = useApp({ env: { PUBLISH_TICK_SECONDS: '3600' } });

const { captions, isOut, tick } = autopostOf(app);

// Each test has people of its own, and nobody stays signed in for longer than a week.
afterEach(() => app.clock.reset());

describe('a change of the posting frequency', () => {
  it.each([
    ['videos', 'upload_frequency'],
    ['photos', 'photo_upload_frequency'],
  ] as const)('moves the next post forward at once when it is for %s', async (kind, field) => {
    const user = await app.users.subscriber();
    await connectPage(user, { [field]: 600 });
    const title = await uploadOne(user, kind);
    app.clock.forward(61 * MINUTE);
    await tick();
    expect(captions()).not.toContain(title);
    await connectPage(user, { [field]: 60 });
    await isOut(title);
  });

  it('moves it back: what was to go out an hour after the upload waits for ten', async () => {
    const user = await app.users.subscriber();
    await connectPage(user, { upload_frequency: 60 });
    const title = await uploadOne(user, 'videos');
    await connectPage(user, { upload_frequency: 600 });
    app.clock.forward(61 * MINUTE);
    await tick();
    expect(captions()).not.toContain(title);
    app.clock.forward(540 * MINUTE);
    await tick();
    await isOut(title);
  });

  it('holds for a post that was just about to get its turn', async () => {
    const user = await app.users.subscriber();
    await connectPage(user, { upload_frequency: 60 });
    const title = await uploadOne(user, 'videos');
    app.clock.forward(61 * MINUTE);
    const queues = app.running.nest.get(PostingQueues);
    const read = queues.ofAccount.bind(queues);
    const spy = jest.spyOn(queues, 'ofAccount').mockImplementation(async (...given) => {
      const found = await read(...given);
      if (found.some(({ queue }) => queue.waiting.length > 0)) {
        spy.mockRestore();
        await user.put('/api/user/facebook-settings', { upload_frequency: 600 });
      }
      return found;
    });
    await tick();
    await tick();
    expect(captions()).not.toContain(title);
    app.clock.forward(540 * MINUTE);
    await tick();
    await isOut(title);
  });

  it('does not wait for a network that cannot be asked', async () => {
    const user = await app.users.subscriber();
    await connectPage(user, { upload_frequency: 600 });
    const title = await uploadOne(user, 'videos');
    app.clock.forward(61 * MINUTE);
    app.fake.fault({ on: 'me', times: 99, do: { cut: 'before' } });
    const { status } = await user.put('/api/user/facebook-settings', { upload_frequency: 60 });
    app.fake.clearFaults();
    expect(status).toBe(200);
    await isOut(title);
  });
});

it('holds back the next post while one is under way, however often it looks', async () => {
  const user = await app.users.subscriber();
  await connectPage(user);
  const [first, second] = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
  app.clock.forward(61 * MINUTE);
  app.fake.fault({ on: 'reels.start', do: { delayMs: 700 } });
  const seen = app.fake.waitForCall('reels.start', app.fake.history('reels.start').length + 1);
  // No two readings of the clock are alike.
  const clock = app.running.nest.get(Clock);
  const before = clock.now;
  let reading = 0;
  clock.now = () => before() + ++reading;
  await tick();
  await seen;
  // Settings can be saved ten times a minute.
  for (let n = 0; n < 8; n++) {
    await connectPage(user);
    await app.running.nest.get(AutoPosting).look();
  }
  await isOut(first);
  await tick();
  clock.now = before;
  expect(captions()).not.toContain(second);
  expect((await user.get('/api/videos')).body.data[0]).toMatchObject({ title: second, status: 'pending' });
});

it('moves nothing when the time zone changes', async () => {
  const user = await app.users.subscriber({ timezone: 'Asia/Kolkata' });
  await connectPage(user);
  await uploadOne(user, 'videos');
  await uploadOne(user, 'photos', {
    'scheduled_for[]': new Date(app.clock.now() + DAY).toISOString(),
  });
  const now = app.clock.now();
  const window = `/api/calendar?from=${new Date(now).toISOString()}&to=${new Date(now + 3 * DAY).toISOString()}`;
  const times = async () => {
    const { items, slots } = (await user.get(window)).body;
    return [items.map((item: any) => item.scheduled_for), slots.map((slot: any) => slot.at)];
  };
  const before = await times();
  expect(before.flat()).toHaveLength(2);
  const { name, email } = user.user;
  await user.put('/api/user', { name, email, timezone: 'America/New_York' });
  expect(await times()).toEqual(before);
});

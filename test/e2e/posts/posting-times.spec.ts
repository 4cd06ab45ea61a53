import { AutoPosting } from '../../../backend/autopost/auto-posting';
import { Database } from '../../../backend/database/database';
import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
import { PostingQueues } from '../../../backend/publishing/posting-queues/posting-queues';
import { useApp } from '../../support/app';
import {
  autopostOf,
  savePostingTimes,
  uploadOne,
  wallTimeIn,
  type WallTime,
} from '../../support/autopost-setup';
import { eventually, type Client } from '../../support/client';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// What takes place here takes place when a test looks.
const app = useApp({ env: { PUBLISH_TICK_SECONDS: '3600' } });
const { captions, isOut, tick } = autopostOf(app);

let user: Client;
let account: number;
let pages = 0;

beforeEach(async () => {
  const n = ++pages;
  const page = { id: `30030030030${n}`, name: `Page ${n}`, token: `EAAB_SLOTS_${n}_` };
  app.fake.addPage(page);
  user = await app.users.subscriber({ connected: page });
  account = (await user.get('/api/accounts')).body[0].id;
});
afterEach(() => app.clock.reset());

const timeIn = (minutes: number) => wallTimeIn(minutes, app.clock.now());
const postAt = (...times: WallTime[]) => savePostingTimes(user, account, times);

const idOf = async (title: string): Promise<number> => {
  const found = [...(await user.get('/api/videos')).body.data, ...(await user.get('/api/photos')).body.data];
  return found.find((item) => item.title === title).id;
};
const stateOfVideos = async (): Promise<string[]> =>
  (await user.get('/api/videos')).body.data.map(
    ({ title, status, scheduled_for: at }: any) => `${title}: ${status}, ${at}`,
  );
const ghosts = async () => {
  const now = app.clock.now();
  const span = [now, now + 20 * DAY].map((at) => new Date(at).toISOString());
  return (await user.get(`/api/calendar?from=${span[0]}&to=${span[1]}`)).body.slots;
};
const goTo = (at: number) => app.clock.forward(at + 500 - app.clock.now());
const own = (titles: string[]) => captions().filter((caption) => titles.includes(caption));
const order = (ids: unknown[]) => user.put(`/api/accounts/${account}/queue`, { ids });

describe('posts at posting times', () => {
  it('go out also for the last of many accounts, though that takes minutes', async () => {
    const titles = [await uploadOne(user, 'videos')];
    const slot = timeIn(20);
    await postAt(slot);
    const page = { id: `30030030031${++pages}`, name: 'Another', token: `EAAB_SLOTS_${pages}_` };
    app.fake.addPage(page);
    const other = await app.users.subscriber({ connected: page });
    titles.push(await uploadOne(other, 'videos'));
    const [{ id }] = (await other.get('/api/accounts')).body;
    await other.put(`/api/accounts/${id}`, { posting: 'slots', slots: [slot.slot] });
    await tick();
    goTo(slot.at);
    const queues = app.running.nest.get(PostingQueues);
    const read = queues.ofAccount.bind(queues);
    const spy = jest.spyOn(queues, 'ofAccount').mockImplementation((...given) => {
      const found = read(...given);
      app.clock.forward(3 * MINUTE);
      return found;
    });
    await tick();
    spy.mockRestore();
    for (const title of titles) await isOut(title);
  });

  it('go out as the calendar says: the first of any kind, one at each', async () => {
    const titles = [
      await uploadOne(user, 'photos'),
      await uploadOne(user, 'videos'),
      await uploadOne(user, 'photos'),
    ];
    const [first, second] = [timeIn(20), timeIn(40)];
    await postAt(first, second);
    const foreseen = await ghosts();
    expect(
      foreseen.map(({ why, account_id, at, title, kind }: never) => [why, account_id, at, title, kind]),
    ).toEqual(
      [
        ['slot', account, new Date(first.at).toISOString(), titles[0], 'photo'],
        ['slot', account, new Date(second.at).toISOString(), titles[1], 'video'],
        ['slot', account, new Date(first.at + 7 * DAY).toISOString(), titles[2], 'photo'],
      ].sort((a, b) => (a[4] === b[4] ? 0 : a[4] === 'video' ? -1 : 1)),
    );
    expect((await user.get(`/api/accounts/${account}`)).body.next_at).toBe(new Date(first.at).toISOString());

    // Far enough before it that it does not come while the test looks.
    goTo(first.at - MINUTE);
    await tick();
    expect(own(titles)).toEqual([]);
    goTo(first.at);
    await tick();
    await isOut(titles[0]!);
    await tick();
    expect(own(titles)).toEqual([titles[0]]);
    goTo(second.at);
    await tick();
    await isOut(titles[1]!);
    expect(own(titles)).toEqual([titles[0], titles[1]]);
  });

  it('wait for the next one when they are too fresh', async () => {
    const [soon, later] = [timeIn(5), timeIn(30)];
    await postAt(soon, later);
    const title = await uploadOne(user, 'videos');
    expect((await ghosts())[0].at).toBe(new Date(later.at).toISOString());
    goTo(soon.at);
    await tick();
    expect(own([title])).toEqual([]);
    goTo(later.at);
    await tick();
    await isOut(title);
  });

  it('keep clear of a chosen time, also after the post with it went out', async () => {
    const waiting = await uploadOne(user, 'videos');
    const slot = timeIn(30);
    await postAt(slot);
    const timed = await uploadOne(user, 'videos', {
      'scheduled_for[]': new Date(slot.at - 3 * MINUTE).toISOString(),
    });
    expect((await ghosts())[0].at).toBe(new Date(slot.at + 7 * DAY).toISOString());
    goTo(slot.at - 3 * MINUTE);
    await app.running.nest.get(DuePosts).look();
    await isOut(timed);
    goTo(slot.at);
    await tick();
    expect(own([waiting])).toEqual([]);
  });

  it('are not made up for after a pause, or after the product was away', async () => {
    const title = await uploadOne(user, 'videos');
    const [first, second, third] = [timeIn(20), timeIn(40), timeIn(60)];
    await postAt(first, second, third);
    const db = app.running.nest.get(Database);
    await db.run("UPDATE accounts SET paused_reason = 'No.' WHERE id = ?", [account]);
    goTo(first.at);
    await tick();
    await db.run('UPDATE accounts SET paused_reason = NULL WHERE id = ?', [account]);
    await user.put(`/api/accounts/${account}`, { upload_frequency: 7 });
    await tick();
    expect(own([title])).toEqual([]);

    goTo(second.at + 2 * MINUTE);
    await tick();
    expect(own([title])).toEqual([]);
    goTo(third.at);
    await tick();
    await isOut(title);
  });

  it('follow the mode, the posting times and the time zone of their user', async () => {
    const title = await uploadOne(user, 'videos');
    const slot = timeIn(30);
    await postAt(slot);
    await tick();
    await user.put('/api/user', { timezone: 'Asia/Kolkata' });
    goTo(slot.at);
    await tick();
    expect(own([title])).toEqual([]);
    expect((await ghosts())[0].at).toBe(new Date(slot.at + 7 * DAY - 330 * MINUTE).toISOString());
    await user.put(`/api/accounts/${account}`, { posting: 'frequency', upload_frequency: 60 });
    expect((await ghosts())[0].why).toBe('frequency');
    app.clock.forward(60 * MINUTE);
    await tick();
    await isOut(title);
  });

  it('fill a slot once when several look at the same moment', async () => {
    const titles = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
    const slot = timeIn(20);
    await postAt(slot);
    await tick();
    goTo(slot.at);
    // A look of another process: it has read the account before the first one settled it.
    const looks = app.running.nest.get<unknown, { reviewDue(): Promise<unknown> }>(AutoPosting);
    await Promise.all([looks.reviewDue(), looks.reviewDue(), looks.reviewDue()]);
    await tick();
    await isOut(titles[0]!);
    await tick();
    expect(own(titles)).toEqual([titles[0]]);
  });
});

describe('the order of the queue', () => {
  it('is what its user makes it, over all kinds, and later uploads come last', async () => {
    const titles = [
      await uploadOne(user, 'photos'),
      await uploadOne(user, 'videos'),
      await uploadOne(user, 'photos'),
    ];
    const ids = await Promise.all(titles.map(idOf));
    const [first, second, third, fourth] = [timeIn(20), timeIn(22), timeIn(24), timeIn(26)];
    await postAt(first, second, third, fourth);
    const answer = await order([ids[2], ids[0], ids[1]]);
    expect([answer.status, answer.body.id]).toEqual([200, account]);
    const last = await uploadOne(user, 'videos');
    const byTime = (await ghosts()).sort((a: { at: string }, b: { at: string }) => a.at.localeCompare(b.at));
    expect(byTime.map(({ title }: { title: string }) => title)).toEqual([
      titles[2],
      titles[0],
      titles[1],
      last,
    ]);
    expect((await order([ids[2], ids[0], ids[1], await idOf(last)])).status).toBe(200);
  });

  it.each([
    ['one is missing', (ids: number[]) => ids.slice(1)],
    ['one is there twice', (ids: number[]) => [ids[0], ids[0]]],
    ['one too many is there', (ids: number[]) => [...ids, 999_999]],
    ['another one is in its place', (ids: number[]) => [ids[0], 999_999]],
  ])('is refused when %s', async (_, change) => {
    const ids = [await idOf(await uploadOne(user, 'videos')), await idOf(await uploadOne(user, 'videos'))];
    const { status, body } = await order(change(ids));
    expect([status, body.message]).toEqual([409, 'The queue has changed. Look again.']);
  });

  it('holds posts without a time that belong to the account, and nothing else', async () => {
    const timed = await uploadOne(user, 'videos', {
      'scheduled_for[]': new Date(app.clock.now() + DAY).toISOString(),
    });
    const waiting = await idOf(await uploadOne(user, 'videos'));
    expect((await order([waiting, await idOf(timed)])).status).toBe(409);
    expect((await order([waiting])).status).toBe(200);
    const other = await app.users.subscriber();
    expect((await other.put(`/api/accounts/${account}/queue`, { ids: [waiting] })).status).toBe(404);
    for (const ids of [undefined, 'x', [0], ['1'], [[1]], { 0: 1 }])
      expect((await user.put(`/api/accounts/${account}/queue`, { ids })).status).toBe(422);
  });

  it('never loses to a slot: what was first when it was filled goes out, and the order is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const titles = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
      const ids = await Promise.all(titles.map(idOf));
      const slot = timeIn(20);
      await postAt(slot);
      await tick();
      goTo(slot.at);
      const [answer] = await Promise.all([order([ids[1], ids[0]]), app.running.nest.get(AutoPosting).look()]);
      await app.running.nest.get(AutoPosting).look();
      const expected = answer.status === 200 ? titles[1]! : titles[0]!;
      await eventually(
        async () => ({ out: own(titles), answer: answer.status, posts: await stateOfVideos() }),
        ({ out }) => out.length > 0,
      );
      expect(own(titles)).toEqual([expected]);
      // One that is not settled yet would seem abandoned when the clock is set to the next slot.
      await eventually(stateOfVideos, (all) =>
        all.some((state) => state.startsWith(`${expected}: published`)),
      );
      const [left] = titles.filter((title) => title !== expected);
      await user.delete(`/api/videos/${await idOf(left!)}`);
    }
  });
});

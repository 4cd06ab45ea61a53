import { DuePosts } from '../../../backend/publishing/publisher/due-posts';
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

// What takes place here takes place when a test looks.
const app = useApp({ env: { PUBLISH_TICK_SECONDS: '3600' } });
const { captions, isOut, tick } = autopostOf(app);

let user: Client;
let account: number;
let pages = 0;

beforeEach(async () => {
  const n = ++pages;
  const page = { id: `30030030070${n}`, name: `Page ${n}`, token: `EAAB_AHEAD_${n}_` };
  app.fake.addPage(page);
  user = await app.users.subscriber({ connected: page });
  account = (await user.get('/api/accounts')).body[0].id;
});
afterEach(() => app.clock.reset());

/** Both notice what became of the clock. */
async function ticks(): Promise<void> {
  await app.running.nest.get<unknown, { tidy(): Promise<void> }>(DuePosts).tidy();
  await tick();
}

const timeIn = (minutes: number) => wallTimeIn(minutes, app.clock.now());
const postAt = (...times: WallTime[]) => savePostingTimes(user, account, times);

/** It is published, and nothing of it is left to do. */
async function isSettled(title: string): Promise<void> {
  await isOut(title);
  await eventually(
    async () => (await user.get('/api/videos')).body.data as { title: string; status: string }[],
    (all) => all.some((item) => item.title === title && item.status === 'published'),
  );
}

const goTo = (at: number) => app.clock.forward(at + 500 - app.clock.now());
const own = (titles: string[]) => captions().filter((caption) => titles.includes(caption));

describe('a posting time that was filled while the clock was ahead', () => {
  it('holds back none of those that come before it', async () => {
    const titles = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
    const [soon, later] = [timeIn(20), timeIn(120)];
    await postAt(soon, later);
    goTo(later.at);
    await tick();
    await isSettled(titles[0]!);
    app.clock.reset();
    await tick();
    goTo(soon.at);
    await tick();
    await isOut(titles[1]!);
    expect(own(titles)).toEqual(titles);
  });

  it('is not filled again when it comes, and is not foreseen', async () => {
    const titles = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
    const later = timeIn(120);
    await postAt(later);
    goTo(later.at);
    await tick();
    await isSettled(titles[0]!);
    app.clock.reset();
    await tick();
    const { next_at } = (await user.get(`/api/accounts/${account}`)).body;
    expect(next_at).toBe(new Date(later.at + 7 * 24 * 60 * MINUTE).toISOString());
    goTo(later.at);
    await tick();
    expect(own(titles)).toEqual([titles[0]]);
  });
});

describe('a post that went out while the clock was ahead', () => {
  it('holds back the next one for its frequency from now, and seems to be out since then', async () => {
    const titles = [await uploadOne(user, 'videos'), await uploadOne(user, 'videos')];
    app.clock.forward(5 * 60 * MINUTE);
    await ticks();
    await isSettled(titles[0]!);
    app.clock.reset();
    await ticks();
    const { data } = (await user.get('/api/videos')).body;
    const [out] = data.filter(({ title }: { title: string }) => title === titles[0]);
    expect(Date.parse(out.published_at)).toBeLessThanOrEqual(app.clock.now());
    expect(Date.parse(out.published_at)).toBeGreaterThan(app.clock.now() - MINUTE);
    app.clock.forward(58 * MINUTE);
    await ticks();
    expect(own(titles)).toEqual([titles[0]]);
    app.clock.forward(5 * MINUTE);
    await ticks();
    await isOut(titles[1]!);
  });
});

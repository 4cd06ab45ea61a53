import { Database } from '../../backend/database/database';
import { ChangeCounters } from '../../backend/users/change-counters';
import { signIn, type Visit } from '../support/ui/browser';
import { describeScreens } from '../support/ui/dashboard';
import { NetworkCut } from '../support/network-cut';
import { settled } from '../support/ui/screens';
import { eventually, type Client } from '../support/client';
import { fixture } from '../support/media';

jest.setTimeout(90_000);

const WITHIN_MS = 2_000;
/** Below the fifteen seconds after which a list looks in any case. */
const BEFORE_A_LOOK_MS = 12_000;
/** Lists that ask again by themselves do it with this; the stream does without. */
const NO_POLLING = 'globalThis.setInterval = () => 0;';
/** Twice as long as it takes a list to ask again while something of it is on its way. */
const QUIET_MS = 5_000;

// Without a publisher beside it, so that nothing moves on by itself.
describeScreens('live updates, in the browser', { env: { ROLE: 'api' } }, (ui) => {
  let link: NetworkCut;
  let user: Client;
  let id: number;

  beforeAll(async () => {
    link = await NetworkCut.to(ui.app.url);
  });
  beforeEach(async () => {
    link.mend();
    user = await ui.users.subscriber({ connected: true });
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['Sunrise'] });
    id = body.videos[0].id;
  });
  afterAll(() => link.end());

  /** As the publisher does it: the change and the word of it in one. */
  async function become(status: string): Promise<void> {
    await ui.app.running.nest
      .get(Database)
      .atomically([
        { sql: 'UPDATE posts SET status = ? WHERE id = ?', params: [status, id] },
        ui.app.running.nest.get(ChangeCounters).bump(user.user.id, 'videos'),
      ]);
  }

  async function open({ polls }: { polls: boolean }) {
    const guest = await ui.visit({}, link.url);
    await signIn(guest, user);
    if (!polls) await guest.context.addInitScript(NO_POLLING);
    const asked: string[] = [];
    guest.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const count = (path: string) => () => asked.filter((one) => one === path).length;
    const standing = guest.page.waitForResponse('**/api/events');
    return {
      ...guest,
      streams: count('/api/events'),
      reads: count('/api/videos'),
      async watch() {
        await guest.page.goto('/dashboard/videos');
        await settled(guest.page);
        return standing;
      },
    };
  }

  const chip = ({ page }: Visit, text: string) => page.getByRole('row', { name: /Sunrise/ }).getByText(text);

  /** After a stream has opened, lists ask a few times more as if there were none. */
  const asksNoMore = ({ page, reads }: Awaited<ReturnType<typeof open>>) =>
    eventually(
      async () => {
        const before = reads();
        await page.waitForTimeout(QUIET_MS);
        return reads() - before;
      },
      (more) => more === 0,
      4 * QUIET_MS,
    );

  it('shows each status within two seconds, over one stream, with the token in a header only', async () => {
    const guest = await open({ polls: false });
    const request = (await guest.watch()).request();
    expect([new URL(request.url()).search, (await request.allHeaders()).authorization]).toEqual([
      '',
      `Bearer ${user.token}`,
    ]);
    const took: number[] = [];
    for (const status of ['scheduled', 'processing', 'published']) {
      await become(status);
      const since = performance.now();
      await chip(guest, status.charAt(0).toUpperCase() + status.slice(1)).waitFor();
      took.push(performance.now() - since);
    }
    // Not each: the machine may have been busy with something else.
    expect(Math.min(...took)).toBeLessThan(WITHIN_MS);
    await guest.page.getByRole('link', { name: 'Photos', exact: true }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Photos' }).waitFor();
    expect(guest.streams()).toBe(1);
    await guest.context.close();
  });

  it('reads nothing while nothing changes, even with a post on its way', async () => {
    await become('processing');
    const guest = await open({ polls: true });
    await guest.watch();
    await asksNoMore(guest);
    await guest.context.close();
  });

  it('shows after a break what changed during it', async () => {
    const guest = await open({ polls: false });
    await guest.watch();
    // The answer begins before its first event has come, and only an event has an id to go on from.
    await become('scheduled');
    await chip(guest, 'Scheduled').waitFor();
    link.cut();
    await become('processing');
    const again = guest.page.waitForResponse('**/api/events');
    link.mend();
    await chip(guest, 'Processing').waitFor();
    expect((await (await again).request().allHeaders())['last-event-id']).toMatch(/^\d+(\.\d+)+$/);
    await become('published');
    await chip(guest, 'Published').waitFor();
    await guest.context.close();
  });

  it.each([
    ['refuses it', { status: 503, body: '{}' }],
    ['answers something else', { status: 200, contentType: 'text/html', body: '<p>proxy</p>' }],
  ])('reads again and again where the server %s', async (_, answer) => {
    const guest = await open({ polls: true });
    await guest.page.route('**/api/events', (route) => route.fulfill(answer));
    await become('scheduled');
    await guest.watch();
    await become('published');
    await chip(guest, 'Published').waitFor({ timeout: BEFORE_A_LOOK_MS });
    await guest.context.close();
  });

  it('reads again and again once the stream is lost, until it is back', async () => {
    await become('scheduled');
    const guest = await open({ polls: true });
    await guest.watch();
    await asksNoMore(guest);
    await guest.page.route('**/api/events', (route) => route.abort());
    link.cut();
    link.mend();
    const reads = guest.reads();
    await eventually(
      () => Promise.resolve(guest.reads()),
      (now) => now >= reads + 3,
      20_000,
    );
    const back = guest.page.waitForResponse('**/api/events');
    await guest.page.unroute('**/api/events');
    await back;
    await become('published');
    await chip(guest, 'Published').waitFor();
    await guest.context.close();
  });

  it('opens no stream in a tab that is hidden, also when the network is back', async () => {
    const guest = await open({ polls: false });
    const { page } = guest;
    await page.addInitScript(
      'Object.defineProperty(document, "hidden", { get: () => window.isSeen !== true })',
    );
    await page.goto('/dashboard/videos');
    await settled(page);
    const probed = page.waitForResponse('**/health/live');
    await page.evaluate('dispatchEvent(new Event("online"))');
    await probed;
    expect(guest.streams()).toBe(0);
    const opened = page.waitForResponse('**/api/events');
    await page.evaluate('window.isSeen = true, document.dispatchEvent(new Event("visibilitychange"))');
    await opened;
    expect(guest.streams()).toBe(1);
    await guest.context.close();
  });

  it('leads to the login once the session is over', async () => {
    const guest = await open({ polls: false });
    await guest.watch();
    await user.post('/api/auth/logout');
    await guest.page.waitForURL('**/login');
    await guest.context.close();
  });
});

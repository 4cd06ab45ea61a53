import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const MISSING = metaError(100, 33, 'Unsupported get request. Object with ID does not exist');

let harness: PublishingHarness;
let account: ConnectedUser;

beforeAll(async () => {
  harness = await PublishingHarness.start();
});
afterAll(() => harness.end());
beforeEach(async () => {
  account = await harness.addUser({ instagram: true });
});
afterEach(() => {
  harness.fake.clearFaults();
  expect(harness.fake.violations()).toEqual([]);
});

const unreadable = (call: string, answer = MISSING) =>
  harness.fake.fault({ on: call, page: account.page.id, times: 10_000, do: answer });

/** How long after it was posted it ended. */
async function ended(id: number): Promise<{ status: string; upload_error: string | null; afterMs: number }> {
  const begun = harness.now();
  const { status, upload_error } = await harness.runToEnd(account, id);
  return { status, upload_error, afterMs: harness.now() - begun };
}

describe('a post that the network does not let read', () => {
  it.each([
    ['a container that Meta does not know', MISSING],
    ['a container that Meta cannot read', metaError(2, null, 'Service temporarily unavailable')],
  ])('is found in the list of media when it is public: %s', async (_what, answer) => {
    harness.fake.fault({ on: 'ig.publish', page: account.page.id, do: { cut: 'after' } });
    harness.fake.onEffect('ig.publish', () => unreadable('ig.status', answer));
    const id = await harness.post(account, `Reel of ${account.page.id}`, { path: '/api/instagram/videos' });
    const { status, afterMs } = await ended(id);
    expect(status).toBe('published');
    expect(afterMs).toBeLessThan(10 * 60_000);
    expect(harness.calls(account.page, 'ig.publish')).toEqual([1]);
  });

  it('is found in the list of reels when it is public', async () => {
    harness.fake.onEffect('reels.finish', () => unreadable('video.status'));
    const id = await harness.post(account, `Reel of the Page ${account.page.id}`);
    const { status, afterMs } = await ended(id);
    expect(status).toBe('published');
    expect(afterMs).toBeLessThan(10 * 60_000);
    expect(harness.calls(account.page, 'reels.finish')).toEqual([1]);
  });

  it('goes out once when its container cannot be read at all', async () => {
    for (const cut of [undefined, 'after'] as const) {
      account = await harness.addUser({ instagram: true });
      unreadable('ig.status');
      if (cut) harness.fake.fault({ on: 'ig.publish', page: account.page.id, do: { cut } });
      const id = await harness.post(account, `Unseen ${account.page.id}`, { path: '/api/instagram/videos' });
      const { status, afterMs } = await ended(id);
      expect(status).toBe('published');
      expect(afterMs).toBeLessThan(20 * 60_000);
      expect(harness.calls(account.page, 'ig.create', 'ig.publish')).toEqual([1, 1]);
    }
  });

  it('waits for hours before its public call while its container is neither read nor published', async () => {
    unreadable('ig.status');
    unreadable('ig.publish', metaError(9007, 2207027, 'The media is not ready for publishing'));
    const text = `Patient ${account.page.id}`;
    const id = await harness.post(account, text, { path: '/api/instagram/videos' });
    harness.stopClock();
    for (let minutes = 0; minutes < 180; minutes += 5) {
      harness.forward(5 * 60_000);
      expect((await harness.untilIdle(id)).status).not.toBe('failed');
    }
    harness.fake.clearFaults();
    harness.startClock();
    expect((await ended(id)).status).toBe('published');
    const [created = 0, asked = 0] = harness.calls(account.page, 'ig.create', 'ig.publish');
    expect(created).toBe(1);
    expect(asked).toBeLessThan(20);
    expect(harness.fake.published().filter(({ caption }) => caption === text)).toHaveLength(1);
  });
});

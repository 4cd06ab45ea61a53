import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser();
});
afterEach(() => harness.end());

describe.each([
  ['reel', {}, 'reels.start', 'reels.finish'],
  ['long video', { of: 'long.mp4', bytes: 90_000 }, 'videos.start', 'videos.finish'],
])('a %s that expired after its public call', (_name, of, start, finish) => {
  const expire = (): void => {
    const forget = harness.fake.onCall(finish, () => {
      forget();
      const body = { id: '1', status: { video_status: 'expired' } };
      harness.fake.fault({ on: 'video.status', times: 1000, do: { status: 200, body } });
    });
  };

  it('goes out by a new session when nothing was found', async () => {
    harness.fake.fault({ on: finish, do: { cut: 'before' } });
    expire();
    const id = await harness.post(account, 'Anew', of);
    harness.fake.onEffect(start, ({ nth }) => nth > 1 && harness.fake.clearFaults());
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, start, finish)).toEqual([2, 2]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('is found where it is public', async () => {
    harness.fake.fault({ on: finish, do: { cut: 'after' } });
    expire();
    const id = await harness.post(account, 'Expired', of);
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, start, finish)).toEqual([1, 1]);
  });

  it('has failed if the call was accepted', async () => {
    harness.fake.fault({ on: finish, do: { status: 200, body: { success: true } } });
    expire();
    const id = await harness.post(account, 'Accepted', of);
    const begunAt = harness.now();
    const item = await harness.runToEnd(account, id);
    expect([item.status, item.upload_error]).toEqual([
      'failed',
      expect.stringMatching(/expired at Facebook.*Retry it/),
    ]);
    expect(harness.now() - begunAt).toBeLessThan(60_000);
    expect(harness.calls(account.page, start, finish)).toEqual([1, 1]);
  });
});

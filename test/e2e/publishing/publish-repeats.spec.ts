import { metaError, type FaultAction } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser, type PostOptions } from '../../support/publishing-harness';

/** What each way to post reads back, and where else it shows. */
const flows = {
  reel: {
    of: {} as PostOptions,
    call: 'reels.finish',
    reading: 'video.status',
    unpublished: { status: { video_status: 'upload_complete', uploading_phase: { status: 'complete' } } },
    list: 'reels.list',
    empty: { data: [] } as object,
  },
  'long video': {
    of: { of: 'long.mp4', bytes: 90_000 } as PostOptions,
    call: 'videos.finish',
    reading: 'video.status',
    unpublished: { status: { video_status: 'upload_complete', uploading_phase: { status: 'complete' } } },
    list: 'videos.list',
    empty: { data: [] } as object,
  },
  photo: {
    of: { path: '/api/photos' } as PostOptions,
    call: 'feed',
    reading: 'posts.list',
    unpublished: { data: [] } as object,
    list: 'photo.read',
    empty: { id: '1' } as object,
  },
  'Instagram reel': {
    of: { path: '/api/instagram/videos' } as PostOptions,
    call: 'ig.publish',
    reading: 'ig.status',
    unpublished: { status_code: 'FINISHED' } as object,
    list: 'ig.media',
    empty: { data: [] } as object,
  },
};
type Flow = (typeof flows)[keyof typeof flows];

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser({ instagram: true });
});
afterEach(() => harness.end());

const stale = (on: string, body: object, times: number) =>
  harness.fake.fault({ on, times, do: { status: 200, body: { id: '1', ...body } } });

/** The answer to the public call is lost after its effect; what is read then lags behind by so many readings. */
function loseAnswer(
  { call, reading, unpublished, list, empty }: Flow,
  readings: number,
  lists: number,
): void {
  harness.fake.fault({ on: call, do: { cut: 'after' } });
  const forget = harness.fake.onEffect(call, () => {
    forget();
    stale(reading, unpublished, readings);
    stale(list, empty, lists);
  });
}

const refusals: Record<string, FaultAction> = {
  'no such container, 24/2207006': metaError(24, 2207006, 'The media cannot be found.'),
  'no such session, 6001/1363041': metaError(6001, 1363041, 'Invalid upload session'),
  'a bad parameter, 100': metaError(100, null, '(#100) Invalid parameter'),
};

describe.each(Object.entries(flows))('a %s whose answer was lost, with readings that lag', (_name, flow) => {
  it('is found in the second place, and nothing is sent again', async () => {
    loseAnswer(flow, 3, 0);
    const id = await harness.post(account, 'Once', flow.of);
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, flow.call)).toEqual([1]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it.each(Object.entries(refusals))(
    'is looked for when the repeated call is refused: %s',
    async (_n, refusal) => {
      loseAnswer(flow, 4, 3);
      harness.fake.fault({ on: flow.call, nth: 2, do: refusal });
      const id = await harness.post(account, 'Once', flow.of);
      expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
      expect(harness.calls(account.page, flow.call)).toEqual([2]);
      expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
    },
  );
});

describe.each(Object.entries(flows))('a %s that never took effect', (name, flow) => {
  // A photo may stand in many posts; the others are published once, however often they are asked for.
  if (name !== 'photo')
    it('is sent again on the same session, though the first repetition was refused', async () => {
      harness.fake.fault({ on: flow.call, do: { cut: 'before' } });
      harness.fake.fault({ on: flow.call, nth: 2, do: refusals['a bad parameter, 100']! });
      const id = await harness.post(account, 'Again', flow.of);
      expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
      expect(
        harness.calls(account.page, flow.call, 'reels.start', 'videos.start', 'ig.create', 'photos'),
      ).toEqual([
        3,
        ...['reels.finish', 'videos.finish', 'ig.publish', 'feed'].map((call) => Number(call === flow.call)),
      ]);
      expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
    });

  it.each([
    [
      'a 500',
      8,
      metaError(1, null, 'An unknown error occurred'),
      /Meta’s servers.*\(Meta error 1\) .*used up/,
    ],
    [
      'the word that it is there already',
      2,
      metaError(506, null, 'Duplicate status message'),
      /^Facebook has just taken the same post.*\(Meta error 506\)/,
    ],
  ])('fails with the number when each call is answered by %s', async (_what, times, answer, words) => {
    harness.fake.fault({ on: flow.call, times: 1000, do: answer });
    const id = await harness.post(account, 'Never', flow.of);
    const begunAt = harness.now();
    const item = await harness.runToEnd(account, id, 30_000);
    expect([item.status, item.upload_error]).toEqual(['failed', expect.stringMatching(words)]);
    expect(harness.calls(account.page, flow.call)).toEqual([times]);
    // A fault of the network may last for as long as with any other call.
    expect(harness.now() - begunAt > 50 * 60_000).toBe(times === 8);
    expect([await harness.tasksUsed(account), harness.fake.published().length]).toEqual([0, 0]);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('fails as not confirmed after the last call when the second place cannot be read', async () => {
    harness.fake.fault({ on: flow.call, times: 1000, do: metaError(1, null, 'An unknown error occurred') });
    let calls = 0;
    harness.fake.onCall(flow.call, () => {
      if (++calls === 8)
        harness.fake.fault({ on: flow.list, times: 1000, do: metaError(2, null, 'Not now') });
    });
    const id = await harness.post(account, 'Who knows', flow.of);
    const item = await harness.runToEnd(account, id, 30_000);
    expect([item.status, item.upload_error]).toEqual([
      'failed',
      expect.stringMatching(/could not be confirmed/),
    ]);
    expect(harness.calls(account.page, flow.call)).toEqual([8]);
  });

  it('goes out when the eighth call is taken', async () => {
    harness.fake.fault({ on: flow.call, times: 7, do: metaError(1, null, 'An unknown error occurred') });
    const id = await harness.post(account, 'At last', flow.of);
    expect(await harness.runToEnd(account, id, 30_000)).toMatchObject({ status: 'published' });
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('is found when the last call took effect behind its refusal', async () => {
    harness.fake.fault({ on: flow.call, times: 7, do: metaError(1, null, 'An unknown error occurred') });
    harness.fake.fault({
      ...{ on: flow.call, nth: 8 },
      do: { after: true, ...metaError(1, null, 'An unknown error occurred') },
    });
    const id = await harness.post(account, 'Behind it', flow.of);
    expect(await harness.runToEnd(account, id, 30_000)).toMatchObject({ status: 'published' });
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('fails as not confirmed when every repetition is refused for an hour, on one session', async () => {
    harness.fake.fault({ on: flow.call, do: { cut: 'before' } });
    harness.fake.fault({
      on: flow.call,
      nth: 2,
      times: 1000,
      do: refusals['no such session, 6001/1363041']!,
    });
    const id = await harness.post(account, 'Who knows', flow.of);
    const begunAt = harness.now();
    const item = await harness.runToEnd(account, id, 30_000);
    expect(item.status).toBe('failed');
    expect(item.upload_error).toMatch(/could not be confirmed.*check your page before retrying/);
    expect(harness.now() - begunAt).toBeGreaterThan(60 * 60_000);
    const [repeats = 0, ...starts] = harness.calls(
      account.page,
      flow.call,
      'reels.start',
      'videos.start',
      'ig.create',
      'photos',
    );
    expect(repeats).toBeLessThan(9);
    expect(starts.reduce((sum, n) => sum + n)).toBe(1);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([0, []]);
  });
});

describe('a container that expired while the outcome was in doubt', () => {
  const flow = flows['Instagram reel'];

  it('is not taken for unpublished before it was looked for twice', async () => {
    loseAnswer(flow, 0, 0);
    const forget = harness.fake.onEffect('ig.publish', () => {
      forget();
      stale('ig.status', { status_code: 'EXPIRED' }, 1000);
    });
    const id = await harness.post(account, 'Expired', flow.of);
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, 'ig.create', 'ig.publish')).toEqual([1, 1]);
    expect(harness.fake.violations()).toEqual([]);
  });

  it('is made anew when nothing was found', async () => {
    harness.fake.fault({ on: 'ig.publish', do: { cut: 'before' } });
    const forget = harness.fake.onCall('ig.publish', (call) => {
      forget();
      harness.fake.expireContainer(String(call.params.creation_id));
    });
    const id = await harness.post(account, 'Anew', flow.of);
    expect(await harness.runToEnd(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, 'ig.create', 'ig.publish')).toEqual([2, 2]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });
});

describe('posts with the same words on one Instagram account', () => {
  it.each(['one user', 'two users'])('are each posted when a call of %s is lost', async (whose) => {
    const { of } = flows['Instagram reel'];
    let other = account;
    if (whose === 'two users') {
      other = { client: await harness.app.client.register(), page: account.page };
      await harness.app.users.grant(other.client, 2);
      await harness.connect(other);
    }
    const first = await harness.post(account, 'Same words', of);
    expect((await harness.runToEnd(account, first)).status).toBe('published');
    harness.fake.fault({ on: 'ig.publish', do: { cut: 'before' } });
    const second = await harness.post(other, 'Same words', of);
    // Both are expected under these words; each file only once.
    expect((await harness.runToEnd(other, second)).status).toBe('published');
    const found = harness.fake.violations().filter((each) => !each.startsWith('too-early'));
    expect([harness.fake.published().length, found]).toEqual([2, []]);
  });
});

describe('a finish that was lost, with the network processing all the same', () => {
  const processing = (publishing?: object) => ({
    status: {
      video_status: 'processing',
      uploading_phase: { status: 'complete' },
      processing_phase: { status: 'not_started' },
      publishing_phase: publishing,
    },
  });

  it.each([
    ['a publishing phase that has not begun', { status: 'not_started' }],
    ['none', undefined],
  ])('is sent again after three equal readings over ten minutes: %s', async (_name, publishing) => {
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'before' } });
    stale('video.status', processing(publishing), 1000);
    harness.fake.onEffect('reels.finish', () => harness.fake.clearFaults());
    const begunAt = harness.now();
    const id = await harness.post(account, 'Stalled');
    expect(await harness.runToEnd(account, id, 30_000)).toMatchObject({ status: 'published' });
    expect(harness.calls(account.page, 'reels.start', 'reels.finish')).toEqual([1, 2]);
    expect(harness.now() - begunAt).toBeGreaterThan(10 * 60_000);
    expect(harness.now() - begunAt).toBeLessThan(15 * 60_000);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('is not sent again while publishing has begun', async () => {
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    stale('video.status', processing({ status: 'in_progress' }), 25);
    const id = await harness.post(account, 'Under way');
    expect(await harness.runToEnd(account, id, 30_000)).toMatchObject({ status: 'published' });
    expect(harness.calls(account.page, 'reels.finish')).toEqual([1]);
  });
});

import { metaError, type FaultAction } from '../support/fake-graph';
import { Scene, type Account, type PostOptions } from '../support/scene';

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

let scene: Scene;
let account: Account;
beforeEach(async () => {
  scene = await Scene.start();
  account = await scene.account({ instagram: true });
});
afterEach(() => scene.end());

const stale = (on: string, body: object, times: number) =>
  scene.fake.fault({ on, times, do: { status: 200, body: { id: '1', ...body } } });

/** The answer to the public call is lost after its effect; what is read then lags behind by so many readings. */
function loseAnswer(
  { call, reading, unpublished, list, empty }: Flow,
  readings: number,
  lists: number,
): void {
  scene.fake.fault({ on: call, do: { cut: 'after' } });
  const forget = scene.fake.onEffect(call, () => {
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
    const id = await scene.post(account, 'Once', flow.of);
    expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(scene.calls(account.page, flow.call)).toEqual([1]);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });

  it.each(Object.entries(refusals))(
    'is looked for when the repeated call is refused: %s',
    async (_n, refusal) => {
      loseAnswer(flow, 4, 3);
      scene.fake.fault({ on: flow.call, nth: 2, do: refusal });
      const id = await scene.post(account, 'Once', flow.of);
      expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
      expect(scene.calls(account.page, flow.call)).toEqual([2]);
      expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
    },
  );
});

describe.each(Object.entries(flows))('a %s that never took effect', (name, flow) => {
  // A photo may stand in many posts; the others are published once, however often they are asked for.
  if (name !== 'photo')
    it('is sent again on the same session, though the first repetition was refused', async () => {
      scene.fake.fault({ on: flow.call, do: { cut: 'before' } });
      scene.fake.fault({ on: flow.call, nth: 2, do: refusals['a bad parameter, 100']! });
      const id = await scene.post(account, 'Again', flow.of);
      expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
      expect(
        scene.calls(account.page, flow.call, 'reels.start', 'videos.start', 'ig.create', 'photos'),
      ).toEqual([
        3,
        ...['reels.finish', 'videos.finish', 'ig.publish', 'feed'].map((call) => Number(call === flow.call)),
      ]);
      expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
    });

  it('fails as not confirmed when every repetition is refused for an hour, on one session', async () => {
    scene.fake.fault({ on: flow.call, do: { cut: 'before' } });
    scene.fake.fault({ on: flow.call, nth: 2, times: 1000, do: refusals['no such session, 6001/1363041']! });
    const id = await scene.post(account, 'Who knows', flow.of);
    const begunAt = scene.now();
    const item = await scene.play(account, id, 30_000);
    expect(item.status).toBe('failed');
    expect(item.upload_error).toMatch(/could not be confirmed.*check your page before retrying/);
    expect(scene.now() - begunAt).toBeGreaterThan(60 * 60_000);
    const [repeats = 0, ...starts] = scene.calls(
      account.page,
      flow.call,
      'reels.start',
      'videos.start',
      'ig.create',
      'photos',
    );
    expect(repeats).toBeLessThan(9);
    expect(starts.reduce((sum, n) => sum + n)).toBe(1);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([0, []]);
  });
});

describe('a container that expired while the outcome was in doubt', () => {
  const flow = flows['Instagram reel'];

  it('is not taken for unpublished before it was looked for twice', async () => {
    loseAnswer(flow, 0, 0);
    const forget = scene.fake.onEffect('ig.publish', () => {
      forget();
      stale('ig.status', { status_code: 'EXPIRED' }, 1000);
    });
    const id = await scene.post(account, 'Expired', flow.of);
    expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(scene.calls(account.page, 'ig.create', 'ig.publish')).toEqual([1, 1]);
    expect(scene.fake.violations()).toEqual([]);
  });

  it('is made anew when nothing was found', async () => {
    scene.fake.fault({ on: 'ig.publish', do: { cut: 'before' } });
    const forget = scene.fake.onCall('ig.publish', (call) => {
      forget();
      scene.fake.expireContainer(String(call.params.creation_id));
    });
    const id = await scene.post(account, 'Anew', flow.of);
    expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(scene.calls(account.page, 'ig.create', 'ig.publish')).toEqual([2, 2]);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });
});

describe('posts with the same words on one Instagram account', () => {
  it.each(['one user', 'two users'])('of %s are each posted, though a call was lost', async (whose) => {
    const { of } = flows['Instagram reel'];
    let other = account;
    if (whose === 'two users') {
      other = { client: await scene.app.client.register(), page: account.page };
      await scene.grant(other.client, 2);
      await scene.connect(other);
    }
    const first = await scene.post(account, 'Same words', of);
    expect((await scene.play(account, first)).status).toBe('published');
    scene.fake.fault({ on: 'ig.publish', do: { cut: 'before' } });
    const second = await scene.post(other, 'Same words', of);
    // Both are expected under these words; each file only once.
    expect((await scene.play(other, second)).status).toBe('published');
    const found = scene.fake.violations().filter((each) => !each.startsWith('too-early'));
    expect([scene.fake.published().length, found]).toEqual([2, []]);
  });
});

describe('a finish that was lost, with the network processing all the same', () => {
  const processing = (publishing: object) => ({
    status: {
      video_status: 'processing',
      uploading_phase: { status: 'complete' },
      processing_phase: { status: 'not_started' },
      publishing_phase: publishing,
    },
  });

  it('is sent again after three equal readings over ten minutes', async () => {
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'before' } });
    stale('video.status', processing({ status: 'not_started' }), 1000);
    scene.fake.onEffect('reels.finish', () => scene.fake.clearFaults());
    const begunAt = scene.now();
    const id = await scene.post(account, 'Stalled');
    expect(await scene.play(account, id, 30_000)).toMatchObject({ status: 'published' });
    expect(scene.calls(account.page, 'reels.start', 'reels.finish')).toEqual([1, 2]);
    expect(scene.now() - begunAt).toBeGreaterThan(10 * 60_000);
    expect(scene.now() - begunAt).toBeLessThan(15 * 60_000);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });

  it('is not sent again while publishing has begun', async () => {
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    stale('video.status', processing({ status: 'in_progress' }), 25);
    const id = await scene.post(account, 'Under way');
    expect(await scene.play(account, id, 30_000)).toMatchObject({ status: 'published' });
    expect(scene.calls(account.page, 'reels.finish')).toEqual([1]);
  });
});

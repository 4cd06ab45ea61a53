import { metaError } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser, type PostOptions } from '../../support/publishing-harness';

/** How each is made public, and everything that is read of it. */
const flows = {
  reel: { of: {} as PostOptions, call: 'reels.finish', readings: ['video.status', 'reels.list'] },
  'long video': {
    of: { of: 'long.mp4', bytes: 90_000 } as PostOptions,
    call: 'videos.finish',
    readings: ['video.status', 'videos.list'],
  },
  photo: {
    of: { path: '/api/photos' } as PostOptions,
    call: 'feed',
    readings: ['posts.list', 'photo.read'],
  },
  'Instagram reel': {
    of: { path: '/api/instagram/videos' } as PostOptions,
    call: 'ig.publish',
    readings: ['ig.status', 'ig.media'],
  },
};
type Flow = (typeof flows)[keyof typeof flows];

const LATER = metaError(2, null, 'Service temporarily unavailable');
const UNCONFIRMED = /could not be confirmed.*check your page before retrying/;

let harness: PublishingHarness;
let account: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  account = await harness.addUser({ instagram: true });
});
afterEach(() => harness.end());

/** A post of which Meta does not say for an hour whether its public call took effect. */
async function failed({ of, call, readings }: Flow, cut: 'before' | 'after'): Promise<number> {
  harness.fake.fault({ on: call, do: { cut } });
  const forget = harness.fake.onCall(call, () => {
    forget();
    for (const on of readings) harness.fake.fault({ on, times: 10_000, do: LATER });
  });
  const id = await harness.post(account, 'Once', of);
  const { status, upload_error: error } = await harness.runToEnd(account, id, 30_000);
  expect([status, error]).toEqual(['failed', expect.stringMatching(UNCONFIRMED)]);
  return id;
}

const retry = async (id: number, body: object = {}) => {
  const { status } = await account.client.post(`/api/posts/${id}/retry`, body);
  expect(status).toBe(200);
  return harness.runToEnd(account, id, 30_000);
};

describe.each(Object.entries(flows))('a retry of a %s that could not be confirmed', (_name, flow) => {
  it('finds it when it is public, and sends nothing', async () => {
    const id = await failed(flow, 'after');
    harness.fake.clearFaults();
    expect(await retry(id)).toMatchObject({ status: 'published', upload_error: null });
    expect(harness.calls(account.page, flow.call)).toEqual([1]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('sends it when it is not public', async () => {
    const id = await failed(flow, 'before');
    harness.fake.clearFaults();
    expect(await retry(id)).toMatchObject({ status: 'published', upload_error: null });
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('sends nothing while nothing can be read, and finds it later', async () => {
    const id = await failed(flow, 'after');
    expect(await retry(id)).toMatchObject({ status: 'failed' });
    expect(harness.calls(account.page, flow.call)).toEqual([1]);
    harness.fake.clearFaults();
    expect(await retry(id)).toMatchObject({ status: 'published' });
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });
});

describe('a post that could not be confirmed and is taken out of the queue', () => {
  const sendNow = async (id: number) => {
    harness.fake.clearFaults();
    const { body } = await account.client.put(`/api/posts/${id}/reschedule`, { scheduled_for: 'now' });
    expect(body.status).toBe('pending');
    return harness.runToEnd(account, id);
  };

  it('is looked for when it gets a time', async () => {
    const id = await failed(flows.reel, 'after');
    expect(await retry(id, { unscheduled: 1 })).toMatchObject({ status: 'pending' });
    expect(await sendNow(id)).toMatchObject({ status: 'published' });
    expect(harness.calls(account.page, 'reels.finish')).toEqual([1]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('is another one once it is changed, and is sent', async () => {
    const id = await failed(flows.reel, 'before');
    await retry(id, { unscheduled: 1 });
    await account.client.put(`/api/posts/${id}`, { description: 'Said better' });
    const reads = harness.calls(account.page, 'reels.list');
    expect(await sendNow(id)).toMatchObject({ status: 'published', posted_text: 'Said better' });
    expect(harness.calls(account.page, 'reels.list')).toEqual(reads);
  });
});

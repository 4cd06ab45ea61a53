import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { metaError } from '../../support/fake-graph';
import { fixture } from '../../support/media';
import { withPromtool } from '../../support/promtool';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';
import { Scrape } from '../../support/scrape';

const A_MINUTE_MS = 60_000;

let harness: PublishingHarness;
let user: ConnectedUser;
beforeEach(async () => {
  harness = await PublishingHarness.start();
  user = await harness.addUser();
});
afterEach(() => harness.end());

/** Sends the beginning of a video, and hangs up once it is being received. */
async function breakOff(): Promise<void> {
  const head = '--x\r\ncontent-disposition: form-data; name="videos[]"; filename="a.mp4"\r\n\r\n';
  const sending = request(`${harness.app.url}/api/videos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.client.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    },
  });
  sending.on('error', () => undefined);
  sending.write(head);
  sending.write(readFileSync(fixture('portrait.mp4')).subarray(0, 10_000));
  await eventually(scrape, (told) => told.value('pagecast_uploads_under_way') === 1);
  sending.destroy();
}

const uploads = (result: string) => `pagecast_uploads_total{result="${result}"}`;
const scrape = () => Scrape.of(harness.app.client);
const outcome = (name: string) => `pagecast_publications_total{network="facebook",outcome="${name}"}`;
const late = (part: string) => `pagecast_lateness_seconds${part}`;

describe('/metrics of a publication', () => {
  it('tells how late it began, how it ended, and how long the calls took', async () => {
    const id = await harness.post(user, 'Counted');
    expect((await harness.runToEnd(user, id)).status).toBe('published');
    const told = await scrape();
    expect(told.value(late('_count'))).toBe(1);
    expect(told.value(late('_bucket{le="60"}'))).toBe(1);
    expect(told.value(outcome('published'))).toBe(1);
    expect(told.value(outcome('refused'))).toBe(0);
    const calls = (call: string) =>
      told.sum('pagecast_network_call_duration_seconds_count', { call, outcome: 'ok' });
    expect(calls('publish')).toBe(1);
    expect(calls('send_bytes')).toBeGreaterThanOrEqual(1);
    expect(told.sum('pagecast_network_call_duration_seconds_sum', { call: 'publish' })).toBeGreaterThan(0);
    expect(told.value('pagecast_uploads_total{result="stored"}')).toBe(1);
    expect(told.value('pagecast_upload_received_bytes_total')).toBe(60_000);
    expect(told.sum('pagecast_probe_duration_seconds_count', { result: 'described' })).toBeGreaterThan(0);
    expect(told.value('pagecast_queue_depth')).toBe(0);
    expect(told.value('pagecast_publishers_alive')).toBe(1);
  });

  it('counts a post for now from the moment that it was asked for, not from the begun minute', async () => {
    const id = await harness.post(user, 'For now', { at: null });
    const into = harness.now() % A_MINUTE_MS;
    harness.setClockBy((into < 40_000 ? 40_000 : 100_000) - into);
    const minute = new Date(Math.floor(harness.now() / A_MINUTE_MS) * A_MINUTE_MS);
    harness.fake.expectNotBefore('For now', minute);
    const path = `/api/videos/${id}/reschedule`;
    expect((await user.client.put(path, { scheduled_for: minute.toISOString() })).status).toBe(200);
    expect((await harness.runToEnd(user, id)).status).toBe('published');
    const told = await scrape();
    expect([told.value(late('_count')), told.value(late('_bucket{le="10"}'))]).toEqual([1, 1]);
  });

  it('counts neither further tries nor what came after a pause as late', async () => {
    harness.fake.fault({ on: 'reels.start', do: metaError(2, null, 'Try again') });
    const id = await harness.post(user, 'Tried again');
    expect((await harness.runToEnd(user, id)).status).toBe('published');
    let told = await scrape();
    expect([told.value(outcome('retried')), told.value(outcome('published'))]).toEqual([1, 1]);
    expect(told.value(late('_count'))).toBe(1);

    harness.fake.fault({ on: 'reels.start', do: metaError(190, 492, 'The user is no administrator') });
    const refused = await harness.post(user, 'Refused');
    await harness.untilIdle(refused);
    const waiting = await harness.post(user, 'Waiting');
    await harness.passHours(refused, 3);
    expect((await scrape()).value('pagecast_queue_oldest_seconds')).toBe(0);
    await harness.connect(user);
    for (const each of [refused, waiting])
      expect((await harness.runToEnd(user, each)).status).toBe('published');
    told = await scrape();
    expect(told.value(outcome('reconnect'))).toBe(1);
    expect([told.value(late('_count')), told.value(late('_bucket{le="60"}'))]).toEqual([3, 3]);
  });

  it('tells calls that the network does not answer from those that it refuses', async () => {
    harness.fake.fault({ on: 'reels.start', do: { cut: 'before' } });
    harness.fake.fault({ on: 'reels.start', nth: 2, do: metaError(100, 1363026, 'Too long') });
    const id = await harness.post(user, 'Refused');
    expect((await harness.runToEnd(user, id)).status).toBe('failed');
    const told = await scrape();
    const calls = (answer: string) =>
      told.sum('pagecast_network_call_duration_seconds_count', { call: 'write', outcome: answer });
    expect([calls('lost'), calls('refused')]).toEqual([1, 1]);
    expect([told.value(outcome('retried')), told.value(outcome('refused'))]).toEqual([1, 1]);
  });
});

describe('/metrics of requests', () => {
  it('has no series for addresses, methods and tokens that somebody makes up', async () => {
    const { client } = harness.app;
    const ask = async (n: number) => {
      await client.get(`/api/nothing/${n}`);
      await client.get(`/nothing-${n}?token=secret${n}`);
      await client.get(`/api/videos/${n}`);
      await client.get(`/storage/made-up-${n}.mp4`);
      for (const method of ['PROPFIND', 'PURGE', 'LINK', 'MKCOL'])
        await client.call(method, `/api/plans/${n}`).catch(() => undefined);
    };
    await ask(1);
    // The scrape itself is a request, too.
    await scrape();
    const before = (await scrape()).series;
    for (let n = 2; n < 10; n++) await ask(n);
    const told = await scrape();
    expect(told.series).toBe(before);
    expect(told.text).not.toMatch(/made-up|\/nothing|secret|PROPFIND/);
    expect(told.sum('pagecast_http_requests_total', { status: '4xx' })).toBeGreaterThanOrEqual(8 * 4);
  });

  it('counts uploads by what became of them, and whose fault that was', async () => {
    const media = join(harness.app.dir, 'media');
    const upload = (name: string) => user.client.upload('/api/videos', [fixture(name)], { titles: ['One'] });
    expect((await upload('landscape.mp4')).status).toBe(422);
    await rename(media, `${media}-away`);
    expect((await upload('portrait.mp4')).status).toBe(503);
    await rename(`${media}-away`, media);
    expect((await upload('portrait.mp4')).status).toBe(201);
    await breakOff();
    const told = await eventually(scrape, (each) => each.value(uploads('broken_off')) === 1);
    expect(['stored', 'refused', 'unavailable', 'failed'].map((each) => told.value(uploads(each)))).toEqual([
      1, 1, 1, 0,
    ]);
    expect(told.value('pagecast_uploads_under_way')).toBe(0);
  });

  it('has the requests for events, and not how long a stream stays open', async () => {
    const accept = { accept: 'application/json' };
    expect((await user.client.call('GET', '/api/events', undefined, accept)).status).toBe(200);
    const told = await scrape();
    const route = { route: '/api/events' };
    expect(told.sum('pagecast_http_requests_total', route)).toBe(1);
    expect(told.text).not.toMatch(/pagecast_http_request_duration_seconds\w*{[^}]*\/api\/events/);
  });

  withPromtool('by promtool', (promtool) => {
    it('are written as Prometheus wants them', async () => {
      const id = await harness.post(user, 'Checked');
      await harness.runToEnd(user, id);
      expect(promtool(['check', 'metrics'], (await scrape()).text)).toEqual({ status: 0, said: '' });
    });
  });
});

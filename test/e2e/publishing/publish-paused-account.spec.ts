import { eventually } from '../../support/client';
import { metaError, type FaultAction } from '../../support/fake-graph';
import { PublishingHarness, type ConnectedUser } from '../../support/publishing-harness';

const HOUR = 3_600_000;

let harness: PublishingHarness;
let account: ConnectedUser;
afterEach(() => harness.end());

async function begin(env: Record<string, string> = {}, { instagram = false } = {}): Promise<void> {
  harness = await PublishingHarness.start({ env });
  account = await harness.addUser({ instagram });
}

const connection = async () => (await account.client.get('/api/user/connection')).body.facebook;
const callsOfPublishing = () =>
  harness.fake.history().filter(({ name }) => /^(reels|videos|video)\./.test(name));

describe('an account that has to wait or to act', () => {
  const refusals: Array<[string, FaultAction]> = [
    ['permission 200', metaError(200, null, '(#200) Permissions error')],
    ['permission 10', metaError(10, null, '(#10) Application does not have permission for this action')],
    ['lost role 190/492', metaError(190, 492, 'The user is not an administrator of the page')],
    ['session 102/459', metaError(102, 459, 'The user is checkpointed')],
    ['no permission to upload, 6000/1363042', metaError(6000, 1363042, 'You do not have permission')],
  ];
  it.each(refusals)('waits until the user reconnects: %s', async (_name, refusal) => {
    await begin();
    harness.fake.fault({ on: 'reels.start', do: refusal });
    const id = await harness.post(account, 'Later');
    expect((await harness.runToEnd(account, id)).status).toBe('pending');
    await harness.passHours(id, 3);
    expect(harness.calls(account.page, 'reels.start')).toEqual([1]);
    expect(await connection()).toMatchObject({ status: 'paused', resumes_at: null });
    await harness.connect(account);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect(harness.fake.violations()).toEqual([]);
  });

  it.each([
    ['80001 for 7 minutes', 7, { 'x-business-use-case-usage': 7 }, metaError(80001, null, 'Too many calls')],
    ['429 with Retry-After', 5, { 'retry-after': 300 }, { status: 429, body: {} }],
    ['code 32 without a time', 15, {}, metaError(32, null, '(#32) Page request limit reached')],
    ['a block 368', 360, {}, metaError(368, null, 'The action attempted has been deemed abusive')],
  ] as const)(
    'waits as long as the network says, without a call: %s',
    async (_name, minutes, told, answer) => {
      await begin();
      const headers = Object.fromEntries(
        Object.entries(told).map(([name, value]) => [
          name,
          name === 'retry-after'
            ? String(value)
            : JSON.stringify({ 1: [{ type: 'pages', estimated_time_to_regain_access: value }] }),
        ]),
      );
      harness.fake.fault({ on: 'reels.start', do: { ...answer, headers } });
      harness.stopClock();
      const [id, second] = [await harness.post(account, 'First'), await harness.post(account, 'Second')];
      await harness.untilIdle(id);
      const { resumes_at, status } = await connection();
      const waits = Date.parse(resumes_at) - harness.now();
      expect([status, waits]).toEqual(['paused', minutes * 60_000]);
      harness.forward(waits - 1);
      await harness.untilIdle(id);
      expect(callsOfPublishing()).toHaveLength(1);
      for (const each of [id, second])
        expect((await harness.runToEnd(account, each)).status).toBe('published');
      expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['First', 'Second']);
      expect(harness.fake.violations()).toEqual([]);
    },
  );
});

describe('a public call that is answered by a block', () => {
  const spam = metaError(4, 2207051, 'Application request limit reached');

  /** Posts a reel on Instagram whose public call is answered so. @returns its id after that call. */
  async function answeredBy(answer: FaultAction): Promise<number> {
    await begin({}, { instagram: true });
    harness.fake.fault({ on: 'ig.publish', do: answer });
    harness.stopClock();
    const id = await harness.post(account, 'Blocked', { path: '/api/instagram/videos' });
    await harness.untilIdle(id);
    while (harness.calls(account.page, 'ig.publish')[0] === 0) {
      harness.forward(2_000);
      await harness.untilIdle(id);
    }
    return id;
  }

  it('is read back at once, and the post is published if it is live', async () => {
    const id = await answeredBy({ ...spam, after: true });
    const { status, paused_reason } = await harness.row(id);
    expect([status, paused_reason]).toEqual(['published', null]);
    expect(harness.calls(account.page, 'ig.publish')).toEqual([1]);
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('pauses the account for six hours after one reading if the post is not live', async () => {
    const id = await answeredBy(spam);
    const { resumes_at } = await harness.row(id);
    expect((resumes_at ?? 0) - harness.now()).toBe(6 * HOUR);
    expect(harness.fake.history().at(-1)?.name).toBe('ig.status');
    const before = harness.fake.history().length;
    harness.forward(6 * HOUR - 1);
    await harness.untilIdle(id);
    expect(harness.fake.history()).toHaveLength(before);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('is not read back while it is a rate limit', async () => {
    const limit = metaError(4, null, 'Application request limit reached');
    const id = await answeredBy({ ...limit, after: true });
    expect(harness.fake.history().at(-1)?.name).toBe('ig.publish');
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });
});

describe('what has waited for longer than it may', () => {
  it('fails as missed when its account stayed paused, and its task is free', async () => {
    await begin({ MISSED_AFTER_MINUTES: '60' });
    harness.fake.revoke(account.page.token);
    const id = await harness.post(account, 'Too late');
    await harness.runToEnd(account, id);
    harness.forward(59 * 60_000);
    expect((await harness.untilIdle(id)).status).toBe('pending');
    harness.forward(2 * 60_000);
    await harness.untilEnded(id);
    expect((await harness.item(account, id)).upload_error).toMatch(/^Missed: .* within 1 hour of its time/);
    expect([await harness.tasksUsed(account), harness.fake.published()]).toEqual([0, []]);
    harness.fake.restore(account.page.token);
    await harness.connect(account);
    expect((await account.client.post(`/api/videos/${id}/retry`)).body.status).toBe('pending');
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('fails as not confirmed when it may be public and nobody could ask', async () => {
    await begin({ MISSED_AFTER_MINUTES: '60' });
    const { page } = account;
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    harness.fake.onEffect('reels.finish', () => harness.fake.revoke(page.token));
    const id = await harness.post(account, 'Who knows');
    await harness.runToEnd(account, id);
    harness.forward(62 * 60_000);
    await harness.untilEnded(id);
    expect((await harness.item(account, id)).upload_error).toMatch(/could not be confirmed/);
    expect(await harness.tasksUsed(account)).toBe(0);
  });

  it('fails as not confirmed also when it had no time, and its account can be disconnected', async () => {
    await begin({ MISSED_AFTER_MINUTES: '60' });
    const { page, client } = account;
    await client.put('/api/user/facebook-settings', { upload_frequency: 1 });
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    harness.fake.onEffect('reels.finish', () => harness.fake.revoke(page.token));
    const id = await harness.post(account, 'Who knows', { at: null });
    harness.forward(HOUR);
    await eventually(
      () => harness.row(id),
      ({ paused_reason, locked_by }) => paused_reason !== null && locked_by === null,
    );
    const disconnect = () => client.put('/api/user/facebook-settings', { page_id: '' });
    expect((await disconnect()).status).toBe(409);
    harness.forward(62 * 60_000);
    await harness.untilEnded(id);
    expect((await harness.item(account, id)).upload_error).toMatch(/could not be confirmed/);
    expect(await harness.tasksUsed(account)).toBe(0);
    expect((await disconnect()).status).toBe(200);
  });

  it('waits for its next turn when it had no time, and was not sent before its account was paused', async () => {
    await begin({ MISSED_AFTER_MINUTES: '60' });
    const { page, client } = account;
    await client.put('/api/user/facebook-settings', { upload_frequency: 1 });
    harness.fake.fault({ on: 'reels.start', do: { cut: 'before' } });
    const id = await harness.post(account, 'Not sent', { at: null });
    harness.stopClock();
    harness.forward(HOUR);
    await eventually(
      () => harness.row(id),
      ({ status, locked_by }) => status === 'scheduled' && locked_by === null,
    );
    harness.fake.revoke(page.token);
    await client.post('/api/user/connection/check');
    expect((await harness.row(id)).paused_reason).not.toBeNull();
    harness.forward(62 * 60_000);
    await eventually(
      () => harness.row(id),
      ({ status, due_at }) => status === 'pending' && due_at === null,
    );
    harness.fake.restore(page.token);
    await harness.connect(account);
    harness.startClock();
    harness.forward(HOUR);
    await eventually(
      () => harness.row(id),
      ({ status }) => status === 'published',
    );
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
  });

  it('fails as missed when nobody could connect for a whole day, without having been sent', async () => {
    await begin();
    harness.fake.fault({ on: 'reels.start', do: { cut: 'before' }, times: 1000 });
    const id = await harness.post(account, 'Late');
    await harness.untilIdle(id);
    harness.forward(25 * HOUR);
    expect((await harness.runToEnd(account, id)).upload_error).toMatch(/^Missed/);
    expect(harness.calls(account.page, 'reels.finish')).toEqual([0]);
  });

  it('is read back and not called missed when its publisher was away for a day after finish', async () => {
    await begin();
    harness.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    harness.fake.fault({ on: 'video.status', nth: 2, do: { cut: 'before' } });
    const id = await harness.post(account, 'Found again');
    await harness.untilIdle(id);
    harness.forward(30 * HOUR);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect([harness.calls(account.page, 'reels.finish'), harness.fake.violations()]).toEqual([[1], []]);
  });
});

describe('a failure that may pass', () => {
  it('is tried again after 5 s, 15 s, 45 s, 2, 5, 15 and 30 min, each give or take a fifth, and then has failed', async () => {
    await begin();
    harness.fake.fault({
      on: 'reels.start',
      do: metaError(2, null, 'Service temporarily unavailable'),
      times: 8,
    });
    harness.stopClock();
    const id = await harness.post(account, 'Patience');
    const item = await harness.runToEnd(account, id);
    expect(item).toMatchObject({
      status: 'failed',
      upload_error:
        'Meta’s servers had a problem. Meta’s words: Service temporarily unavailable. (Meta error 2) All tries are used up. Retry it later.',
    });
    const times = item.attempts.map(({ at }: any) => Date.parse(at));
    const pauses = times.slice(1).map((time: number, n: number) => time - times[n]);
    const wanted = [5, 15, 45, 120, 300, 900, 1800].map((seconds) => seconds * 1000);
    expect(pauses).toHaveLength(wanted.length);
    for (const [n, pause] of wanted.entries()) {
      expect(pauses[n]).toBeGreaterThanOrEqual(pause * 0.8);
      // The clock is put forward to a millisecond after what is due.
      expect(pauses[n]).toBeLessThanOrEqual(pause * 1.2 + 1);
    }
    expect(await harness.tasksUsed(account)).toBe(0);

    const retried = await account.client.post(`/api/videos/${id}/retry`);
    expect(retried.body).toMatchObject({ status: 'pending', upload_error: null });
    expect(await harness.tasksUsed(account)).toBe(1);
    expect((await harness.runToEnd(account, id)).status).toBe('published');
    expect([harness.fake.published().length, harness.fake.violations()]).toEqual([1, []]);
    expect((await account.client.post(`/api/videos/${id}/retry`)).status).toBe(409);
  });

  it('lets what is due after it on the same account pass meanwhile', async () => {
    await begin();
    harness.fake.fault({ on: 'reels.start', do: metaError(1, null, 'An unknown error occurred') });
    harness.stopClock();
    const first = await harness.post(account, 'Unlucky');
    await harness.untilIdle(first);
    const second = await harness.post(account, 'Next');
    await harness.untilIdle(second);
    expect((await harness.runToEnd(account, second)).status).toBe('published');
    expect((await harness.runToEnd(account, first)).status).toBe('published');
    expect(harness.fake.published().map(({ caption }) => caption)).toEqual(['Next', 'Unlucky']);
  });
});

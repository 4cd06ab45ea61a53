import { metaError, type FaultAction } from '../support/fake-graph';
import { Scene, type Account } from '../support/scene';

const HOUR = 3_600_000;

let scene: Scene;
let account: Account;
afterEach(() => scene.end());

async function begin(env: Record<string, string> = {}): Promise<void> {
  scene = await Scene.start({ env });
  account = await scene.account();
}

const connection = async () => (await account.client.get('/api/user/connection')).body.facebook;
const callsOfPublishing = () =>
  scene.fake.history().filter(({ name }) => /^(reels|videos|video)\./.test(name));

/** Some hours pass, and the publisher looks again and again. */
async function hoursPass(id: number, hours: number): Promise<void> {
  for (let n = 0; n < hours; n++) {
    scene.forward(HOUR);
    await scene.rest(id);
  }
}

describe('an account whose token the network refuses', () => {
  it('is paused with the reason; its items keep their place and go out in order after reconnecting', async () => {
    await begin();
    const { client, page } = account;
    const at = scene.nowToPost(60_000);
    const [first, second] = [
      await scene.post(account, 'First', { at }),
      await scene.post(account, 'Second', { at: new Date(at.getTime() + 1) }),
    ];
    scene.fake.revoke(page.token, 463, 'Error validating access token: Session has expired.');
    scene.forward(61_000);
    expect(await scene.play(account, first)).toMatchObject({
      status: 'pending',
      scheduled_for: at.toISOString(),
      upload_error: null,
    });
    expect(await connection()).toMatchObject({
      status: 'paused',
      paused_reason:
        'Your access token has ended. Save a new one. Meta’s words: Error validating access token: Session has expired.',
      resumes_at: null,
    });
    await hoursPass(second, 5);
    expect(await scene.item(account, second)).toMatchObject({ status: 'pending', attempts: [] });
    expect(callsOfPublishing().length).toBe(1);
    expect(await scene.tasksUsed(account)).toBe(2);

    scene.fake.restore(page.token);
    await scene.connect(account);
    for (const id of [first, second])
      expect(await scene.play(account, id)).toMatchObject({ status: 'published', upload_error: null });
    expect(scene.fake.published().map(({ caption }) => caption)).toEqual(['First', 'Second']);
    expect([scene.fake.violations(), await scene.tasksUsed(account)]).toEqual([[], 0]);
    expect((await client.get('/api/user/connection')).body.facebook.status).toBe('connected');
  });

  it('in the middle of a session: the item is the user’s to edit, and goes out with the new text', async () => {
    await begin();
    const { client, page } = account;
    const forget = scene.fake.onEffect('reels.start', () => {
      forget();
      scene.fake.revoke(page.token, 460);
    });
    const id = await scene.post(account, 'Old words');
    expect((await scene.play(account, id)).status).toBe('pending');
    const edited = await client.put(`/api/videos/${id}`, { title: 'New words', description: 'New text' });
    expect(edited.status).toBe(200);
    scene.fake.restore(page.token);
    await scene.connect(account);
    expect(await scene.play(account, id)).toMatchObject({ status: 'published', posted_text: 'New text' });
    expect(scene.fake.published()).toMatchObject([{ title: 'New words', caption: 'New text' }]);
    expect(scene.fake.violations()).toEqual([]);
  });

  it('at finish, which then was not accepted: one more after reconnecting', async () => {
    await begin();
    const { page } = account;
    scene.fake.onEffect('reels.bytes', () => scene.fake.revoke(page.token, 467));
    const id = await scene.post(account, 'At finish');
    expect((await scene.play(account, id)).status).toBe('pending');
    scene.fake.restore(page.token);
    await scene.connect(account);
    expect((await scene.play(account, id)).status).toBe('published');
    expect(scene.calls(page, 'reels.start', 'reels.bytes', 'reels.finish')).toEqual([1, 1, 2]);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });

  it('with the outcome in doubt: nobody may change the item, and it is read back after reconnecting', async () => {
    await begin();
    const { client, page } = account;
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    scene.fake.onEffect('reels.finish', () => scene.fake.revoke(page.token, 463));
    const id = await scene.post(account, 'In doubt');
    const item = await scene.play(account, id);
    expect(['scheduled', 'uploaded']).toContain(item.status);
    expect((await client.delete(`/api/videos/${id}`)).status).toBe(409);
    expect((await client.put(`/api/videos/${id}/reschedule`, { scheduled_for: null })).status).toBe(409);
    await hoursPass(id, 2);
    scene.fake.restore(page.token);
    await scene.connect(account);
    expect((await scene.play(account, id)).status).toBe('published');
    expect(scene.calls(page, 'reels.finish')).toEqual([1]);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });

  it('does not hold up another account', async () => {
    await begin();
    const other = await scene.account();
    scene.fake.revoke(account.page.token);
    const ids = [await scene.post(account, 'Refused'), await scene.post(other, 'Fine')] as const;
    await scene.rest(ids[0]);
    expect((await scene.play(other, ids[1])).status).toBe('published');
  });

  it('may be replaced by another page: what was begun on the first starts anew there', async () => {
    await begin();
    const { client, page } = account;
    scene.fake.onEffect('reels.bytes', () => scene.fake.revoke(page.token));
    const id = await scene.post(account, 'Moved');
    expect((await scene.play(account, id)).status).toBe('pending');
    const next = { client, page: scene.addPage() };
    await scene.connect(next);
    expect(await scene.play(next, id)).toMatchObject({ status: 'published' });
    expect(scene.fake.published()).toMatchObject([{ pageId: next.page.id, caption: 'Moved' }]);
    expect([scene.fake.violations(), (await connection()).status]).toEqual([[], 'connected']);
  });

  it('may be replaced by another page, but never so that what is in doubt appears twice', async () => {
    await begin();
    const { client, page } = account;
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    scene.fake.onEffect('reels.finish', () => scene.fake.revoke(page.token));
    const id = await scene.post(account, 'Somewhere');
    await scene.play(account, id);
    const next = { client, page: scene.addPage() };
    await scene.connect(next);
    const item = await scene.play(next, id);
    expect(item.status).toBe('failed');
    expect(item.upload_error).toMatch(/could not be confirmed/);
    expect((await connection()).status).toBe('connected');
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });
});

describe('an account that has to wait or to act', () => {
  const refusals: Array<[string, FaultAction]> = [
    ['permission 200', metaError(200, null, '(#200) Permissions error')],
    ['permission 10', metaError(10, null, '(#10) Application does not have permission for this action')],
    ['lost role 190/492', metaError(190, 492, 'The user is not an administrator of the page')],
    ['session 102/459', metaError(102, 459, 'The user is checkpointed')],
    ['no permission to upload, 6000/1363042', metaError(6000, 1363042, 'You do not have permission')],
  ];
  it.each(refusals)('%s: until the user reconnects', async (_name, refusal) => {
    await begin();
    scene.fake.fault({ on: 'reels.start', do: refusal });
    const id = await scene.post(account, 'Later');
    expect((await scene.play(account, id)).status).toBe('pending');
    await hoursPass(id, 3);
    expect(scene.calls(account.page, 'reels.start')).toEqual([1]);
    expect(await connection()).toMatchObject({ status: 'paused', resumes_at: null });
    await scene.connect(account);
    expect((await scene.play(account, id)).status).toBe('published');
    expect(scene.fake.violations()).toEqual([]);
  });

  it.each([
    ['80001 for 7 minutes', 7, { 'x-business-use-case-usage': 7 }, metaError(80001, null, 'Too many calls')],
    ['429 with Retry-After', 5, { 'retry-after': 300 }, { status: 429, body: {} }],
    ['code 32 without a time', 15, {}, metaError(32, null, '(#32) Page request limit reached')],
    ['a block 368', 360, {}, metaError(368, null, 'The action attempted has been deemed abusive')],
  ] as const)(
    '%s: as long as the network says, and no call meanwhile',
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
      scene.fake.fault({ on: 'reels.start', do: { ...answer, headers } });
      scene.stopClock();
      const [id, second] = [await scene.post(account, 'First'), await scene.post(account, 'Second')];
      await scene.rest(id);
      const { resumes_at, status } = await connection();
      const waits = Date.parse(resumes_at) - scene.now();
      expect([status, waits]).toEqual(['paused', minutes * 60_000]);
      scene.forward(waits - 1);
      await scene.rest(id);
      expect(callsOfPublishing()).toHaveLength(1);
      for (const each of [id, second]) expect((await scene.play(account, each)).status).toBe('published');
      expect(scene.fake.published().map(({ caption }) => caption)).toEqual(['First', 'Second']);
      expect(scene.fake.violations()).toEqual([]);
    },
  );
});

describe('what has waited for longer than it may', () => {
  it('fails as missed when its account stayed paused, and its task is free', async () => {
    await begin({ MISSED_AFTER_MINUTES: '60' });
    scene.fake.revoke(account.page.token);
    const id = await scene.post(account, 'Too late');
    await scene.play(account, id);
    scene.forward(59 * 60_000);
    expect((await scene.rest(id)).status).toBe('pending');
    scene.forward(2 * 60_000);
    await scene.ended(id);
    expect((await scene.item(account, id)).upload_error).toMatch(/^Missed: .* within 60 minutes/);
    expect([await scene.tasksUsed(account), scene.fake.published()]).toEqual([0, []]);
    scene.fake.restore(account.page.token);
    await scene.connect(account);
    expect((await account.client.post(`/api/videos/${id}/retry`)).body.status).toBe('pending');
    expect((await scene.play(account, id)).status).toBe('published');
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });

  it('fails as not confirmed when it may be public and nobody could ask', async () => {
    await begin({ MISSED_AFTER_MINUTES: '60' });
    const { page } = account;
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    scene.fake.onEffect('reels.finish', () => scene.fake.revoke(page.token));
    const id = await scene.post(account, 'Who knows');
    await scene.play(account, id);
    scene.forward(62 * 60_000);
    await scene.ended(id);
    expect((await scene.item(account, id)).upload_error).toMatch(/could not be confirmed/);
    expect(await scene.tasksUsed(account)).toBe(0);
  });

  it('fails as missed when nobody could connect for a whole day, without having been sent', async () => {
    await begin();
    scene.fake.fault({ on: 'reels.start', do: { cut: 'before' }, times: 1000 });
    const id = await scene.post(account, 'Late');
    await scene.rest(id);
    scene.forward(25 * HOUR);
    expect((await scene.play(account, id)).upload_error).toMatch(/^Missed/);
    expect(scene.calls(account.page, 'reels.finish')).toEqual([0]);
  });

  it('is read back and not called missed when its publisher was away for a day after finish', async () => {
    await begin();
    scene.fake.fault({ on: 'reels.finish', do: { cut: 'after' } });
    scene.fake.fault({ on: 'video.status', do: { cut: 'before' } });
    const id = await scene.post(account, 'Found again');
    await scene.rest(id);
    scene.forward(30 * HOUR);
    expect((await scene.play(account, id)).status).toBe('published');
    expect([scene.calls(account.page, 'reels.finish'), scene.fake.violations()]).toEqual([[1], []]);
  });
});

describe('a failure that may pass', () => {
  it('is tried again after 5 s, 15 s, 45 s, 2, 5, 15 and 30 min, each give or take a fifth, and then has failed', async () => {
    await begin();
    scene.fake.fault({
      on: 'reels.start',
      do: metaError(2, null, 'Service temporarily unavailable'),
      times: 8,
    });
    scene.stopClock();
    const id = await scene.post(account, 'Patience');
    const item = await scene.play(account, id);
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
    expect(await scene.tasksUsed(account)).toBe(0);

    const retried = await account.client.post(`/api/videos/${id}/retry`);
    expect(retried.body).toMatchObject({ status: 'pending', upload_error: null });
    expect(await scene.tasksUsed(account)).toBe(1);
    expect((await scene.play(account, id)).status).toBe('published');
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
    expect((await account.client.post(`/api/videos/${id}/retry`)).status).toBe(409);
  });

  it('lets what is due after it on the same account pass meanwhile', async () => {
    await begin();
    scene.fake.fault({ on: 'reels.start', do: metaError(1, null, 'An unknown error occurred') });
    scene.stopClock();
    const first = await scene.post(account, 'Unlucky');
    await scene.rest(first);
    const second = await scene.post(account, 'Next');
    await scene.rest(second);
    expect((await scene.play(account, second)).status).toBe('published');
    expect((await scene.play(account, first)).status).toBe('published');
    expect(scene.fake.published().map(({ caption }) => caption)).toEqual(['Next', 'Unlucky']);
  });
});

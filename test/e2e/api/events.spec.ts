import { Database } from '../../../backend/database/database';
import { ChangeCounters } from '../../../backend/users/change-counters';
import { startTestApp, type TestApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { Listener } from '../../support/listener';
import { fixture } from '../../support/media';
import { PATIENCE_MS } from '../../support/patience';
import { nowToPost } from '../../support/post-times';

const ROUND_MS = 15_000;

describe('live updates', () => {
  let app: TestApp;
  let admin: Client;
  /** Another process on the same data, which publishes nothing. */
  let other: TestApp;
  let user: Client;
  const open: Listener[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    other = await startTestApp({ dir: app.dir, fake: app.fake, env: { ROLE: 'api' } });
    admin = await app.users.admin();
  });
  beforeEach(async () => {
    user = await app.users.subscriber({ connected: true });
  });
  afterEach(() => {
    for (const listener of open.splice(0)) listener.leave();
  });
  afterAll(async () => {
    await other.end();
    await app.end();
  });

  const listen = async (client: Client, lastEventId?: string) => {
    const listener = await Listener.open(client, lastEventId);
    open.push(listener);
    return listener.standing();
  };
  const at = (process: TestApp, { token }: Client) => new Client(process.url, token);
  const upload = async (client: Client, fields: Record<string, string[]> = {}) =>
    (await client.upload('/api/videos', [fixture('portrait.mp4')], fields)).body.videos[0].id as number;
  const db = () => app.running.nest.get(Database);

  it('needs the token in the header, and answers a stream that nothing keeps or holds back', async () => {
    const anonymous = await fetch(`${app.url}/api/events?token=${user.token}&access_token=${user.token}`);
    expect(anonymous.status).toBe(401);
    const { response, events } = await listen(user);
    expect([response.status, events]).toMatchObject([200, [{ topics: [] }]]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('writes the id and the topics into the data of each event', async () => {
    const { events } = await listen(user);
    await upload(user);
    await eventually(
      () => Promise.resolve(events.length),
      (count) => count > 1,
    );
    for (const { id, topics, data } of events) expect(data).toEqual({ id, topics });
  });

  it('tells of each step of a publication that another process makes, and nobody else of any', async () => {
    const stranger = await app.users.subscriber();
    const [mine, theirs] = [await listen(at(other, user)), await listen(at(other, stranger))];
    const due = await nowToPost(8_000);
    const id = await upload(user, { scheduled_for: [due.toISOString()] });
    await mine.hears('videos');
    // From the upload to its time there is nothing to tell.
    const begun = await mine.hears('videos', 8_000 + PATIENCE_MS);
    expect(begun.at).toBeGreaterThanOrEqual(due.getTime());
    await eventually(
      () => user.get(`/api/videos/${id}`),
      ({ body }) => body.status === 'published',
    );
    const { body: all } = await user.get('/api/events');
    await eventually(
      () => Promise.resolve(mine.lastId),
      (told) => told === all.id,
    );
    expect(mine.topics).toEqual(['videos']);
    expect(theirs.topics).toEqual([]);
    expect(app.fake.published()).toHaveLength(1);
  });

  it('tells of what plain SQL notes in the feed, by topic', async () => {
    const listener = await listen(user);
    for (const topic of ['photos', 'instagram_videos', 'connections', 'accounts', 'subscriptions'] as const) {
      const { sql, params } = app.running.nest.get(ChangeCounters).bump(user.user.id, topic);
      await db().run(sql, params);
      await listener.hears(topic);
    }
    expect(listener.events).toHaveLength(6);
  });

  it('tells of a connection that changes and of a subscription that is given and ended', async () => {
    const listener = await listen(at(other, user));
    await user.put('/api/user/facebook-settings', { page_id: '' });
    await listener.hears('connections');
    const { id } = await app.users.grant(user, 1);
    await listener.hears('subscriptions');
    await admin.put(`/api/admin/subscriptions/${id}`, { status: 'inactive' });
    await listener.hears('subscriptions');
  });

  it('resumes with what was missed, at any process, and with everything for an id that says nothing', async () => {
    const first = await listen(user);
    const { lastId } = first;
    first.leave();
    const id = await upload(user);
    await user.delete(`/api/videos/${id}`);
    expect((await listen(at(other, user), lastId)).events[0]).toMatchObject({ topics: ['videos'] });
    const now = await listen(user);
    expect((await listen(user, now.lastId)).topics).toEqual([]);
    for (const unknown of ['', '1', 'x.y.z', `${lastId}.9`])
      expect((await listen(user, unknown)).topics).toEqual(
        unknown
          ? ['accounts', 'connections', 'instagram_videos', 'photos', 'posts', 'subscriptions', 'videos']
          : [],
      );
  });

  it('answers who asks for JSON at once', async () => {
    const { body } = await user.get('/api/events');
    expect(body).toEqual({ id: expect.stringMatching(/^\d+(\.\d+){6}$/), topics: [] });
    await upload(user);
    const later = await user.call('GET', '/api/events', undefined, { 'last-event-id': body.id });
    expect(later.body.topics).toEqual(['videos']);
  });

  it('ends with the session that was signed out, and only with that one', async () => {
    const again = await app.client.login(user.user.email, 'secret-enough');
    const [gone, stays] = [await listen(at(other, user)), await listen(at(other, again))];
    await user.post('/api/auth/logout');
    await gone.ends();
    expect(stays.ended).toBe(false);
    await upload(again);
    await stays.hears('videos');
    expect((await Listener.open(user)).response.status).toBe(401);
  });

  it('ends with the user, at another process too', async () => {
    const streams: Listener[] = [];
    // The round comes to one of them at each look.
    for (let n = 0; n < 8; n++) streams.push(await listen(user), await listen(at(other, user)));
    expect((await admin.delete(`/api/admin/users/${user.user.id}`)).status).toBe(200);
    for (const stream of streams) await stream.ends(4_000);
  });

  it('lives by a comment every fifteen seconds, and ends when the session expires', async () => {
    const listener = await listen(user);
    await db().run('UPDATE sessions SET expires_at = ? WHERE user_id = ?', [Date.now(), user.user.id]);
    await listener.ends(ROUND_MS + PATIENCE_MS);
    expect(listener.comments).toBeGreaterThan(0);
  });

  it('takes twenty of a user, and lets the oldest go', async () => {
    const [oldest, second] = [await listen(user), await listen(user)];
    for (let n = 0; n < 19; n++) await listen(user);
    await oldest.ends();
    expect(second.ended).toBe(false);
  });

  it('does not hold up the end of the process', async () => {
    const stopping = await startTestApp({ dir: app.dir, fake: app.fake, env: { ROLE: 'api' } });
    const listeners = [];
    for (let n = 0; n < 5; n++) listeners.push(await listen(at(stopping, user)));
    const started = performance.now();
    await stopping.stop();
    expect(performance.now() - started).toBeLessThan(8_000);
    for (const listener of listeners) await listener.ends();
  });
});

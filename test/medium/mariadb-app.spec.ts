import { readFile } from 'node:fs/promises';
import { Database } from '../../backend/database/database';
import { databaseEnv, ADMIN, PAGE, startTestApp, type TestApp } from '../support/app';
import { eventually, type Client } from '../support/client';
import { onMariadb } from '../support/databases';
import { metaError } from '../support/fake-graph';
import { fixture, sha256 } from '../support/media';
import { nowToPost } from '../support/post-times';

onMariadb('the main job on MariaDB', (makeConfig) => {
  let app: TestApp;

  beforeAll(async () => {
    const config = await makeConfig({ empty: true });
    app = await startTestApp({
      env: databaseEnv(config),
    });
  });
  afterAll(() => app.end());

  const upload = async (user: Client, title: string) => {
    const { status, body } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: [title] });
    expect([status, body]).toMatchObject([201, { videos: [{ title, status: 'pending' }] }]);
    return body.videos[0].id as number;
  };

  it('registers, subscribes, connects, uploads, reschedules, publishes', async () => {
    const user = await app.users.subscriber({ connected: true });
    expect((await user.get('/api/user/subscription')).body).toMatchObject({
      subscription_status: 'active',
      plan: { name: 'Growth' },
      submissions: { used: 0, total: 150 },
    });
    expect((await user.get('/api/user/connection')).body.facebook).toMatchObject({
      status: 'connected',
      name: PAGE.name,
    });
    const id = await upload(user, 'Grüße 🎬');
    const path = `/api/videos/${id}/reschedule`;
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await user.put(path, { scheduled_for: later })).toMatchObject({
      status: 200,
      body: { scheduled_for: later },
    });
    expect((await user.put(path, { scheduled_for: later })).status).toBe(200);
    expect((await user.put(path, { scheduled_for: (await nowToPost(1500)).toISOString() })).status).toBe(200);
    const { body } = await eventually(
      () => user.get(`/api/videos/${id}`),
      (answer) => ['published', 'failed'].includes(answer.body.status),
    );
    expect(body).toMatchObject({ status: 'published', upload_error: null, posted_text: 'Grüße 🎬' });
    expect(app.fake.published()).toMatchObject([
      { caption: 'Grüße 🎬', bytesSha256: await sha256(fixture('portrait.mp4')) },
    ]);
    expect(app.fake.violations()).toEqual([]);
    expect((await user.get('/api/user/subscription')).body.submissions.used).toBe(0);
  });

  it('lists, sorts, filters, edits and deletes', async () => {
    const user = await app.users.subscriber();
    const ids = [await upload(user, 'Beta'), await upload(user, 'alpha'), await upload(user, '100%_sure')];
    const titles = async (query: string) =>
      (await user.get(`/api/videos?${query.replace('%', '%25')}`)).body.map(({ title }: any) => title);
    expect((await user.get('/api/videos')).body).toMatchObject({ total: 3, from: 1, to: 3 });
    expect(await titles('range=[0,9]&sort=["title","DESC"]')).toEqual(['Beta', 'alpha', '100%_sure']);
    expect(await titles('range=[0,9]&filter={"q":"0%_s"}')).toEqual(['100%_sure']);
    expect(await titles(`range=[0,9]&filter={"id":[${ids[0]},${ids[1]}]}`)).toEqual(['alpha', 'Beta']);
    expect((await user.put(`/api/videos/${ids[0]}`, { title: 'Beta', description: null })).status).toBe(200);
    for (const id of ids) expect((await user.delete(`/api/videos/${id}`)).status).toBe(200);
    expect((await user.get('/api/user/subscription')).body).toMatchObject({
      submissions: { used: 0 },
      storage: { used: 0 },
    });
  });

  it('keeps a rate limit while other settings are saved, and ends it when the user reconnects', async () => {
    const user = await app.users.subscriber({ connected: true });
    await app.running.nest
      .get(Database)
      .run("UPDATE accounts SET paused_reason = 'Too many calls.', resumes_at = ? WHERE user_id = ?", [
        Date.now() + 600_000,
        user.user.id,
      ]);
    const status = async () => (await user.get('/api/user/connection')).body.facebook.status;
    await user.put('/api/user/facebook-settings', { page_id: PAGE.id, upload_frequency: 90 });
    expect(await status()).toBe('paused');
    await user.put('/api/user/facebook-settings', { access_token: PAGE.token, page_id: PAGE.id });
    expect(await status()).toBe('connected');
  });

  it('posts from the library at once when that is chosen, and forgets a category that is deleted', async () => {
    const admin = await app.client.login(ADMIN.email, ADMIN.password);
    const user = await app.users.subscriber({ connected: true });
    await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
    const category = async (name: string) =>
      (await admin.post('/api/categories', { name })).body.id as number;
    const ids = [await category('One'), await category('Two'), await category('Three')];
    const form = new FormData();
    form.append('title', 'From the library');
    form.append('category_id', String(ids[1]));
    form.append('video', new Blob([await readFile(fixture('portrait-1080.mp4'))]), 'shared.mp4');
    expect((await admin.post('/api/shared-videos', form)).status).toBe(201);

    const path = '/api/user/preferences/categories';
    expect((await user.put(path, { category_ids: ids })).body).toEqual({ category_ids: ids });
    await eventually(
      () => Promise.resolve(app.fake.published().map(({ caption }) => caption)),
      (captions) => captions.includes('From the library'),
    );
    await admin.delete(`/api/categories/${ids[1]}`);
    expect((await user.get(path)).body).toEqual({ category_ids: [ids[0], ids[2]] });
  });

  it('pauses an account whose token is refused, once', async () => {
    const user = await app.users.subscriber({ connected: true });
    app.fake.fault({ on: 'reels.start', do: metaError(190, 463, 'Session has expired.') });
    const id = await upload(user, 'Refused');
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: (await nowToPost()).toISOString() });
    const { body } = await eventually(
      () => user.get('/api/user/connection'),
      (answer) => answer.body.facebook.status === 'paused',
    );
    expect(body.facebook.paused_reason).toMatch(/^Your access token has ended\..*: Session has expired\.$/);
    expect((await user.get(`/api/videos/${id}`)).body.status).toBe('pending');
  });

  it('keeps a thousand captions of a user, however many are sent at once', async () => {
    const user = await app.users.subscriber();
    const send = (letter: string) => {
      const form = new FormData();
      const captions = Array.from({ length: 400 }, (_each, n) => `${letter} ${n}`);
      form.append(
        'captions_file',
        new Blob([JSON.stringify(captions)], { type: 'application/json' }),
        'c.json',
      );
      return user.post('/api/captions', form);
    };
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(send));
    const created = answers.map(({ status, body }) => (status === 201 ? Number(body.created) : 0));
    const stored = (await user.get('/api/captions')).body.length;
    expect(stored).toBe(created.reduce((sum, each) => sum + each, 0));
    expect(stored).toBeLessThanOrEqual(1000);
    expect(stored).toBeGreaterThanOrEqual(400);
  });

  it('refuses a second account for one address, in whatever case', async () => {
    await app.client.register({ email: 'Twice@Example.com' });
    const again = await app.client.post('/api/auth/register', {
      name: 'B',
      email: 'twice@example.com ',
      password: 'secret-enough',
      password_confirmation: 'secret-enough',
    });
    expect([again.status, again.body.errors]).toEqual([
      422,
      { email: ['This email address is already registered.'] },
    ]);
  });
});

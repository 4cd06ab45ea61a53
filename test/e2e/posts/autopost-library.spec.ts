import { readFile } from 'node:fs/promises';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture } from '../../support/media';
import { autopostOf, connectPage, uniqueName, uploadOne } from '../../support/autopost-setup';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PREFERENCES = '/api/user/preferences/categories';

// What takes place here takes place at once, or not before an hour has passed for real.
const app = useApp({ env: { PUBLISH_TICK_SECONDS: '3600' } });
let admin: Client;

const { captions, isOut, tick } = autopostOf(app);

beforeAll(async () => {
  admin = await app.users.admin();
});
// Each test has people of its own, and nobody stays signed in for longer than a week.
afterEach(() => app.clock.reset());

const category = async (more: Record<string, unknown> = {}): Promise<number> =>
  (await admin.post('/api/categories', { name: uniqueName('Category'), ...more })).body.id;

async function share(category_id?: number): Promise<{ id: number; title: string }> {
  const form = new FormData();
  const title = uniqueName('Shared');
  form.append('title', title);
  if (category_id) form.append('category_id', String(category_id));
  form.append('video', new Blob([new Uint8Array(await readFile(fixture('portrait.mp4')))]), 'portrait.mp4');
  const { status, body } = await admin.post('/api/shared-videos', form);
  expect(status).toBe(201);
  return { id: body.id, title };
}

const allow = (user: Client, can_use_shared_videos = 1) =>
  admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos });

describe('what lets a video of the library go out at once', () => {
  let user: Client;
  let chosen: number;
  let title: string;
  beforeEach(async () => {
    user = await app.users.subscriber();
    await connectPage(user);
    chosen = await category();
    ({ title } = await share(chosen));
    await tick();
    expect(captions()).not.toContain(title);
  });

  it('preferring its category', async () => {
    await allow(user);
    await user.put(PREFERENCES, { category_ids: [chosen] });
    await isOut(title);
  });

  it('being allowed to use the library', async () => {
    await user.put(PREFERENCES, { category_ids: [chosen] });
    await allow(user);
    await isOut(title);
  });

  it('becoming an administrator', async () => {
    await user.put(PREFERENCES, { category_ids: [chosen] });
    await admin.put(`/api/admin/users/${user.user.id}`, { is_admin: 1 });
    await isOut(title);
  });

  it('switching its category on again', async () => {
    const off = { name: uniqueName('Off'), is_active: false };
    await user.put(PREFERENCES, { category_ids: [chosen] });
    await admin.put(`/api/categories/${chosen}`, off);
    await allow(user);
    await tick();
    expect(captions()).not.toContain(title);
    await admin.put(`/api/categories/${chosen}`, { ...off, is_active: true });
    await isOut(title);
  });

  it('moving it into the category', async () => {
    const other = await share();
    await allow(user);
    const empty = await category();
    await user.put(PREFERENCES, { category_ids: [empty] });
    await tick();
    expect(captions()).not.toContain(other.title);
    await admin.put(`/api/shared-videos/${other.id}/category`, { category_id: empty });
    await isOut(other.title);
  });

  it('adding it to the library', async () => {
    const empty = await category();
    await allow(user);
    await user.put(PREFERENCES, { category_ids: [empty] });
    await tick();
    const { title: added } = await share(empty);
    await isOut(added);
  });

  it('posts no video of a category that was deleted or is no longer preferred', async () => {
    await user.put(PREFERENCES, { category_ids: [chosen] });
    await admin.delete(`/api/categories/${chosen}`);
    await allow(user);
    await tick();
    const second = await category();
    const other = await share(second);
    await allow(user, 0);
    await user.put(PREFERENCES, { category_ids: [second] });
    await user.put(PREFERENCES, { category_ids: [] });
    await allow(user);
    await tick();
    expect(captions()).not.toContain(title);
    expect(captions()).not.toContain(other.title);
  });
});

describe('a plan', () => {
  it('releases posts with and without a time as soon as it is granted', async () => {
    const user = await app.users.subscriber();
    await connectPage(user);
    const at = new Date(app.clock.now() + 2 * DAY).toISOString();
    const titles = [
      await uploadOne(user, 'videos'),
      await uploadOne(user, 'photos', { 'scheduled_for[]': at }),
    ];
    const [{ id }] = (
      await admin.get(`/api/admin/subscriptions?range=[0,0]&filter={"user_id":${user.user.id}}`)
    ).body;
    await admin.put(`/api/admin/subscriptions/${id}`, { status: 'inactive' });
    app.clock.forward(2 * DAY + MINUTE);
    await tick();
    for (const title of titles) expect(captions()).not.toContain(title);
    await app.users.grant(user, await app.users.plan());
    for (const title of titles) await isOut(title);
  });

  it('releases them when it begins, if it begins later', async () => {
    const user = await app.users.subscriber();
    await connectPage(user);
    const title = await uploadOne(user, 'videos');
    const begins = app.clock.now() + 3 * DAY;
    const [{ id }] = (
      await admin.get(`/api/admin/subscriptions?range=[0,0]&filter={"user_id":${user.user.id}}`)
    ).body;
    await admin.put(`/api/admin/subscriptions/${id}`, { status: 'inactive' });
    await app.users.grant(user, await app.users.plan(), { starts_at: new Date(begins).toISOString() });
    // A change in between: what is looked at then finds nothing to do, and must not forget.
    await connectPage(user, { upload_frequency: 30 });
    app.clock.forward(3 * DAY - MINUTE);
    await tick();
    expect(captions()).not.toContain(title);
    app.clock.forward(2 * MINUTE);
    await tick();
    await isOut(title);
  });

  it('releases them when it is extended or given more tasks', async () => {
    const user = await app.users.newcomer();
    const limits = { name: uniqueName('Plan'), price: 1, duration_days: 1, max_storage_bytes: 1024 ** 3 };
    const plan = await app.users.plan({ ...limits, max_pending_submissions: 1 });
    const { id } = await app.users.grant(user, plan);
    await connectPage(user);
    const title = await uploadOne(user, 'videos');
    app.clock.forward(2 * DAY);
    await tick();
    expect(captions()).not.toContain(title);
    const until = new Date(app.clock.now() + DAY).toISOString();
    const { status } = await admin.put(`/api/admin/subscriptions/${id}`, { expires_at: until });
    expect(status).toBe(200);
    await isOut(title);

    const chosen = await category();
    const shared = await share(chosen);
    await eventually(
      async () => (await user.get('/api/user/subscription')).body.submissions.used,
      (used) => used === 0,
    );
    await uploadOne(user, 'photos', { 'scheduled_for[]': until });
    await user.put(PREFERENCES, { category_ids: [chosen] });
    await connectPage(user, { upload_frequency: 1 });
    app.clock.forward(2 * MINUTE);
    await allow(user);
    await tick();
    expect(captions()).not.toContain(shared.title);
    await admin.put(`/api/admin/plans/${plan}`, { ...limits, max_pending_submissions: 2 });
    await isOut(shared.title);
  });
});

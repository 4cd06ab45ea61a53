import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';

const app = useApp();

const done = async (user: Client) => {
  const { body } = await user.get('/api/user/first-steps');
  return body.steps.filter((step: any) => step.done === 1).map((step: any) => step.key);
};

it('marks each first step as done when the user has done it', async () => {
  const user = await app.users.newcomer();
  expect((await user.get('/api/user/first-steps')).body).toEqual({
    dismissed: 0,
    steps: ['connect', 'plan', 'upload', 'schedule', 'published'].map((key) => ({ key, done: 0 })),
  });
  await app.users.grant(user, await app.users.plan());
  expect(await done(user)).toEqual(['plan']);
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], {});
  expect(await done(user)).toEqual(['plan', 'upload']);
  const now = (await nowToPost()).toISOString();
  const video = `/api/videos/${body.videos[0].id}`;
  await user.put(`${video}/reschedule`, { scheduled_for: now });
  expect(await done(user)).toEqual(['plan', 'upload', 'schedule']);
  await user.put(`${video}/reschedule`, { scheduled_for: null });
  expect(await done(user)).toEqual(['plan', 'upload', 'schedule']);
  await user.delete(video);
  expect(await done(user)).toEqual(['plan', 'schedule']);
  await user.put('/api/user/facebook-settings', { access_token: 'rehearsal', page_id: '1' });
  expect(await done(user)).toEqual(['plan', 'schedule']);
});

it.each([
  ['at the upload', (at: string) => ({ scheduled_for: [at] }), () => Promise.resolve()],
  [
    'with many others',
    () => ({}),
    (user: Client, id: number, start: string) =>
      user.post('/api/calendar/batch', { items: [{ kind: 'video', id }], start, every_minutes: 60 }),
  ],
])('remember a time that was given %s, when the post is gone', async (_when, form, schedule) => {
  const user = await app.users.subscriber();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], form(soon));
  const { id } = body.videos[0];
  await schedule(user, id, soon);
  expect((await user.get(`/api/videos/${id}`)).body.scheduled_for).not.toBeNull();
  await user.delete(`/api/videos/${id}`);
  expect(await done(user)).toEqual(['plan', 'schedule']);
});

it('counts a post that went out by itself as scheduled', async () => {
  const user = await app.users.subscriber({ connected: true });
  const form = { scheduled_for: [(await nowToPost()).toISOString()] };
  await user.upload('/api/videos', [fixture('portrait.mp4')], form);
  await eventually(
    () => done(user),
    (keys) => keys.length === 5,
  );
});

it('hides and shows the first steps of one user, and takes 0 and 1 only', async () => {
  const [one, other] = [await app.users.newcomer(), await app.users.newcomer()];
  expect((await one.put('/api/user/first-steps', { dismissed: 1 })).body.dismissed).toBe(1);
  expect((await one.get('/api/user/first-steps')).body.dismissed).toBe(1);
  expect((await other.get('/api/user/first-steps')).body.dismissed).toBe(0);
  expect((await one.put('/api/user/first-steps', { dismissed: 0 })).body.dismissed).toBe(0);
  for (const wrong of [2, 'yes', true, null, undefined])
    expect((await one.put('/api/user/first-steps', { dismissed: wrong })).status).toBe(422);
});

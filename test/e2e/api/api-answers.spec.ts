import { readFileSync } from 'node:fs';
import { startTestApp, type TestApp } from '../../support/app';
import {
  cases,
  hasId,
  isForAdministration,
  isList,
  isRedirect,
  isSecured,
  type Operation,
} from '../../support/api-document';
import { problemsOf } from '../../support/api-schemas';
import { eventually, type Client } from '../../support/client';
import { offerTo } from '../../support/connecting';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import { tusOf } from '../../support/tus';
import { daysFromNow } from '../../support/users';

/** What a call cannot do without. */
const QUERIES: Record<string, string> = {
  '/api/calendar': `from=${daysFromNow(-1)}&to=${daysFromNow(30)}`,
};

/** Rows that no list shows. */
const ADDRESSES: Record<string, string> = {};

let app: TestApp;
let admin: Client;
let user: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.users.admin();
  user = await app.users.subscriber({ connected: true });
  await fillLibrary();
  await fillPosts();
  const medium = await tusOf(user).upload(readFileSync(fixture('photo.jpg')));
  ADDRESSES['/api/media/{id}'] = `/api/media/${medium}`;
  ADDRESSES['/api/connect/{id}'] = `/api/connect/${await offerTo(app, user)}`;
  await app.users.newcomer().then((other) => other.post('/api/user/plan-request', { plan_id: 1 }));
});
afterAll(() => app.end());

/** A category, a shared video of it, and a user who may use it. */
async function fillLibrary(): Promise<void> {
  const category = await admin.post('/api/categories', {
    name: 'Recipes',
    description: 'Short ones.',
  });
  const form = new FormData();
  form.append('category_id', String(category.body.id));
  form.append('video', new Blob([readFileSync(fixture('portrait.mp4'))], { type: 'video/mp4' }), 'bread.mp4');
  await admin.post('/api/shared-videos', form);
  await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
  await user.put('/api/user/preferences/categories', { category_ids: [category.body.id] });
}

/** Posts of each list: published, scheduled, waiting for their turn and taken from the library. */
async function fillPosts(): Promise<void> {
  await user.post('/api/captions', { content: 'Fresh from the oven.' });
  await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('portrait-1080.mp4')], {
    scheduled_for: [(await nowToPost()).toISOString(), daysFromNow(3)],
  });
  await user.upload('/api/instagram/videos', [fixture('portrait.mp4')]);
  await user.upload('/api/photos', [fixture('photo.jpg')], {}, 'photos');
  const library = await user.get('/api/shared-videos');
  await user.post('/api/videos', { shared_video_ids: [library.body[0].id] });
  await eventually(
    () => user.get('/api/videos?page=1'),
    ({ body }) => body.data.some(({ status }: any) => status === 'published'),
  );
}

const callerOf = (operation: Operation): Client => {
  if (!isSecured(operation)) return app.client;
  return isForAdministration(operation) ? admin : user;
};

/** The address of one row of the list that it belongs to. */
async function addressOf(operation: Operation): Promise<string> {
  const known = ADDRESSES[operation.path];
  if (known !== undefined) return known;
  const query = QUERIES[operation.path] ?? '';
  if (!hasId(operation)) return `${operation.path}?${query}`;
  const { body } = await callerOf(operation).get(operation.path.replace('/{id}', '?page=1'));
  return operation.path.replace('{id}', String(body.data[0].id));
}

it('has something to show in each nested list', async () => {
  const [calendar, outlook, videos] = await Promise.all(
    [`/api/calendar?${QUERIES['/api/calendar']}`, '/api/calendar/outlook', '/api/videos?page=1'].map(
      user.get,
    ),
  );
  const { body: video } = await user.get(`/api/videos/${videos!.body.data.at(-1).id}`);
  const { items, slots } = calendar!.body;
  const { next, last } = outlook!.body;
  for (const list of [items, slots, next, [last?.item], video.attempts])
    expect(list).toEqual(expect.arrayContaining([expect.any(Object)]));
});

const GETS = cases((operation) => operation.method === 'GET' && !isRedirect(operation));

it.each(GETS)('%s answers what its schema says', async (_, operation) => {
  const { status, body } = await callerOf(operation).get(await addressOf(operation));
  expect(status).toBe(200);
  expect(problemsOf(operation, 200, body)).toEqual([]);
});

it.each(GETS.filter(([, operation]) => isList(operation)))(
  '%s answers rows in both dialects as its schema says',
  async (_, operation) => {
    const client = callerOf(operation);
    const page = await client.get(`${operation.path}?page=1`);
    const range = await client.get(`${operation.path}?range=[0,9]`);
    expect(page.body.data.length).toBeGreaterThan(0);
    expect(range.body.length).toBeGreaterThan(0);
    expect(problemsOf(operation, 200, page.body)).toEqual([]);
    expect(problemsOf(operation, 200, range.body)).toEqual([]);
  },
);

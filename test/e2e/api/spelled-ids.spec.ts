import { RateLimits } from '../../../backend/common/limits/rate-limits';
import { startTestApp, type TestApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';

const WAYS = (id: number) => [
  `${id}e0`,
  '1e3',
  `0x${id.toString(16)}`,
  '0x10',
  `0${id}`,
  `+${id}`,
  `%2B${id}`,
  `-${id}`,
  `${id}%20`,
  `%20${id}`,
  `${id}.0`,
  `${id}%00`,
  `${id},${id}`,
  `${id}n`,
  `1_0`,
  `%EF%BC%91`,
  '9007199254740993',
  `${2 ** 32 + id}`,
  '99999999999999999999999',
  'NaN',
  'Infinity',
  'null',
];

let app: TestApp;
let admin: Client;
let kinds: [path: string, id: number][];
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.users.admin();
  jest.spyOn(app.running.nest.get(RateLimits), 'consume').mockResolvedValue();
  const me = (await admin.get('/api/user')).body;
  await app.users.grant(Object.assign(admin, { user: me }), await app.users.plan());
  const made = async (path: string, body: unknown) => (await admin.post(path, body)).body.id as number;
  const video = await admin.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['One'] });
  const first = video.body.videos?.[0] ?? video.body[0];
  kinds = [
    ['/api/videos', first.id],
    ['/api/captions', await made('/api/captions', { content: 'One' })],
    ['/api/categories', await made('/api/categories', { name: 'One' })],
    ['/api/admin/users', me.id],
  ];
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.end();
});

it('finds an item by its id in digits, and by no other spelling of it', async () => {
  for (const [path, id] of kinds) {
    expect([path, (await admin.get(`${path}/${id}`)).status]).toEqual([path, 200]);
    for (const way of WAYS(id)) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status } = await admin.call(
          method,
          `${path}/${way}`,
          method === 'PUT' ? { title: 'x' } : undefined,
        );
        expect([method, path, way, status]).toEqual([method, path, way, 404]);
      }
    }
    expect([path, (await admin.get(`${path}/${id}`)).status]).toEqual([path, 200]);
  }
});

it.each(['page=1e9', 'page=1.0', 'page=+1', 'page=%201', 'page=01', 'per_page=101', 'per_page=1e1'])(
  'refuses a list of %s',
  async (query) => {
    for (const [path] of kinds) {
      const { status, body } = await admin.get(`${path}?${query.includes('per') ? 'page=1&' : ''}${query}`);
      const field = query.split('=')[0];
      expect([path, status, Object.keys(body.errors ?? {})]).toEqual([path, 422, [field]]);
    }
  },
);

it.each(['[0.5,2]', '[0,24.5]', '[0,"24"]', '[0,null]', '[0,1e999]', '[-0.1,3]', '0,24', '[]'])(
  'refuses a list by the range %s',
  async (range) => {
    for (const [path] of kinds) {
      const { status, body } = await admin.get(`${path}?range=${encodeURIComponent(range)}`);
      expect([path, status, Object.keys(body.errors ?? {})]).toEqual([path, 422, ['range']]);
    }
  },
);

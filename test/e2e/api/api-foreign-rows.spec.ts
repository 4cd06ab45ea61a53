import { readFileSync } from 'node:fs';
import { Database } from '../../../backend/database/database';
import { startTestApp, type TestApp } from '../../support/app';
import {
  call,
  cases,
  hasId,
  isList,
  needsAdmin,
  needsLibrary,
  needsSubscription,
  type Operation,
} from '../../support/api-document';
import type { Client } from '../../support/client';
import { offerTo } from '../../support/connecting';
import { fixture } from '../../support/media';
import { tusOf } from '../../support/tus';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.users.admin();
});
afterAll(() => app.end());

describe("another's rows", () => {
  const TABLES = [
    'posts',
    'captions',
    'subscriptions',
    'plans',
    'users',
    'categories',
    'shared_videos',
    'media',
  ];
  const NOWHERE = [0, -1, 1e9, 'x', '1x', '1e1', '%2B1', '1.0', '0x1', '%00', 99_999_999_999];
  const foreign: Record<string, number | string> = {};
  let attacker: Client;

  beforeAll(async () => {
    const owner = await app.users.subscriber({ connected: true });
    attacker = await app.users.subscriber();
    const [video, reel] = await Promise.all(
      ['/api/videos', '/api/instagram/videos'].map((path) => owner.upload(path, [fixture('portrait.mp4')])),
    );
    const form = new FormData();
    form.append('photos[]', new Blob([readFileSync(fixture('photo.jpg'))]), 'photo.jpg');
    const photo = await owner.post('/api/photos', form);
    const caption = await owner.post('/api/captions', { content: 'mine' });
    foreign['/api/videos'] = video!.body.videos[0].id;
    foreign['/api/instagram/videos'] = reel!.body.videos[0].id;
    foreign['/api/photos'] = photo.body.photos[0].id;
    foreign['/api/posts'] = video!.body.videos[0].id;
    foreign['/api/accounts'] = (await owner.get('/api/accounts')).body[0].id;
    foreign['/api/captions'] = caption.body.id;
    foreign['/api/media'] = await tusOf(owner).upload(readFileSync(fixture('photo.jpg')));
    foreign['/api/connect'] = await offerTo(app, owner);
    foreign['/api/user/sessions'] = (await owner.get('/api/user/sessions')).body[0].id;
  });

  const rows = async () => {
    const db = app.running.nest.get(Database);
    const all = await Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table} ORDER BY id`)));
    // The publisher looks at accounts by itself.
    const accounts = await db.rows(
      'SELECT id, is_default, removed_at, token, verified_at, posting, upload_frequency FROM accounts ORDER BY id',
    );
    return JSON.stringify([...all, accounts]);
  };
  const collection = ({ path }: Operation) => path.slice(0, path.indexOf('/{id}'));
  const isShared = (operation: Operation) =>
    needsAdmin(operation) ||
    needsLibrary(operation) ||
    ['/api/categories', '/api/admin/'].some((path) => operation.path.startsWith(path));

  it.each(cases((operation) => hasId(operation) && !isShared(operation)))(
    '%s: 404, and nothing changes',
    async (_, operation) => {
      const id = foreign[collection(operation)];
      expect(String(id)).toMatch(/^([1-9]\d*|[0-9a-f]{32})$/);
      const before = await rows();
      const { status, body } = await call(attacker, operation, id);
      expect([status, body.error]).toEqual([404, 'not_found']);
      expect(await rows()).toBe(before);
    },
  );

  it.each(cases((operation) => hasId(operation)))('%s: ids that name nothing', async (_, operation) => {
    const client = isShared(operation) ? admin : attacker;
    const before = await rows();
    for (const id of NOWHERE) {
      const { status, body } = await call(client, operation, id);
      expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
    }
    expect(await rows()).toBe(before);
  });

  it.each(cases((operation) => isList(operation) && needsSubscription(operation)))(
    "%s shows nothing of another's, whatever is asked",
    async (_, { path }) => {
      for (const query of ['', '?page=1', '?range=[0,99]', `?range=[0,9]&filter={"id":[${foreign[path]}]}`]) {
        const { body } = await attacker.get(path + query);
        expect(body.data ?? body).toEqual([]);
      }
    },
  );
});

import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';
import { sendRaw } from '../../support/raw-http';

type Provider = Record<
  | 'getList'
  | 'getOne'
  | 'getMany'
  | 'getManyReference'
  | 'create'
  | 'update'
  | 'updateMany'
  | 'delete'
  | 'deleteMany',
  (resource: string, params: unknown) => Promise<{ data: any; total?: number }>
>;

// By their types they would bring those of the browser into all tests.
const { fetchUtils } = jest.requireActual('ra-core');
const simpleRestProvider = jest.requireActual('ra-data-simple-rest');

/** As its documentation sets it up, and nothing changed in it. */
const providerOf = ({ url, token }: Client): Provider =>
  simpleRestProvider(`${url}/api`, (address: string, options = {}) =>
    fetchUtils.fetchJson(address, { ...options, user: { authenticated: true, token: `Bearer ${token}` } }),
  );

const app = useApp();
let admin: Provider;
let user: Provider;
let userId: number;
beforeAll(async () => {
  admin = providerOf(await app.client.login('admin@example.com', 'correct horse battery'));
  const client = await app.users.subscriber({ connected: true });
  userId = client.user.id;
  user = providerOf(client);
});

const LIST = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} };
const PLAN = {
  name: 'Tiny',
  description: 'For a start.',
  price: 9.5,
  duration_days: 10,
  max_storage_bytes: 1000,
  max_pending_submissions: 3,
};

/** Everything that react-admin does with a resource, from the first record to the last. */
async function drive(provider: Provider, resource: string, records: object[], change: object) {
  const made: any[] = [];
  for (const data of records) made.push((await provider.create(resource, { data })).data);
  const [first, second, third] = made;
  const ids = made.map(({ id }) => id);
  expect(made).toEqual(records.map((record) => expect.objectContaining(record)));

  const list = await provider.getList(resource, LIST);
  expect(list.total).toBeGreaterThanOrEqual(records.length);
  expect(list.data.map(({ id }: any) => id)).toEqual(expect.arrayContaining(ids));
  expect((await provider.getOne(resource, { id: first.id })).data).toEqual(first);
  expect((await provider.getMany(resource, { ids })).data.map(({ id }: any) => id).sort()).toEqual(ids);

  const updated = await provider.update(resource, { id: first.id, data: change, previousData: first });
  expect(updated.data).toEqual({ ...first, ...change });
  expect((await provider.updateMany(resource, { ids: [second.id, third.id], data: change })).data).toEqual([
    second.id,
    third.id,
  ]);
  expect((await provider.getOne(resource, { id: third.id })).data).toEqual({ ...third, ...change });

  const gone = await provider.delete(resource, { id: first.id, previousData: first });
  expect(gone.data).toEqual({ ...first, ...change });
  expect((await provider.deleteMany(resource, { ids: [second.id, third.id] })).data).toEqual([
    second.id,
    third.id,
  ]);
  await expect(provider.getOne(resource, { id: third.id })).rejects.toMatchObject({ status: 404 });
}

describe('an unmodified ra-data-simple-rest', () => {
  it('does all it does with categories', () =>
    drive(
      admin,
      'categories',
      ['A', 'B', 'C'].map((name) => ({ name, description: `About ${name}` })),
      { is_active: false },
    ));

  it('does all it does with captions', () =>
    drive(
      user,
      'captions',
      ['one', 'two', 'three'].map((content) => ({ content })),
      { content: 'changed' },
    ));

  it('does all it does with plans', async () => {
    const plans = ['P', 'Q', 'R'].map((name) => ({ ...PLAN, name }));
    await drive(admin, 'admin/plans', plans, { price: 12.25 });
  });

  it('does all it does with users, but make them', async () => {
    const people = await Promise.all([1, 2, 3].map(() => app.client.register()));
    const ids = people.map((person) => person.user.id);
    const id = ids[0];
    const { data: before } = await admin.getOne('admin/users', { id });
    const data = { can_use_shared_videos: 1 };
    const { data: after } = await admin.update('admin/users', { id, data, previousData: before });
    expect(after).toEqual({ ...before, ...data });
    await admin.updateMany('admin/users', { ids, data: { is_admin: 1 } });
    const { data: found } = await admin.getMany('admin/users', { ids });
    expect(found.map((person: any) => person.is_admin)).toEqual([1, 1, 1]);
    expect((await admin.delete('admin/users', { id, previousData: after })).data).toMatchObject({ id });
    expect((await admin.deleteMany('admin/users', { ids: ids.slice(1) })).data).toEqual(ids.slice(1));
    await expect(admin.getOne('admin/users', { id })).rejects.toMatchObject({ status: 404 });
  });

  it('does what there is to do with subscriptions and publications', async () => {
    const data = { user_id: userId, plan_id: 1 };
    const { data: made } = await admin.create('admin/subscriptions', { data });
    const reference = await admin.getManyReference('admin/subscriptions', {
      ...LIST,
      target: 'user_id',
      id: userId,
    });
    expect(reference.data.map(({ id }: any) => id)).toContain(made.id);
    const expires_at = '2099-01-01T00:00:00.000Z';
    const changed = await admin.update('admin/subscriptions', {
      id: made.id,
      data: { expires_at },
      previousData: made,
    });
    expect(changed.data).toEqual({ ...made, expires_at });
    expect((await admin.getMany('admin/subscriptions', { ids: [made.id] })).data).toEqual([changed.data]);
    expect((await admin.getList('admin/publications', LIST)).total).toEqual(expect.any(Number));
  });

  it.each(['videos', 'instagram/videos'])('does with %s all but upload', async (resource) => {
    const client = await app.users.subscriber({ connected: true });
    const provider = providerOf(client);
    const ids: number[] = [];
    for (const title of ['A', 'B', 'C']) {
      const { body } = await client.upload(`/api/${resource}`, [fixture('portrait.mp4')], {
        titles: [title],
        descriptions: ['About it'],
      });
      ids.push(body[Object.keys(body).find((key) => key !== 'subscription_status')!][0].id);
    }
    expect(await provider.getList(resource, LIST)).toMatchObject({ total: 3 });
    expect((await provider.getMany(resource, { ids })).data.map(({ id }: any) => id).sort()).toEqual(ids);
    await provider.updateMany(resource, { ids, data: { description: 'New' } });
    const { data: one } = await provider.getOne(resource, { id: ids[0] });
    expect(one).toMatchObject({ title: 'A', description: 'New', status: 'pending' });
    const { data: renamed } = await provider.update(resource, {
      id: ids[0],
      data: { ...one, title: 'Z' },
      previousData: one,
    });
    expect(renamed).toMatchObject({ id: ids[0], title: 'Z', description: 'New' });
    expect((await provider.delete(resource, { id: ids[0], previousData: one })).data.id).toBe(ids[0]);
    expect((await provider.deleteMany(resource, { ids: ids.slice(1) })).data).toEqual(ids.slice(1));
  });
});

describe('a request without a body', () => {
  let head: string;
  beforeAll(async () => {
    const { token } = await app.client.register();
    head = `Host: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`;
  });

  it.each([
    ['a type', 'Content-Type: text/plain\r\n\r\n'],
    ['a type and no length', 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n'],
    ['a type that is none', 'Content-Type: ;;;\r\n\r\n'],
    ['JSON', 'Content-Type: application/json\r\nContent-Length: 0\r\n\r\n'],
    ['a form', 'Content-Type: multipart/form-data\r\n\r\n'],
    ['no chunks', 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    [
      'a form without chunks',
      'Content-Type: multipart/form-data\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('is not refused for %s', async (_, tail) => {
    for (const [method, path, status] of [
      ['DELETE', '/api/captions/999', 403],
      ['POST', '/api/auth/login', 422],
      ['PUT', '/api/user/preferences/categories', 200],
      ['GET', '/api/user', 200],
    ] as const) {
      const answer = await sendRaw(app.url, `${method} ${path} HTTP/1.1\r\n${head}${tail}`);
      expect([method, answer.split('\r\n')[0]]).toEqual([
        method,
        expect.stringContaining(`HTTP/1.1 ${status} `),
      ]);
    }
  });

  it('is told from one with a body of another type, also in chunks', async () => {
    for (const tail of [
      'Content-Length: 2\r\n\r\n{}',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ]) {
      const answer = await sendRaw(
        app.url,
        `POST /api/auth/login HTTP/1.1\r\n${head}Content-Type: text/plain\r\n${tail}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 415 [^]*"unsupported_media_type"/);
    }
  });
});

import { RateLimits } from '../../../backend/common/limits/rate-limits';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';

const TABLES = [
  'users',
  'posts',
  'accounts',
  'captions',
  'categories',
  'shared_videos',
  'plans',
  'subscriptions',
];
const LISTS = [
  '/api/videos',
  '/api/instagram/videos',
  '/api/photos',
  '/api/accounts',
  '/api/captions',
  '/api/categories',
  '/api/shared-videos',
  '/api/plans',
  '/api/admin/users',
  '/api/admin/plans',
  '/api/admin/subscriptions',
  '/api/admin/publications',
];

const INJECTIONS = [
  "' OR '1'='1",
  '" OR ""="',
  '1 OR 1=1',
  '1; DROP TABLE users; --',
  "1' UNION SELECT id, password_hash FROM users --",
  'id, (SELECT password_hash FROM users LIMIT 1)',
  'RANDOM()',
  'SLEEP(5)',
  'id DESC, password_hash',
  'password_hash',
  'users.password_hash',
  '`id`',
  '__proto__',
  'constructor',
  'toString',
  'id\u0000',
  '\\',
  '/* */',
];

const app = useApp();
/** May see all lists, so that none of them ends at the door. */
let admin: Client;
beforeAll(async () => {
  // Six hundred calls a minute are not enough to ask all this.
  jest.spyOn(app.running.nest.get(RateLimits), 'consume').mockImplementation(() => Promise.resolve());
  admin = await app.users.admin();
  admin.user = (await admin.get('/api/user')).body;
  await app.users.grant(admin, await app.users.plan());
  await admin.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['50% off_today'] });
  for (const content of ['100% yours', 'no sign', 'under_score', 'back\\slash', "it's"])
    await admin.post('/api/captions', { content });
});

const rows = async () => {
  const db = app.running.nest.get(Database);
  return JSON.stringify(
    await Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table} ORDER BY id`))),
  );
};
const ask = (path: string, query: Record<string, string>) =>
  admin.get(`${path}?${new URLSearchParams(query).toString()}`);

describe.each(LISTS)('%s', (path) => {
  it.each(INJECTIONS)('takes %j for what it is, wherever it stands', async (text) => {
    const before = await rows();
    const value = JSON.stringify(text);
    const range = '[0,9]';
    for (const [field, query] of [
      ['page', { page: text }],
      ['per_page', { page: '1', per_page: text }],
      ['range', { range: text }],
      ['range', { range: `[0,${value}]` }],
      ['sort', { range, sort: `[${value},"ASC"]` }],
      ['sort', { range, sort: `["id",${value}]` }],
      ['filter', { range, filter: `{${value}:1}` }],
      ['filter', { range, filter: `{"id":[${value}]}` }],
      ['filter', { range, filter: value }],
    ] as const) {
      const { status, body } = await ask(path, query);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, [field]]);
    }
    const searched = await ask(path, { range, filter: `{"q":${value}}` });
    expect([200, 422]).toContain(searched.status);
    if (searched.status === 200) {
      const has = (row: any) => Object.values(row).some((each) => String(each).includes(text));
      expect(searched.body.filter((row: any) => !has(row))).toEqual([]);
    }
    expect(await rows()).toBe(before);
  });

  it.each<[string, Record<string, string>]>([
    ['page 0', { page: '0' }],
    ['a page before it', { page: '-1' }],
    ['half a page', { page: '1.5' }],
    ['an exponent', { page: '1e3' }],
    ['a hexadecimal number', { page: '0x10' }],
    ['a page that no number holds', { page: '99999999999999999999' }],
    ['no number', { page: 'NaN' }],
    ['a page that is too long', { per_page: '101' }],
    ['an empty page', { per_page: '0' }],
    ['a range that ends before it begins', { range: '[5,2]' }],
    ['a range that begins before all', { range: '[-1,5]' }],
    ['a range that is too long', { range: '[0,1e9]' }],
    ['half a row', { range: '[0.5,2]' }],
    ['a range without an end', { range: '[0]' }],
    ['a range with two', { range: '[0,9,10]' }],
    ['a range that only looks like one', { range: '{"0":0,"1":9}' }],
    ['a range that is nested deeply', { range: `${'['.repeat(900)}${']'.repeat(900)}` }],
    ['a filter that is nested deeply', { filter: `{"id":${'['.repeat(900)}1${']'.repeat(900)}}` }],
    ['a field in a list', { range: '[0,9]', sort: '[["id"],"ASC"]' }],
    ['a direction with more behind it', { range: '[0,9]', sort: '["id","ASC; --"]' }],
  ])('refuses %s', async (_name, query) => {
    const { status, body } = await ask(path, query);
    expect([status, body.error]).toEqual([422, 'validation_failed']);
  });

  it('is empty far behind its end', async () => {
    const { status, body } = await ask(path, { page: '1000000000' });
    expect([status, body.data, body.from, body.to]).toEqual([200, [], null, null]);
  });
});

it.each([
  ['%', ['100% yours']],
  ['_', ['under_score']],
  ['\\', ['back\\slash']],
  ["'", ["it's"]],
  ['%%%%%%%%%%%%%%%%%%%%', []],
  ['_'.repeat(200), []],
])('finds %j only where these very characters are', async (q, found) => {
  const { body } = await ask('/api/captions', { filter: JSON.stringify({ q }) });
  expect(body.map(({ content }: any) => content)).toEqual(found);
});

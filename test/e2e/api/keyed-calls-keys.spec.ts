import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Database } from '../../../backend/database/database';
import { ADMIN, useApp } from '../../support/app';
import { call, isSecured, operations, takesKey } from '../../support/api-document';
import { Authenticator, PASSWORD } from '../../support/authenticator';
import type { Answer, Client } from '../../support/client';
import { keyed } from '../../support/keyed-calls';
import { fixture } from '../../support/media';
import { addAccount } from '../../support/more-accounts';
import { sendRaw } from '../../support/raw-http';
import { GROWTH_PLAN } from '../../support/users';

const app = useApp();
/** One for all: 30 persons register in a minute. */
let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
});

const rows = () => app.running.nest.get(Database).rows<any>('SELECT * FROM keyed_calls');
const isOfKey = ({ status, body }: Answer) =>
  status === 422 && body.errors?.['Idempotency-Key'] !== undefined;
const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');

describe('a key', () => {
  const send = (key: string) => keyed(user, key, '/api/captions', { content: 'Rolls' });
  const captions = async (): Promise<any[]> => (await user.get('/api/captions')).body;

  it.each([
    ['one character', '~'],
    ['punctuation', `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`],
    ['128 characters', 'x'.repeat(128)],
    ['SQL', "';DROP/**/TABLE/**/keyed_calls;--"],
    ['a name of an object', '__proto__'],
  ])('may be %s', async (_what, key) => {
    expect((await send(key)).status).toBe(201);
    expect(replayed(await send(key))).toBe('true');
  });

  it.each([
    ['empty', ''],
    ['129 characters long', 'x'.repeat(129)],
    ['of two words', 'a b'],
    ['with a tab', 'a\tb'],
    ['with an umlaut', 'schlüssel'],
    ['long beyond use', 'x'.repeat(8_000)],
  ])('is a 422 when it is %s', async (_what, key) => {
    const before = await captions();
    const answer = await send(key);
    expect(isOfKey(answer)).toBe(true);
    expect(answer.body.message).toMatch(/1 to 128 visible characters/);
    expect(await captions()).toEqual(before);
  });

  it('is a 422 when it is sent twice', async () => {
    const text = '{"content":"Rolls"}';
    const head = [
      'POST /api/captions HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${user.token}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      'Idempotency-Key: same',
      'Idempotency-Key: same',
      'Connection: close',
    ];
    expect(await sendRaw(user.url, `${head.join('\r\n')}\r\n\r\n${text}`)).toMatch(/^HTTP\/1.1 422 /);
  });

  it('tells lower case from upper case', async () => {
    const answers = [await send('Key'), await send('key')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(replayed)).toEqual([null, null]);
  });
});

describe('the calls', () => {
  /** May do everything. */
  let admin: Client;
  beforeAll(async () => {
    admin = await app.client.login(ADMIN.email, ADMIN.password);
    await app.users.grant(admin, GROWTH_PLAN);
  });

  const posts = operations.filter(({ method, name }) => method === 'POST' && !name.endsWith('/logout'));
  const cases = (wanted: boolean) =>
    posts.filter((each) => takesKey(each) === wanted).map((each) => [each.name, each] as const);

  it.each(cases(true))('%s reads the key, before anything else of the call', async (_name, operation) => {
    expect(isOfKey(await call(admin, operation, 1, { 'idempotency-key': 'a b' }))).toBe(true);
    const { status, body } = await call(admin, operation, 'x', { 'idempotency-key': 'a b' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['Idempotency-Key']]);
  });

  it.each(cases(true))('%s asks who calls before it reads the key', async (_name, operation) => {
    expect((await call(app.client, operation, 1, { 'idempotency-key': 'a b' })).status).toBe(401);
  });

  it.each(cases(false))('%s ignores the key, and keeps nothing', async (_name, operation) => {
    const before = await rows();
    const client = isSecured(operation) ? admin : app.client;
    for (const key of ['a b', randomUUID()])
      expect(isOfKey(await call(client, operation, 1, { 'idempotency-key': key }))).toBe(false);
    expect(await rows()).toEqual(before);
  });
});

it('keeps no secret of two-factor sign-in', async () => {
  user = await app.users.newcomer();
  const key = randomUUID();
  const begin = () => keyed(user, key, '/api/user/two-factor', { password: PASSWORD });
  const [first, again] = [await begin(), await begin()];
  expect([first.status, again.status, replayed(again)]).toEqual([201, 201, null]);
  expect(again.body.secret).not.toBe(first.body.secret);
  const code = new Authenticator(again.body.secret).code();
  const confirmed = await keyed(user, key, '/api/user/two-factor/confirm', { code });
  expect(confirmed.body.recovery_codes).toHaveLength(10);
  expect((await rows()).filter(({ user_id }) => user_id === user.user.id)).toEqual([]);
});

it('ends each session that signs out, whatever its key', async () => {
  user = await app.users.newcomer();
  const other = await app.client.login(user.user.email, PASSWORD);
  const key = randomUUID();
  for (const session of [user, other]) {
    expect((await keyed(session, key, '/api/auth/logout')).status).toBe(200);
    expect((await session.get('/api/user')).status).toBe(401);
  }
});

it('leaves uploads as they are: each makes a post of its own', async () => {
  user = await app.users.subscriber({ connected: true });
  const film = await readFile(fixture('portrait.mp4'));
  for (const key of ['same-key', 'same-key', 'a b']) {
    const form = new FormData();
    form.append('videos[]', new Blob([film], { type: 'video/mp4' }), 'a.mp4');
    expect((await keyed(user, key, '/api/videos', form)).status).toBe(201);
  }
  expect((await user.get('/api/videos')).body.total).toBe(3);
  for (const key of ['same-key', 'same-key', 'a b']) {
    const headers = { 'idempotency-key': key, 'tus-resumable': '1.0.0', 'upload-length': '1000' };
    const { status, headers: told } = await user.call('POST', '/api/uploads', undefined, headers);
    expect([status, told.get('location'), told.get('idempotency-replayed')]).toEqual([
      201,
      expect.stringMatching(/uploads/),
      null,
    ]);
  }
});

it('composes a post once, and copies it once', async () => {
  user = await app.users.subscriber();
  const account_id = await addAccount(app.running.nest, user.user.id, { id: `9001${user.user.id}` });
  const wanted = { targets: [{ account_id, format: 'text' }], description: 'Open till six', draft: 1 };
  const compose = () => keyed(user, 'compose', '/api/posts', wanted);
  const [first, again] = [await compose(), await compose()];
  expect([first.status, replayed(again), again.body]).toEqual([201, 'true', first.body]);
  // Without a body, as the screens copy.
  const copy = () => keyed(user, 'copy', `/api/posts/${first.body.posts[0].id}/duplicate`);
  const [one, two] = [await copy(), await copy()];
  expect([one.status, replayed(two), two.body]).toEqual([201, 'true', one.body]);
  expect((await user.get('/api/posts')).body.total).toBe(2);
  expect((await user.get('/api/user/subscription')).body.submissions.used).toBe(2);
});

import { connect } from 'node:net';
import { signatureOf, signedRequest } from '../../../backend/meta-world/signed-request';
import { startTestApp, useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { META_APP, offeredBy } from '../../support/connecting';
import { MetaRequests, sendForm } from '../../support/meta-requests';
import { BAKERY, Connected, GARAGE, INSTAGRAM, personsPage } from '../../support/use-connecting';

const PERSON = '7700770077';
const REMOVED = 'Access was removed on Facebook. Connect again.';
const INVALID = { statusCode: 400, error: 'bad_request', message: 'The signed_request is not valid.' };

const on = new Connected();
const meta = new MetaRequests(on.app);

const accountsOf = async (user: Client): Promise<any[]> => (await user.get('/api/accounts')).body;

async function connectAll(user: Client): Promise<any[]> {
  const offer = offeredBy(await on.connecting.whole(user));
  const choice = { page_ids: [BAKERY, GARAGE], instagram_ids: [INSTAGRAM] };
  const { status, body } = await user.post(`/api/connect/${offer}`, choice);
  expect(status).toBe(201);
  return body;
}

const payloadOf = (facts: object) => Buffer.from(JSON.stringify(facts)).toString('base64url');
const right = signedRequest({ user_id: PERSON }, META_APP.secret);
const [signature = '', payload = ''] = right.split('.');
const signed = (text: string) => `${signatureOf(text, META_APP.secret)}.${text}`;

const FORGED: [string, Record<string, string> | [string, string][]][] = [
  ['no field', {}],
  ['an empty field', { signed_request: '' }],
  ['another field', { signed: right }],
  [
    'the field twice',
    [
      ['signed_request', right],
      ['signed_request', right],
    ],
  ],
  ['the field as a list', [['signed_request[]', right]]],
  ['another secret', { signed_request: signedRequest({ user_id: PERSON }, 'another secret') }],
  ['no signature', { signed_request: `.${payload}` }],
  ['only a payload', { signed_request: payload }],
  ['a cut signature', { signed_request: `${signature.slice(0, -2)}.${payload}` }],
  [
    'the signature of another payload',
    { signed_request: `${signature}.${payloadOf({ algorithm: 'HMAC-SHA256', user_id: '1' })}` },
  ],
  ['three parts', { signed_request: `${right}.${payload}` }],
  [
    'another algorithm',
    { signed_request: signedRequest({ user_id: PERSON, algorithm: 'HMAC-SHA1' }, META_APP.secret) },
  ],
  ['no algorithm', { signed_request: signed(payloadOf({ user_id: PERSON })) }],
  ['the algorithm none', { signed_request: signed(payloadOf({ algorithm: 'none', user_id: PERSON })) }],
  ['nobody', { signed_request: signedRequest({}, META_APP.secret) }],
  ['a list of persons', { signed_request: signedRequest({ user_id: [PERSON] }, META_APP.secret) }],
  ['an object as a person', { signed_request: signedRequest({ user_id: { $ne: '' } }, META_APP.secret) }],
  ['an empty person', { signed_request: signedRequest({ user_id: '' }, META_APP.secret) }],
  ['a payload that is no JSON', { signed_request: signed(Buffer.from('user_id=1').toString('base64url')) }],
  [
    'a payload that is a list',
    { signed_request: signed(payloadOf([{ algorithm: 'HMAC-SHA256', user_id: PERSON }])) },
  ],
  ['a payload that is not base64', { signed_request: signed('{"algorithm":"HMAC-SHA256","user_id":"1"}') }],
  ['bytes that are no text', { signed_request: '\u0000\uFFFF.\u0000' }],
  ['a megabyte', { signed_request: signed('A'.repeat(1_000_000)) }],
];

describe.each(['deauthorize', 'data-deletion'])('POST /connect/%s', (call) => {
  const url = () => `${on.app.url}/api/connect/${call}`;

  it.each(FORGED)('takes no %s', async (_what, fields) => {
    const { status, body } = await sendForm(url(), fields);
    expect([status, body.error]).toEqual([400, 'bad_request']);
  });

  it('takes nothing but a form', async () => {
    for (const body of ['{"signed_request":"x"}', JSON.stringify({ signed_request: right }), '"x"', '[]', ''])
      expect(await sendForm(url(), {}).then(() => post(url(), body, 'application/json'))).toEqual([
        400,
        INVALID,
      ]);
    expect(await post(url(), undefined)).toEqual([400, INVALID]);
    expect((await post(url(), right, 'text/plain'))[0]).toBe(415);
    const multipart = `--x\r\ncontent-disposition: form-data; name="signed_request"\r\n\r\n${right}\r\n--x--\r\n`;
    expect((await post(url(), multipart, 'multipart/form-data; boundary=x'))[0]).toBe(400);
    expect((await fetch(`${url()}?signed_request=${right}`, { method: 'POST' })).status).toBe(400);
  });

  it('answers unknown persons like known ones', async () => {
    for (const person of ['1', '00', 'nobody', "' OR 1=1", '9'.repeat(200), '７７'])
      if (/^\S+$/.test(person)) {
        const { status, body } = await sendForm(url(), {
          signed_request: signedRequest({ user_id: person }, META_APP.secret),
        });
        expect([status, Object.keys(body)]).toEqual([
          200,
          call === 'deauthorize' ? ['success'] : ['url', 'confirmation_code'],
        ]);
      }
  });

  it('stops reading a form that does not end', async () => {
    const { port } = new URL(on.app.url);
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (text) => (answer += String(text))).on('error', () => undefined);
    socket.write(
      `POST /api/connect/${call} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
        'transfer-encoding: chunked\r\n\r\n',
    );
    const piece = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    for (let n = 0; n < 20 && !answer; n++) {
      socket.write(piece);
      await new Promise((done) => setTimeout(done, 50));
    }
    await eventually(() => Promise.resolve(answer), Boolean);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    socket.destroy();
  });
});

async function post(url: string, body: string | undefined, type?: string): Promise<[number, any]> {
  const answer = await fetch(url, { method: 'POST', body, headers: type ? { 'content-type': type } : {} });
  return [answer.status, await answer.json()];
}

describe('a person who removes the app', () => {
  it('pauses the accounts that they connected, of every user, until these are connected again', async () => {
    const [one, two, other] = [
      await on.app.users.newcomer(),
      await on.app.users.newcomer(),
      await on.app.users.newcomer(),
    ];
    const first = await connectAll(one);
    await connectAll(two);
    on.fake.addPage(personsPage('9301', { userId: '93', userToken: 'EAAB_93' }));
    await other.post('/api/accounts', { access_token: 'EAAB_93', page_id: '9301' });

    expect(await meta.deauthorize(PERSON)).toEqual({ status: 200, body: { success: true } });
    for (const user of [one, two])
      expect(await accountsOf(user)).toMatchObject(
        Array(3).fill({ status: 'paused', paused_reason: REMOVED, resumes_at: null }),
      );
    expect(await accountsOf(other)).toMatchObject([{ status: 'connected' }]);
    expect((await one.get('/api/user/connection')).body.facebook).toMatchObject({
      status: 'paused',
      paused_reason: REMOVED,
    });

    for (const { id } of first) await one.post(`/api/accounts/${id}/check`);
    expect((await accountsOf(one)).map(({ status }) => status)).toEqual(['paused', 'paused', 'paused']);
    expect((await meta.deauthorize(PERSON)).status).toBe(200);
    const again = await connectAll(one);
    expect(again.map(({ id, status }) => [id, status])).toEqual(first.map(({ id }) => [id, 'connected']));
    expect((await accountsOf(two)).map(({ status }) => status)).toEqual(['paused', 'paused', 'paused']);
  });

  it('pauses accounts that were connected by a pasted token as well', async () => {
    for (const path of ['/api/accounts', '/api/user/facebook-settings']) {
      const user = await on.app.users.newcomer();
      const settings = {
        access_token: `EAAB_CONNECT_${BAKERY}`,
        page_id: BAKERY,
        instagram_page_id: INSTAGRAM,
      };
      const saved = path.endsWith('accounts')
        ? await user.post(path, settings)
        : await user.put(path, settings);
      expect(saved.status).toBeLessThan(300);
      await meta.deauthorize(PERSON);
      expect((await accountsOf(user)).map(({ paused_reason }) => paused_reason)).toEqual([REMOVED, REMOVED]);
    }
  });

  it('is not undone by settings that are being saved', async () => {
    const user = await on.app.users.newcomer();
    const settings = { access_token: `EAAB_CONNECT_${BAKERY}`, page_id: BAKERY };
    expect((await user.put('/api/user/facebook-settings', settings)).status).toBe(200);
    const forget = on.fake.onCall('debug_token', async () => {
      forget();
      expect((await meta.deauthorize(PERSON)).status).toBe(200);
    });
    const { status, body } = await user.put('/api/user/facebook-settings', {
      instagram_page_id: INSTAGRAM,
    });
    expect([status, body.errors]).toEqual([422, { access_token: ['Enter the access token.'] }]);
    expect(await accountsOf(user)).toMatchObject([
      { network: 'facebook', status: 'paused', paused_reason: REMOVED },
    ]);
  });

  it('takes back what the dialog offered', async () => {
    const user = await on.app.users.newcomer();
    const offer = offeredBy(await on.connecting.whole(user));
    await meta.deauthorize(PERSON);
    expect((await user.post(`/api/connect/${offer}`, { page_ids: [BAKERY] })).status).toBe(404);
    expect(await accountsOf(user)).toEqual([]);
  });
});

describe('without an app at Meta', () => {
  const app = useApp();

  it('is not there', async () => {
    for (const call of ['deauthorize', 'data-deletion']) {
      const { status, body } = await sendForm(`${app.url}/api/connect/${call}`, { signed_request: right });
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
  });
});

it('is asked so often by an address, and then told to wait', async () => {
  const app = await startTestApp({ env: { META_APP_ID: META_APP.id, META_APP_SECRET: META_APP.secret } });
  try {
    const send = () => sendForm(`${app.url}/api/connect/deauthorize`, { signed_request: 'x' });
    const answers = [];
    for (let n = 0; n < 121; n++) answers.push((await send()).status);
    expect(answers.slice(0, 120).every((status) => status === 400)).toBe(true);
    expect(answers[120]).toBe(429);
  } finally {
    await app.end();
  }
});

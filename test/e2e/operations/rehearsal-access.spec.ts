import { startTestApp, useApp } from '../../support/app';
import type { Client } from '../../support/client';

const app = useApp({ env: { NETWORK: 'rehearsal' } });
let admin: Client;
let user: Client;
beforeAll(async () => {
  admin = await app.client.login('admin@example.com', 'correct horse battery');
  user = await app.client.register();
});

const ELSEWHERE = { 'x-real-ip': '203.0.113.5' };
const SWITCH = { page_id: '100000000000001', fault: 'slow_processing', on: true };
const ask = (client: Client, path: string, headers = {}) => client.call('GET', path, undefined, headers);
const turn = (client: Client, headers = {}) => client.call('POST', '/rehearsal/faults', SWITCH, headers);

it('is shown to anybody on this machine, and from elsewhere to who is signed in', async () => {
  for (const path of ['/rehearsal', '/rehearsal/posts.json', '/rehearsal/faults.json']) {
    expect((await ask(app.client, path)).status).toBe(200);
    expect((await ask(app.client, path, ELSEWHERE)).status).toBe(401);
    expect((await ask(user, path, ELSEWHERE)).status).toBe(200);
  }
  expect((await ask(app.client, '/rehearsal/rehearsal.js', ELSEWHERE)).status).toBe(200);
});

it('gives a browser from elsewhere a page that asks again with the session', async () => {
  const { status, body, headers } = await ask(app.client, '/rehearsal', {
    ...ELSEWHERE,
    accept: 'text/html',
  });
  expect([status, headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  expect(body).toContain('/rehearsal/rehearsal.js');
  expect(body).not.toContain('id="list"');
});

it('has switches that only administrators move, on this machine too', async () => {
  expect((await turn(app.client)).status).toBe(401);
  expect((await turn(user)).status).toBe(403);
  expect((await turn(admin)).status).toBe(200);
  expect((await turn(admin, ELSEWHERE)).status).toBe(200);
  expect((await admin.post('/rehearsal/faults', { ...SWITCH, page_id: '424242' })).status).toBe(422);
});

it('takes only tokens of its own', async () => {
  const page_id = SWITCH.page_id;
  const save = (access_token: string) => user.put('/api/user/facebook-settings', { access_token, page_id });
  expect((await save('EAAB_of_Meta')).status).toBe(422);
  expect((await save('rehearsal-token')).status).toBe(200);
});

it('does not exist where Meta is the network, and metrics are for this machine', async () => {
  const live = await startTestApp();
  try {
    for (const path of ['/rehearsal', '/rehearsal/posts.json', '/rehearsal/rehearsal.js'])
      expect((await ask(live.client, path)).status).toBe(404);
    expect((await turn(live.client)).status).toBe(404);
    expect((await ask(live.client, '/metrics')).status).toBe(200);
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
      expect((await ask(live.client, '/metrics', { [name]: 'x' })).status).toBe(403);
  } finally {
    await live.end();
  }
});

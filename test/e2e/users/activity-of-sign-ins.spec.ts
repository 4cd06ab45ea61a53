import { Clock } from '../../../backend/common/time/clock';
import { useApp } from '../../support/app';
import { PASSWORD, turnOn } from '../../support/authenticator';
import { Client, eventually } from '../../support/client';
import { mailsOf } from '../../support/mails';

const app = useApp();
let now = Date.now();
beforeAll(() => (app.running.nest.get(Clock).now = () => now));
beforeEach(() => {
  now += 120_000;
});

const actions = async (who: Client): Promise<string[]> =>
  (await who.get('/api/activity?range=[0,99]&sort=["id","ASC"]')).body.map(
    ({ action }: { action: string }) => action,
  );
const login = (email: string, password = PASSWORD) => app.client.post('/api/auth/login', { email, password });

it('notes registrations, sign-ins, failed ones, ended sessions and what is changed', async () => {
  const client = await app.client.register();
  const { email } = client.user;
  await login(email, 'not the password');
  await eventually(
    () => actions(client),
    (found) => found.includes('sign_in_failed'),
  );
  const second = new Client(app.url, (await login(email)).body.token);
  await second.post('/api/auth/logout');
  await login(email);
  const [{ id }] = (await client.get('/api/user/sessions')).body.filter((one: any) => one.current === 0);
  await client.delete(`/api/user/sessions/${id}`);
  // There is no other one left: nothing was done.
  await client.delete('/api/user/sessions');
  await login(email);
  await client.delete('/api/user/sessions');
  const password = 'another good one';
  const change = { current_password: PASSWORD, password, password_confirmation: password };
  await client.put('/api/user/password', change);
  await client.put('/api/user', { email: `new-${email}`, current_password: password });
  expect(await actions(client)).toEqual([
    'registered',
    'sign_in_failed',
    'signed_in',
    'signed_out',
    'signed_in',
    'session_ended',
    'signed_in',
    'other_sessions_ended',
    'password_changed',
    'email_changed',
  ]);
  const { body } = await client.get('/api/activity?page=1&per_page=1');
  expect(body.data[0]).toMatchObject({ user_id: client.user.id, address: '127.0.0.1', target: null });
});

it('notes resets, and what is done with two factors', async () => {
  const client = await app.client.register();
  const { email } = client.user;
  const phone = await turnOn(client, () => now);
  const challenged = (await login(email)).body;
  const answer = (code: string | undefined) =>
    app.client.post('/api/auth/two-factor', { challenge: challenged.challenge, code });
  await answer(phone.app.wrong());
  await answer(phone.recovery[0]);
  await client.call('DELETE', '/api/user/two-factor', { password: PASSWORD, code: phone.recovery[1] });
  await app.client.post('/api/auth/forgot-password', { email });
  const mails = await eventually(
    async () => (await mailsOf(app.dir)).filter((mail) => mail.header('To') === email),
    (found) => found.some(({ text }) => text.includes('#token=')),
  );
  const token = mails.map(({ text }) => /#token=(\S+)/.exec(text)?.[1]).find(Boolean);
  const password = 'another good one';
  await app.client.post('/api/auth/reset-password', { token, password, password_confirmation: password });
  const again = new Client(app.url, (await login(email, password)).body.token);
  expect(await actions(again)).toEqual([
    'registered',
    'two_factor_on',
    'sign_in_failed',
    'signed_in',
    'recovery_code_used',
    'two_factor_off',
    'password_reset',
    'signed_in',
  ]);
});

it('notes nothing for an address that nobody has', async () => {
  await login('nobody@example.com');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const admin = await app.client.login('admin@example.com', 'correct horse battery');
  const { body } = await admin.get('/api/admin/activity?range=[0,99]&filter={"action":["sign_in_failed"]}');
  expect(body.filter((row: any) => row.user_id === null)).toEqual([]);
});

import { AuthLimits } from '../../../backend/auth/auth-limits';
import { startTestApp, type TestApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { mailsOf } from '../../support/mails';

const ROUNDS = 12;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const limits = app.running.nest.get(AuthLimits);
  jest.spyOn(limits, 'consume').mockResolvedValue();
  jest.spyOn(limits, 'look').mockResolvedValue();
  jest.spyOn(limits, 'reserve').mockResolvedValue({ tries: [], at: 0 });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.end();
});

async function resetToken(email: string): Promise<string> {
  await app.client.post('/api/auth/forgot-password', { email });
  const mails = await eventually(
    async () => (await mailsOf(app.dir)).filter((mail) => mail.header('To') === email),
    (found) => found.length > 0,
  );
  return /#token=(\S+)/.exec(mails[0]!.text)![1]!;
}

it('leaves no session of the old password alive, however a login and a reset meet', async () => {
  const statuses = new Set<number>();
  // And until both orders have come about.
  for (let round = 0; round < ROUNDS || statuses.size < 2; round++) {
    const { user } = await app.client.register();
    const token = await resetToken(user.email);
    const signIn = () => app.client.post('/api/auth/login', { email: user.email, password: 'secret-enough' });
    const password = 'another password';
    const logins = [signIn(), signIn()];
    const reset = app.client.post('/api/auth/reset-password', {
      token,
      password,
      password_confirmation: password,
    });
    logins.push(signIn(), signIn(), signIn());
    expect((await reset).status).toBe(200);
    for (const { status, body } of await Promise.all(logins)) {
      statuses.add(status);
      if (status === 200) expect((await new Client(app.url, body.token).get('/api/user')).status).toBe(401);
      else expect([status, body.message]).toEqual([401, 'Invalid credentials']);
    }
  }
  expect([...statuses].sort()).toEqual([200, 401]);
});

import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { eachDatabase } from '../../support/databases';

eachDatabase((_name, makeConfig) => {
  let apps: TestApp[];

  beforeAll(async () => {
    const config = await makeConfig();
    const env = databaseEnv(config);
    const first = await startTestApp({ env });
    apps = [first, await startTestApp({ env: { ...env, ROLE: 'api' }, dir: first.dir, fake: first.fake })];
  });
  afterAll(async () => {
    for (const app of apps.reverse()) await app.end();
  });

  /** Sent to the two in turn. */
  async function statuses(count: number, path: string, body: (n: number) => unknown): Promise<number[]> {
    const answers: number[] = [];
    for (let n = 0; n < count; n++) answers.push((await apps[n % 2]!.client.post(path, body(n))).status);
    return answers;
  }
  const times = (count: number, status: number) => Array<number>(count).fill(status);

  it('has two processes count logins, registrations and resets together', async () => {
    const password = 'secret-enough';
    const somebody = (n: number) => ({
      name: 'A',
      email: `a${n}@example.com`,
      password,
      password_confirmation: password,
    });
    expect(await statuses(32, '/api/auth/register', somebody)).toEqual([...times(30, 201), 429, 429]);

    const guess = () => ({ email: 'a1@example.com', password: 'a guess' });
    expect(await statuses(12, '/api/auth/login', guess)).toEqual([...times(10, 401), 429, 429]);
    const other = { email: 'a2@example.com', password };
    expect((await apps[1]!.client.post('/api/auth/login', other)).status).toBe(200);

    const forgotten = () => ({ email: 'a1@example.com' });
    expect(await statuses(7, '/api/auth/forgot-password', forgotten)).toEqual([...times(5, 200), 429, 429]);
  });
});

import { randomUUID } from 'node:crypto';
import { databaseEnv, startFake, startTestApp, type TestApp } from '../../support/app';
import { Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { keyed } from '../../support/keyed-calls';
import { addPage } from '../../support/pages';
import { MAIN, Product } from '../../support/process';
import { useScratchFolder } from '../../support/scratch-folder';
import { Users } from '../../support/users';

jest.setTimeout(120_000);

const scratch = useScratchFolder();

/** A killed process's claim runs out after a minute. */
const LEASE_MS = 61_000;

eachDatabase((_name, makeConfig) => {
  let apps: TestApp[];
  beforeAll(async () => {
    const env = databaseEnv(await makeConfig());
    const first = await startTestApp({ env });
    apps = [first, await startTestApp({ env: { ...env, ROLE: 'api' }, dir: first.dir, fake: first.fake })];
  });
  afterAll(async () => {
    for (const app of apps.reverse()) await app.end();
  });

  it('does once what two processes are asked for with one key, and answers on both', async () => {
    const user = await apps[0]!.users.subscriber();
    const clients = apps.map(({ url }) => new Client(url, user.token));
    const key = randomUUID();
    const add = (n: number) => keyed(clients[n % 2]!, key, '/api/captions', { content: 'Fresh bread' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)));
    const replayed = answers.map(({ headers }) => headers.get('idempotency-replayed'));
    expect(answers.filter(({ status }, n) => status === 201 && !replayed[n])).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const again = await Promise.all([add(0), add(1)]);
    expect(again.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, 'true'],
      [201, 'true'],
    ]);
    expect(again[0].body).toEqual(again[1].body);
    expect((await user.get('/api/captions')).body).toHaveLength(1);
  });
});

it('frees the key a minute after its process was killed in the middle of the first call', async () => {
  const dir = scratch('data');
  const fake = await startFake();
  let product = await Product.start(MAIN, { fake, dir });
  try {
    const { token } = await new Users(new Client(product.url)).newcomer();
    const page = addPage({ fake });
    const connect = () =>
      keyed(new Client(product.url, token), 'the-key', '/api/accounts', {
        access_token: page.token,
        page_id: page.id,
      });
    const forget = fake.onCall('me', () => product.kill());
    await expect(connect()).rejects.toThrow();
    forget();

    product = await Product.start(MAIN, { fake, dir });
    expect((await connect()).status).toBe(409);
    await product.kill();
    product = await Product.start(MAIN, { fake, dir, clockAheadMs: LEASE_MS });
    const first = await connect();
    const again = await connect();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    const { body: accounts } = await new Client(product.url, token).get('/api/accounts');
    expect(accounts).toHaveLength(1);
  } finally {
    await product.kill();
    await fake.stop();
  }
});

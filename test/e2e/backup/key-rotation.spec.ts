import { Database } from '../../../backend/database/database';
import { Outbox } from '../../../backend/ports/mail/outbox';
import { startFake, startTestApp, type TestApp } from '../../support/app';
import { turnOn, PASSWORD, type Authenticator } from '../../support/authenticator';
import { Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import type { FakeGraph } from '../../support/fake-graph';
import { fixture } from '../../support/media';

jest.setTimeout(120_000);

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];

const SEALED = `SELECT given_token AS sealed FROM accounts WHERE given_token IS NOT NULL
   UNION ALL SELECT access_token FROM account_settings WHERE access_token IS NOT NULL
   UNION ALL SELECT two_factor_secret FROM users WHERE two_factor_secret IS NOT NULL
   UNION ALL SELECT token FROM accounts UNION ALL SELECT sealed FROM mails`;

eachDatabase((_name, makeConfig) => {
  let env: Record<string, string>;
  let fake: FakeGraph;
  let dir: string;
  let app: TestApp;

  beforeAll(async () => {
    const config = await makeConfig();
    env = {
      DATABASE_URL: config.kind === 'mysql' ? config.url : `sqlite:${config.file}`,
      JWT_SECRET: 'a secret of more than 32 characters',
      // Nobody listens there: mails are kept.
      MAIL_URL: 'smtp://127.0.0.1:9',
    };
    fake = await startFake();
  });
  afterAll(() => fake.stop());
  afterEach(() => app.stop());

  async function startWith(...keys: string[]): Promise<void> {
    app = await startTestApp({ env: { ...env, ENCRYPTION_KEY: keys.join(', ') }, fake, dir });
    dir = app.dir;
  }
  const sealedTexts = async () =>
    (await app.running.nest.get(Database).rows<{ sealed: string }>(SEALED)).map(({ sealed }) => sealed);
  const keyIds = async () => [...new Set((await sealedTexts()).map((text) => text.split('.')[1]))];
  const reach = (path: string) => new Client(app.url, token).get(path);
  const isConnected = async () =>
    (await new Client(app.url, token).post('/api/user/connection/check')).body.facebook.status;

  let token: string | undefined;
  let link: string;
  let kept: number;
  let keyId: string | undefined;
  let email: string;
  let phone: Authenticator;

  it('seals with the only key', async () => {
    await startWith(FIRST);
    const user = await app.users.subscriber({ connected: true });
    token = user.token;
    const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')], { titles: ['A'] });
    link = `/storage/${body.videos[0].file_path}`;
    const mail = app.running.nest
      .get(Outbox)
      .keeping({ to: 'a@example.com', subject: 'S', text: 'T', html: 'H' });
    await app.running.nest.get(Database).atomically([mail]);
    email = user.user.email;
    phone = (await turnOn(user)).app;
    kept = (await sealedTexts()).length;
    expect(kept).toBeGreaterThanOrEqual(5);
    [keyId] = await keyIds();
  });

  it.each([[[SECOND, FIRST]], [[THIRD, SECOND]]])(
    'moves everything to the newest of the keys %#',
    async (keys) => {
      await startWith(...keys);
      const now = await keyIds();
      expect([now.length, (await sealedTexts()).length]).toEqual([1, kept]);
      expect(now[0]).not.toBe(keyId);
      keyId = now[0];
      expect(await isConnected()).toBe('connected');
      expect((await reach(link)).status).toBe(keys.includes(FIRST) ? 200 : 403);
      const { body } = await reach('/api/videos?page=1');
      expect((await reach(`/storage/${body.data[0].file_path}`)).status).toBe(200);
    },
  );

  it('needs no older key once it has started with the new one', async () => {
    await startWith(THIRD);
    expect([await keyIds(), await isConnected()]).toEqual([[keyId], 'connected']);
    const { body } = await app.client.post('/api/auth/login', { email, password: PASSWORD });
    const answer = { challenge: body.challenge, code: phone.code(30) };
    expect((await app.client.post('/api/auth/two-factor', answer)).status).toBe(200);
  });
});

import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { Outbox } from '../../../backend/ports/mail/outbox';
import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { mailsOf, type ReadMail } from '../../support/mails';

const CHOSEN = 'the chosen password';
const DAY_MS = 86_400_000;

eachDatabase((_name, makeConfig) => {
  let app: TestApp;
  let admin: Client;
  let count = 0;

  beforeAll(async () => {
    const config = await makeConfig();
    app = await startTestApp({
      env: {
        ...databaseEnv(config),
        REGISTRATION: 'closed',
      },
    });
    admin = await app.users.admin();
  });
  afterAll(() => app.end());
  afterEach(() => jest.restoreAllMocks());

  const fresh = () => `added${++count}-${Date.now()}@example.com`;
  const add = (email: unknown, name: unknown = 'Ada') => admin.post('/api/admin/users', { name, email });
  const login = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });
  const mailTo = async (email: string, nth = 1): Promise<ReadMail> =>
    (
      await eventually(
        async () => (await mailsOf(app.dir)).filter((mail) => mail.header('To') === email),
        (mails) => mails.length >= nth,
      )
    )[nth - 1]!;
  const tokenIn = ({ text }: ReadMail) => /\/reset-password#token=(\S+)/.exec(text)![1]!;
  const choose = (token: string) =>
    app.client.post('/api/auth/reset-password', { token, password: CHOSEN, password_confirmation: CHOSEN });

  const untilAllAreSent = () =>
    eventually(
      () => app.running.nest.get(Database).rows('SELECT id FROM mails'),
      (waiting) => waiting.length === 0,
    );

  it('lets an added user choose a password by the link in a mail', async () => {
    const email = fresh();
    const { status, body } = await add(` ${email.toUpperCase()}`, ' Ada ');
    expect([status, body]).toMatchObject([
      201,
      {
        id: expect.any(Number),
        name: 'Ada',
        email,
        is_admin: 0,
        can_use_shared_videos: 0,
        subscription: null,
      },
    ]);
    expect((await admin.get(`/api/admin/users/${body.id}`)).body).toEqual(body);
    const mail = await mailTo(email);
    expect(mail.header('Subject')).toBe('Your Pagecast account');
    expect((await choose(tokenIn(mail))).status).toBe(200);
    expect((await choose(tokenIn(mail))).status).toBe(422);
    const signedIn = await login(email, CHOSEN);
    expect([signedIn.status, signedIn.body.user.id]).toEqual([200, body.id]);
  });

  it('keeps the link of an added user for seven days', async () => {
    const emails = [fresh(), fresh()];
    const begun = Date.now();
    for (const email of emails) await add(email);
    const tokens = [];
    for (const email of emails) tokens.push(tokenIn(await mailTo(email)));
    // As old as the links; housekeeping could come by and delete it.
    await app.running.nest.get(Database).run('UPDATE sessions SET expires_at = expires_at + ?', [DAY_MS]);
    const clock = jest.spyOn(app.running.nest.get(Clock), 'now');
    clock.mockReturnValue(begun + 7 * DAY_MS - 1);
    expect((await choose(tokens[0]!)).status).toBe(200);
    clock.mockReturnValue(Date.now() + 7 * DAY_MS + 1);
    expect((await choose(tokens[1]!)).status).toBe(422);
  });

  it('sends a new link to an added user who asks before the first sign-in', async () => {
    const email = fresh();
    await add(email);
    await mailTo(email);
    await app.client.post('/api/auth/forgot-password', { email });
    const token = tokenIn(await mailTo(email, 2));
    expect((await choose(token)).status).toBe(200);
    expect((await choose(tokenIn(await mailTo(email)))).status).toBe(422);
  });

  it('refuses the sign-in of an added user without a password', async () => {
    const email = fresh();
    await add(email);
    for (const password of ['', ' ', 'null', 'undefined', 'Ada'])
      expect((await login(email, password)).status).toBe(401);
  });

  it('invites an added user by the next call where the first one broke off before the mail', async () => {
    const email = fresh();
    const outbox = jest.spyOn(app.running.nest.get(Outbox), 'keeping');
    outbox.mockImplementationOnce(() => {
      throw new Error('killed');
    });
    expect((await add(email)).status).toBe(500);
    outbox.mockRestore();
    const answers = await Promise.all([add(email), add(email)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await choose(tokenIn(await mailTo(email)))).status).toBe(200);
    expect((await add(email)).status).toBe(422);
  });

  it('adds a user once when an address is sent twice at once', async () => {
    const email = fresh();
    const answers = await Promise.all([add(email), add(email.toUpperCase())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { status, body } = await add(email);
    expect([status, body.errors]).toEqual([422, { email: ['This email address is already registered.'] }]);
  });

  it.each([
    [{}, ['email', 'name']],
    [{ name: 'A' }, ['email']],
    [{ name: '', email: 'a@b.de' }, ['name']],
    [{ name: 'A', email: '"a b"@c.de' }, ['email']],
    [{ name: ['A'], email: { a: 1 } }, ['email', 'name']],
  ])('refuses an added user without a name or an address: %j', async (person, fields) => {
    const { status, body } = await admin.post('/api/admin/users', person);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, fields]);
  });

  it('become no administrators by what is sent, and are added by administrators only', async () => {
    const email = fresh();
    const { body } = await admin.post('/api/admin/users', {
      name: 'A',
      email,
      is_admin: 1,
      password: CHOSEN,
    });
    expect(body.is_admin).toBe(0);
    expect((await login(email, CHOSEN)).status).toBe(401);
    await choose(tokenIn(await mailTo(email)));
    const user = await app.client.login(email, CHOSEN);
    expect((await user.post('/api/admin/users', { name: 'B', email: fresh() })).status).toBe(403);
  });

  it('hear at the old address when an administrator gives them another; old links end', async () => {
    const [old, email] = [fresh(), fresh()];
    const { body } = await add(old);
    const token = tokenIn(await mailTo(old));
    expect((await admin.put(`/api/admin/users/${body.id}`, { name: 'Grace' })).status).toBe(200);
    expect((await admin.put(`/api/admin/users/${body.id}`, { email })).body.email).toBe(email);
    const notice = await mailTo(old, 2);
    expect(notice.header('Subject')).toBe('The email address of your Pagecast account was changed');
    expect(notice.text).toContain('An administrator');
    expect((await choose(token)).status).toBe(422);
  });

  it('are invited at the right address once a mistyped one is corrected', async () => {
    const [mistyped, email] = [fresh(), fresh()];
    const { body } = await add(mistyped, 'Gracce');
    const first = tokenIn(await mailTo(mistyped));
    expect((await admin.put(`/api/admin/users/${body.id}`, { email, name: 'Grace' })).status).toBe(200);
    const mail = await mailTo(email);
    expect([mail.header('Subject'), mail.text]).toEqual([
      'Your Pagecast account',
      expect.stringContaining('Grace,'),
    ]);
    expect((await choose(first)).status).toBe(422);
    expect((await choose(tokenIn(mail))).status).toBe(200);
    expect((await login(email, CHOSEN)).status).toBe(200);
  });

  it('are not invited again once they have chosen a password, even with a link to reset it', async () => {
    const [old, email] = [fresh(), fresh()];
    const { body } = await add(old);
    expect((await choose(tokenIn(await mailTo(old)))).status).toBe(200);
    await app.client.post('/api/auth/forgot-password', { email: old });
    await eventually(
      async () => (await mailsOf(app.dir)).filter((mail) => mail.header('To') === old),
      (mails) => mails.some((mail) => mail.header('Subject') === 'Reset your Pagecast password'),
    );
    expect((await admin.put(`/api/admin/users/${body.id}`, { email })).status).toBe(200);
    await untilAllAreSent();
    expect((await mailsOf(app.dir)).filter((mail) => mail.header('To') === email)).toEqual([]);
  });

  it('get their new address also when no more links may be sent within the hour', async () => {
    const emails = [fresh(), fresh(), fresh(), fresh()];
    const { body } = await add(emails[0]);
    for (const email of emails.slice(1))
      expect((await admin.put(`/api/admin/users/${body.id}`, { email })).body.email).toBe(email);
    await untilAllAreSent();
    // The mails that tell the old addresses of the change are sent at the same time.
    const invitations = (await mailsOf(app.dir)).filter(
      (mail) => mail.header('Subject') === 'Your Pagecast account',
    );
    const byAddress = new Map(invitations.map((mail) => [mail.header('To'), mail]));
    expect(emails.map((email) => byAddress.has(email))).toEqual([true, true, true, false]);
    expect((await choose(tokenIn(byAddress.get(emails[2])!))).status).toBe(422);
  });
});

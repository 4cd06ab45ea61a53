import { databaseEnv, startTestApp, type TestApp } from '../../support/app';
import { Client, eventually } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { mailsOf, type ReadMail } from '../../support/mails';
import { AuthLimits } from '../../../backend/auth/auth-limits';

const PASSWORD = 'secret-enough';
const NEW = 'a new password';
const WRONG = { current_password: ['This is not your current password.'] };
const MISSING = { current_password: ['Enter your current password.'] };
const TAKEN = { email: ['This email address is already registered.'] };

let people = 0;
const fresh = () => `new${++people}-${Date.now()}@example.com`;

eachDatabase((_name, makeConfig) => {
  let app: TestApp;

  beforeAll(async () => {
    const config = await makeConfig();
    app = await startTestApp({
      env: databaseEnv(config),
    });
  });
  afterAll(() => app.end());
  beforeEach(() => {
    // Of the limits only that of wrong passwords is the subject here.
    const limits = app.running.nest.get(AuthLimits);
    jest.spyOn(limits, 'consume').mockResolvedValue();
    jest.spyOn(limits, 'look').mockResolvedValue();
  });
  afterEach(() => jest.restoreAllMocks());

  const login = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });
  const status = async (client: Client) => (await client.get('/api/user')).status;
  const mailsTo = async (email: string): Promise<ReadMail[]> =>
    (await mailsOf(app.dir)).filter((mail) => mail.header('To') === email);
  const mailsOnceThere = (email: string, count: number) =>
    eventually(
      () => mailsTo(email),
      (mails) => mails.length >= count,
    );
  const resetToken = async (email: string): Promise<string> => {
    await app.client.post('/api/auth/forgot-password', { email });
    return /#token=(\S+)/.exec((await mailsOnceThere(email, 1))[0]!.text)![1]!;
  };
  const useLink = (token: string) =>
    app.client.post('/api/auth/reset-password', { token, password: NEW, password_confirmation: NEW });
  const changePassword = (client: Client, current_password: unknown, password: unknown = NEW, more = {}) =>
    client.put('/api/user/password', {
      current_password,
      password,
      password_confirmation: password,
      ...more,
    });

  describe('a new email address', () => {
    it.each([
      [MISSING, undefined],
      [MISSING, null],
      [MISSING, ''],
      [MISSING, ['secret-enough']],
      [MISSING, { $ne: 1 }],
      [WRONG, 'not my password'],
      [WRONG, ' secret-enough'],
    ])('needs the current password: %j for %j', async (errors, current_password) => {
      const user = await app.client.register();
      const answer = await user.put('/api/user', { name: 'Eve', email: fresh(), current_password });
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
      expect((await user.get('/api/user')).body).toEqual(user.user);
    });

    it('tells the old one, ends other sessions and links, and keeps this session', async () => {
      const user = await app.client.register();
      const { email: old } = user.user;
      const phone = new Client(app.url, (await login(old, PASSWORD)).body.token);
      const token = await resetToken(old);
      const email = fresh();
      const answer = await user.put('/api/user', { email, current_password: PASSWORD });
      expect([answer.status, answer.body]).toEqual([200, { ...user.user, email }]);
      expect([await status(user), await status(phone)]).toEqual([200, 401]);
      expect((await useLink(token)).status).toBe(422);
      expect([(await login(old, PASSWORD)).status, (await login(email, PASSWORD)).status]).toEqual([
        401, 200,
      ]);
      const notice = (await mailsOnceThere(old, 2))[1]!;
      expect(notice.header('Subject')).toBe('The email address of your Pagecast account was changed');
      expect(notice.text).toContain(`${email[0]}…@example.com`);
      expect(notice.raw).not.toContain(email);
      expect(await mailsTo(email)).toEqual([]);
    });

    it('is none when it differs in case, blanks or composition only', async () => {
      const user = await app.client.register({ email: `zoë${fresh()}` });
      const { email } = user.user;
      const phone = new Client(app.url, (await login(email, PASSWORD)).body.token);
      for (const same of [email.toUpperCase(), `  ${email} `, email.normalize('NFD'), email]) {
        const answer = await user.put('/api/user', { email: same });
        expect([answer.status, answer.body.email]).toEqual([200, email]);
      }
      expect([await status(user), await status(phone)]).toEqual([200, 200]);
      expect(await mailsTo(email)).toEqual([]);
    });

    it('is refused when another user has it', async () => {
      const [user, other] = [await app.client.register(), await app.client.register()];
      const { email } = other.user;
      const answer = await user.put('/api/user', { name: 'Eve', email, current_password: PASSWORD });
      expect([answer.status, answer.body.errors]).toEqual([422, TAKEN]);
      expect((await user.get('/api/user')).body).toEqual(user.user);
      expect(await status(other)).toBe(200);
    });

    it('goes to one of two who ask for it at once', async () => {
      const both = [await app.client.register(), await app.client.register()];
      const email = fresh();
      const answers = await Promise.all(
        both.map((user) => user.put('/api/user', { email, current_password: PASSWORD })),
      );
      expect(answers.map((each) => each.status).sort()).toEqual([200, 422]);
      expect(answers.find((each) => each.status === 422)!.body.errors).toEqual(TAKEN);
    });

    it('goes to one of two when another registers it at the same moment', async () => {
      for (let round = 0; round < 3; round++) {
        const user = await app.client.register();
        const email = fresh();
        const answers = await Promise.all([
          user.put('/api/user', { email, current_password: PASSWORD }),
          app.client.post('/api/auth/register', {
            name: 'A',
            email,
            password: PASSWORD,
            password_confirmation: PASSWORD,
          }),
        ]);
        const won = answers.map((each) => each.status < 300);
        expect(won.filter(Boolean)).toHaveLength(1);
        expect(answers[won.indexOf(false)]!.body.errors).toEqual(TAKEN);
      }
    });

    it('is one of two that the same user asks for at once', async () => {
      const user = await app.client.register();
      const wanted = [fresh(), fresh()];
      const answers = await Promise.all(
        wanted.map((email) => user.put('/api/user', { email, current_password: PASSWORD })),
      );
      // One after the other, or one of them hears that it came too late.
      for (const each of answers) expect([200, 409]).toContain(each.status);
      expect(wanted).toContain((await user.get('/api/user')).body.email);
      expect(await status(user)).toBe(200);
    });

    it('is not the password', async () => {
      const email = fresh();
      const user = await app.client.register({
        password: email.toUpperCase(),
        password_confirmation: email.toUpperCase(),
      });
      const answer = await user.put('/api/user', { email, current_password: email.toUpperCase() });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email']]);
    });

    it.each([
      '"a b"@c.de',
      'nobody',
      '',
      null,
      7,
      ['a@b.de'],
      'a@b.de\r\nBcc: c@d.de',
      `${'a'.repeat(180)}@example.com`,
    ])('is refused when it cannot receive mail: %j', async (email) => {
      const user = await app.client.register();
      const answer = await user.put('/api/user', { email, current_password: PASSWORD });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email']]);
    });
  });

  describe('PUT /user with some of the fields', () => {
    it('keeps the others, and needs no password', async () => {
      const user = await app.client.register({ timezone: 'Asia/Tokyo' });
      const { body: named } = await user.put('/api/user', { name: ' Ada ' });
      expect(named).toEqual({ ...user.user, name: 'Ada' });
      const { body: moved } = await user.put('/api/user', { timezone: 'Europe/Berlin' });
      expect(moved).toEqual({ ...named, timezone: 'Europe/Berlin' });
      for (const nothing of [{}, undefined, { is_admin: 1 }]) {
        const answer = await user.put('/api/user', nothing);
        expect([answer.status, answer.body]).toEqual([200, moved]);
      }
    });

    it.each([{ name: '' }, { name: null }, { name: 7 }, { timezone: 'Mars/Olympus' }])(
      'refuses %j',
      async (change) => {
        const user = await app.client.register();
        const answer = await user.put('/api/user', change);
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, Object.keys(change)]);
      },
    );
  });

  describe('a new password', () => {
    it('takes the current one, tells the owner, ends other sessions and links, and keeps this session', async () => {
      const user = await app.client.register();
      const { email } = user.user;
      const phone = new Client(app.url, (await login(email, PASSWORD)).body.token);
      const token = await resetToken(email);
      const answer = await changePassword(user, PASSWORD);
      expect([answer.status, answer.body]).toEqual([200, user.user]);
      expect([await status(user), await status(phone)]).toEqual([200, 401]);
      expect((await useLink(token)).status).toBe(422);
      expect([(await login(email, PASSWORD)).status, (await login(email, NEW)).status]).toEqual([401, 200]);
      const notice = (await mailsOnceThere(email, 2))[1]!;
      expect(notice.header('Subject')).toBe('Your Pagecast password was changed');
      expect(notice.text).toContain('every other device was signed out');
    });

    it.each([
      [MISSING, undefined],
      [MISSING, 7],
      [WRONG, 'not my password'],
    ])('is refused with %j for %j', async (errors, current) => {
      const user = await app.client.register();
      const answer = await changePassword(user, current);
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
      expect((await login(user.user.email, PASSWORD)).status).toBe(200);
    });

    it('follows the rules', async () => {
      const user = await app.client.register();
      const { email } = user.user;
      const refused = async (password: unknown, more = {}) =>
        Object.keys((await changePassword(user, PASSWORD, password, more)).body.errors);
      for (const password of ['short', 'x'.repeat(129), 'Password1', email, email.toUpperCase(), 7, null])
        expect(await refused(password)).toContain('password');
      expect(await refused(NEW, { password_confirmation: 'another' })).toEqual(['password_confirmation']);
      const long = '🎬'.repeat(128);
      expect((await changePassword(user, PASSWORD, long)).status).toBe(200);
      expect((await login(email, long)).status).toBe(200);
    });

    it('is one of two that are set at once', async () => {
      const user = await app.client.register();
      const wanted = ['the first password', 'the second password'];
      const answers = await Promise.all(wanted.map((password) => changePassword(user, PASSWORD, password)));
      expect(answers.map((each) => each.status).sort()[0]).toBe(200);
      const good = await Promise.all(wanted.map((password) => login(user.user.email, password)));
      expect(good.map((each) => each.status).sort()).toEqual([200, 401]);
    });
  });

  describe('wrong current passwords', () => {
    const tries = async (user: Client, passwords: string[]) => {
      const ways = [
        (current_password: string) => user.put('/api/user', { email: fresh(), current_password }),
        (current_password: string) => changePassword(user, current_password),
      ];
      return Promise.all(passwords.map((password, n) => ways[n % 2]!(password)));
    };

    it('are limited to ten a minute over all calls; then the right one waits too', async () => {
      const user = await app.client.register();
      const answers = await tries(user, Array<string>(24).fill('a guess'));
      const statuses = answers.map((each) => each.status);
      expect(statuses.filter((each) => each === 422)).toHaveLength(10);
      expect(statuses.filter((each) => each === 429)).toHaveLength(14);
      const refused = answers.find((each) => each.status === 429)!;
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await changePassword(user, PASSWORD)).status).toBe(429);
      const other = await app.client.register();
      expect((await changePassword(other, PASSWORD)).status).toBe(200);
    });

    it('are counted without right and missing ones', async () => {
      const user = await app.client.register();
      const { email } = user.user;
      for (let n = 0; n < 12; n++) {
        expect((await changePassword(user, undefined)).body.errors).toEqual(MISSING);
        const refused = await changePassword(user, PASSWORD, email);
        expect(Object.keys(refused.body.errors)).toEqual(['password']);
      }
      expect((await changePassword(user, PASSWORD)).status).toBe(200);
    });
  });
});

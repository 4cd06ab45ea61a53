import { StorageAway } from '../../../backend/ports/storage/storage';
import { PostDeletion } from '../../../backend/publishing/posts/post-deletion';
import { databaseEnv, ADMIN } from '../../support/app';
import { Authenticator, PASSWORD } from '../../support/authenticator';
import { Client, eventually } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { mailsOf } from '../../support/mails';
import { useApp } from '../../support/app';
import { twoFactorUsers } from '../../support/two-factor-users';

jest.setTimeout(120_000);

const HALF_MINUTE = 30_000;
const MINUTE = 60_000;

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  const { person, login, challengeOf, answer, fresh, subjects } = twoFactorUsers(app);
  beforeAll(() => app.clock.stop());

  // No limit of a minute reaches over from the test before.
  beforeEach(() => {
    app.clock.forward(5 * MINUTE);
  });

  describe('signing in', () => {
    it('takes a challenge and a code', async () => {
      const { client, app: phone } = await person();
      const { status, body, headers } = await login(client);
      expect([status, body.error, typeof body.challenge, body.token]).toEqual([
        401,
        'two_factor_required',
        'string',
        undefined,
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      const signedIn = await answer(body.challenge, fresh(phone));
      expect(signedIn.status).toBe(200);
      expect(Object.keys(signedIn.body).sort()).toEqual(['token', 'user']);
      expect(signedIn.body.user).toMatchObject({ id: client.user.id, two_factor: 1 });
      expect((await new Client(app.url, signedIn.body.token).get('/api/user')).status).toBe(200);
      // A challenge works once.
      expect((await answer(body.challenge, fresh(phone))).status).toBe(401);
    });

    it('does not say whether a code is on to who has a wrong password', async () => {
      const { client } = await person();
      const { status, body } = await login(client, 'not the password');
      expect([status, body.error, body.challenge]).toEqual([401, 'invalid_credentials', undefined]);
    });

    it('takes a code with blanks, and the one before and after, but none that is 90 seconds off', async () => {
      const { client, app: phone } = await person();
      app.clock.forward(3 * MINUTE);
      const spaced = phone.code(-30).replace(/^.../, '$& ');
      expect((await answer(await challengeOf(client), spaced)).status).toBe(200);
      expect((await answer(await challengeOf(client), phone.code(30))).status).toBe(200);
      app.clock.forward(5 * MINUTE);
      const challenge = await challengeOf(client);
      for (const off of [-90, 90]) expect((await answer(challenge, phone.code(off))).status).toBe(422);
      expect((await answer(challenge, phone.code())).status).toBe(200);
    });

    it('takes no code twice, and each that nobody used, in any order', async () => {
      const { client, app: phone } = await person();
      app.clock.forward(3 * MINUTE);
      const codes = [30, 0, -30].map((seconds) => phone.code(seconds));
      for (const code of codes) expect((await answer(await challengeOf(client), code)).status).toBe(200);
      const challenge = await challengeOf(client);
      for (const code of codes) expect((await answer(challenge, code)).status).toBe(422);
    });

    it('takes none again when the clock is set back', async () => {
      const { client, app: phone } = await person();
      app.clock.forward(5 * MINUTE);
      const code = phone.code();
      expect((await answer(await challengeOf(client), code)).status).toBe(200);
      app.clock.forward(2 * MINUTE);
      expect((await answer(await challengeOf(client), phone.code())).status).toBe(200);
      app.clock.forward(-2 * MINUTE);
      expect((await answer(await challengeOf(client), code)).status).toBe(422);
    });

    it('opens one session for one code, over challenges and at the same moment', async () => {
      const { client, app: phone } = await person();
      const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(client)));
      const code = fresh(phone);
      const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 401, 422].includes(status))).toBe(true);
    });

    it('opens one session for one challenge, with a code of the app and a recovery code at the same moment', async () => {
      const { client, app: phone, recovery } = await person();
      const challenge = await challengeOf(client);
      const code = fresh(phone);
      const answers = await Promise.all(
        [code, recovery[0], recovery[1]].map((each) => answer(challenge, each)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('refuses a challenge after five wrong codes, after five minutes, and one that was made up', async () => {
      const { client, app: phone } = await person();
      const challenge = await challengeOf(client);
      for (let n = 0; n < 5; n++) expect((await answer(challenge, phone.wrong())).status).toBe(422);
      expect((await answer(challenge, phone.code())).status).toBe(401);
      app.clock.forward(5 * MINUTE);
      const late = await challengeOf(client);
      app.clock.forward(5 * MINUTE + 1);
      expect((await answer(late, phone.code())).status).toBe(401);
      expect((await answer('A'.repeat(43), phone.code())).status).toBe(401);
    });

    it('gives no more than five tries to who sends them at once', async () => {
      const { client, app: phone } = await person();
      const challenge = await challengeOf(client);
      const answers = await Promise.all(Array.from({ length: 9 }, () => answer(challenge, phone.wrong())));
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
      expect((await answer(challenge, phone.code())).status).not.toBe(200);
    });

    it('counts wrong codes as wrong logins of the account, over challenges', async () => {
      const { client, app: phone } = await person();
      const seen: number[] = [];
      for (let n = 0; n < 4 && !seen.includes(429); n++) {
        const started = await login(client);
        if (started.status === 429) seen.push(429);
        else
          for (let t = 0; t < 4; t++) seen.push((await answer(started.body.challenge, phone.wrong())).status);
      }
      expect(seen.filter((status) => status === 422).length).toBeLessThanOrEqual(10);
      expect(seen).toContain(429);
      app.clock.forward(MINUTE + 1);
      expect((await answer(await challengeOf(client), fresh(phone))).status).toBe(200);
    });

    it("does not take another user's challenge or code", async () => {
      const [ada, bob] = [await person(), await person()];
      const challenge = await challengeOf(ada.client);
      app.clock.forward(HALF_MINUTE);
      expect((await answer(challenge, bob.app.code())).status).toBe(422);
      expect((await answer(challenge, bob.recovery[0])).status).toBe(422);
      const { status, body } = await answer(challenge, ada.app.code());
      expect([status, body.user.id]).toEqual([200, ada.client.user.id]);
    });

    it.each([
      [undefined],
      [null],
      [123456],
      [['123456']],
      [{ code: '123456' }],
      [''],
      ['x'.repeat(65)],
      ['1'.repeat(60_000)],
      ["' OR 1=1 --"],
    ])('refuses the code %j', async (code) => {
      const { client } = await person();
      const { status, body } = await answer(await challengeOf(client), code);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['code']]);
    });
  });

  describe('a recovery code', () => {
    it('works once, in any case and without its hyphens, and its owner is told', async () => {
      const { client, recovery } = await person();
      const [first, second] = recovery as [string, string];
      const typed = first.replaceAll('-', ' ').toUpperCase();
      expect((await answer(await challengeOf(client), typed)).status).toBe(200);
      expect((await answer(await challengeOf(client), first)).status).toBe(422);
      expect((await answer(await challengeOf(client), second)).status).toBe(200);
      await eventually(
        () => subjects(client),
        (found) => found.filter((subject) => subject === 'A recovery code was used').length === 2,
      );
    });

    it('opens one session, however often it is sent at the same moment', async () => {
      const { client, recovery } = await person();
      const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(client)));
      const answers = await Promise.all(challenges.map((challenge) => answer(challenge, recovery[0])));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });

  describe('meanwhile', () => {
    it('stays on after a password reset, which ends sign-ins that wait for their code', async () => {
      const { client, app: phone } = await person();
      const challenge = await challengeOf(client);
      await app.client.post('/api/auth/forgot-password', { email: client.user.email });
      const mails = await eventually(
        () => mailsOf(app.dir),
        (found) => found.some((mail) => mail.header('To') === client.user.email && /#token=/.test(mail.text)),
      );
      const link = mails.find(
        (mail) => mail.header('To') === client.user.email && /#token=/.test(mail.text),
      )!;
      const token = /#token=(\S+)/.exec(link.text)![1];
      const password = 'another good one';
      const reset = { token, password, password_confirmation: password };
      expect((await app.client.post('/api/auth/reset-password', reset)).status).toBe(200);
      expect((await answer(challenge, fresh(phone))).status).toBe(401);
      const { status, body } = await login(client, password);
      expect([status, body.error]).toEqual([401, 'two_factor_required']);
      expect((await answer(body.challenge, fresh(phone))).status).toBe(200);
    });

    it('ends sign-ins that wait for their code when the password changes', async () => {
      const { client, app: phone } = await person();
      const challenge = await challengeOf(client);
      const password = 'another good one';
      const change = { current_password: PASSWORD, password, password_confirmation: password };
      expect((await client.put('/api/user/password', change)).status).toBe(200);
      expect((await answer(challenge, fresh(phone))).status).toBe(401);
    });

    it('opens no session for a user who is deleted', async () => {
      const admin = await app.client.login(ADMIN.email, ADMIN.password);
      const { client, app: phone } = await person();
      const challenge = await challengeOf(client);
      await admin.delete(`/api/admin/users/${client.user.id}`);
      expect((await answer(challenge, fresh(phone))).status).toBe(401);
    });

    it('opens no session for a user whose deletion broke off', async () => {
      const admin = await app.client.login(ADMIN.email, ADMIN.password);
      const { client, app: phone } = await person();
      const challenge = await challengeOf(client);
      jest.spyOn(app.running.nest.get(PostDeletion), 'deleteAll').mockRejectedValueOnce(new StorageAway());
      expect((await admin.delete(`/api/admin/users/${client.user.id}`)).status).toBe(503);
      expect((await answer(challenge, fresh(phone))).status).toBe(401);
    });

    it('opens no session by the password alone, however a sign-in and turning it on meet', async () => {
      for (let round = 0; round < 6; round++) {
        const client = await app.client.register();
        const { body } = await client.post('/api/user/two-factor', { password: PASSWORD });
        const code = new Authenticator(body.secret, app.clock.now).code();
        const logins = [login(client), login(client)];
        const confirmed = client.post('/api/user/two-factor/confirm', { code });
        logins.push(login(client), login(client));
        expect((await confirmed).status).toBe(200);
        for (const { status, body: refusal } of await Promise.all(logins))
          expect([200, 401]).toContain(
            status === 401 && refusal.error === 'invalid_credentials' ? 0 : status,
          );
        expect((await login(client)).body.error).toBe('two_factor_required');
        app.clock.forward(MINUTE);
      }
    });
  });
});

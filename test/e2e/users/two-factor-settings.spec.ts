import { Database } from '../../../backend/database/database';
import { databaseEnv, ADMIN } from '../../support/app';
import { Authenticator, PASSWORD, turnOn } from '../../support/authenticator';
import { Client, eventually, type Answer } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { mailsOf } from '../../support/mails';
import { useApp } from '../../support/app';
import { twoFactorUsers } from '../../support/two-factor-users';

jest.setTimeout(120_000);
const MINUTE = 60_000;

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: databaseEnv(await makeConfig()) }));
  const { person, login, challengeOf, answer, fresh, subjects } = twoFactorUsers(app);
  beforeAll(() => app.clock.stop());

  // No limit of a minute reaches over from the test before.
  beforeEach(() => {
    app.clock.forward(5 * MINUTE);
  });

  const db = () => app.running.nest.get(Database);
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

  describe('turning it on', () => {
    it('takes the password, then a code, and shows ten recovery codes once', async () => {
      const client = await app.client.register();
      expect(client.user.two_factor).toBe(0);
      const { status, body } = await client.post('/api/user/two-factor', { password: PASSWORD });
      expect([status, Object.keys(body)]).toEqual([201, ['secret', 'uri']]);
      expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
      const uri = new URL(body.uri);
      expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
      expect(decodeURIComponent(uri.pathname)).toBe(`/Pagecast:${client.user.email}`);
      expect(Object.fromEntries(uri.searchParams)).toMatchObject({
        secret: body.secret,
        issuer: 'Pagecast',
        digits: '6',
        period: '30',
      });
      // Nothing has changed so far.
      expect((await login(client)).status).toBe(200);

      const phone = new Authenticator(body.secret, app.clock.now);
      const wrong = await client.post('/api/user/two-factor/confirm', { code: phone.wrong() });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']]);
      const { body: confirmed } = await client.post('/api/user/two-factor/confirm', { code: phone.code() });
      expect(Object.keys(confirmed)).toEqual(['recovery_codes']);
      expect(new Set(confirmed.recovery_codes).size).toBe(10);
      expect((await client.get('/api/user')).body.two_factor).toBe(1);
      await eventually(
        () => subjects(client),
        (found) => found.includes('Two-factor sign-in was turned on'),
      );

      // The code that confirmed is used up.
      const challenge = await challengeOf(client);
      expect((await answer(challenge, phone.code())).status).toBe(422);
      expect((await answer(challenge, fresh(phone))).status).toBe(200);
    });

    it('keeps neither the secret nor a recovery code in clear', async () => {
      const { app: phone, recovery, client } = await person();
      await challengeOf(client);
      const tables = ['users', 'recovery_codes', 'sign_in_challenges', 'activity', 'sessions'];
      const rows = await Promise.all(tables.map((table) => db().rows(`SELECT * FROM ${table}`)));
      const text = JSON.stringify(rows);
      expect(text).not.toContain(phone.secret);
      for (const code of recovery) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(code.replaceAll('-', ''));
      }
    });

    it.each([
      [{}, 'password'],
      [{ password: 'not the password' }, 'password'],
      [{ password: ['a'] }, 'password'],
      [{ password: 7 }, 'password'],
      [{ password: 'x'.repeat(2000) }, 'password'],
    ])('refuses %j', async (body, field) => {
      const { client } = { client: await app.client.register() };
      const { status, body: refusal } = await client.post('/api/user/two-factor', body);
      expect([status, Object.keys(refusal.errors)]).toEqual([422, [field]]);
    });

    it('is a conflict while it is on, and before a secret was asked for', async () => {
      const { client } = await person();
      expect((await client.post('/api/user/two-factor', { password: PASSWORD })).status).toBe(409);
      expect((await client.post('/api/user/two-factor/confirm', { code: '123456' })).status).toBe(409);
      const other = await app.client.register();
      expect((await other.post('/api/user/two-factor/confirm', { code: '123456' })).status).toBe(409);
      expect((await app.client.post('/api/user/two-factor', { password: PASSWORD })).status).toBe(401);
    });

    it('confirms once, however often it is asked at the same moment', async () => {
      const client = await app.client.register();
      const { body } = await client.post('/api/user/two-factor', { password: PASSWORD });
      const code = new Authenticator(body.secret, app.clock.now).code();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => client.post('/api/user/two-factor/confirm', { code })),
      );
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
      const rows = await db().rows('SELECT * FROM recovery_codes WHERE user_id = ?', [client.user.id]);
      expect(rows).toHaveLength(10);
      const { recovery_codes } = answers.find(({ status }) => status === 200)!.body;
      expect((await answer(await challengeOf(client), recovery_codes[0])).status).toBe(200);
    });

    it('takes the newest secret only', async () => {
      const client = await app.client.register();
      const first = (await client.post('/api/user/two-factor', { password: PASSWORD })).body;
      await client.post('/api/user/two-factor', { password: PASSWORD });
      const code = new Authenticator(first.secret, app.clock.now).code();
      expect((await client.post('/api/user/two-factor/confirm', { code })).status).toBe(422);
    });
  });

  describe('turning it off', () => {
    const stop = (client: Client, body: unknown) => client.call('DELETE', '/api/user/two-factor', body);

    it('takes the password and a code', async () => {
      const { client, app: phone } = await person();
      const wrongPassword = await stop(client, { password: 'not the password', code: phone.code(30) });
      expect([wrongPassword.status, Object.keys(wrongPassword.body.errors)]).toEqual([422, ['password']]);
      const wrongCode = await stop(client, { password: PASSWORD, code: phone.wrong() });
      expect([wrongCode.status, Object.keys(wrongCode.body.errors)]).toEqual([422, ['code']]);
      // The one that confirmed it.
      expect((await stop(client, { password: PASSWORD, code: phone.code() })).status).toBe(422);
      const { status, body } = await stop(client, { password: PASSWORD, code: phone.code(30) });
      expect([status, body.two_factor]).toEqual([200, 0]);
      expect((await login(client)).status).toBe(200);
      expect((await stop(client, { password: PASSWORD, code: phone.code() })).status).toBe(409);
      expect(await db().rows('SELECT * FROM recovery_codes WHERE user_id = ?', [client.user.id])).toEqual([]);
      await eventually(
        () => subjects(client),
        (found) => found.includes('Two-factor sign-in was turned off'),
      );
    });

    it('takes a recovery code too, and can be turned on again', async () => {
      const { client, recovery } = await person();
      expect((await stop(client, { password: PASSWORD, code: recovery[3] })).status).toBe(200);
      const again = await turnOn(client, app.clock.now);
      expect((await answer(await challengeOf(client), recovery[4])).status).toBe(422);
      expect((await answer(await challengeOf(client), again.recovery[4])).status).toBe(200);
    });

    it('ends sign-ins that wait for their code', async () => {
      const { client, app: phone, recovery } = await person();
      const challenge = await challengeOf(client);
      await stop(client, { password: PASSWORD, code: recovery[0] });
      expect((await answer(challenge, fresh(phone))).status).toBe(401);
    });

    it('is for administrators to do for others, who are told', async () => {
      const admin = await app.client.login(ADMIN.email, ADMIN.password);
      const { client, app: phone } = await person();
      const path = `/api/admin/users/${client.user.id}/two-factor`;
      const challenge = await challengeOf(client);
      expect((await client.delete(path)).status).toBe(403);
      expect((await admin.get(`/api/admin/users/${client.user.id}`)).body.two_factor).toBe(1);
      const { status, body } = await admin.delete(path);
      expect([status, body.id, body.two_factor]).toEqual([200, client.user.id, 0]);
      expect((await answer(challenge, fresh(phone))).status).toBe(401);
      expect((await login(client)).status).toBe(200);
      expect((await admin.delete(path)).status).toBe(409);
      expect((await admin.delete('/api/admin/users/999999/two-factor')).status).toBe(404);
      expect((await admin.delete(`/api/admin/users/${admin.user.id}/two-factor`)).status).toBe(409);
      await eventually(
        () => mailsOf(app.dir),
        (mails) => mails.some(({ text }) => text.includes('An administrator turned off two-factor sign-in')),
      );
    });
  });
});

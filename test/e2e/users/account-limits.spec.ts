import { Database } from '../../../backend/database/database';
import { databaseEnv, useApp } from '../../support/app';
import { Authenticator, PASSWORD } from '../../support/authenticator';
import type { Answer, Client } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { eventually } from '../../support/eventually';
import { mailsOf } from '../../support/mails';

jest.setTimeout(60_000);

const HOUR_MS = 3_600_000;

let people = 0;
const fresh = () => `told${++people}-${Date.now()}@example.com`;

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({
    env: { ...databaseEnv(await makeConfig()), TRUSTED_PROXIES: '127.0.0.1' },
  }));
  beforeAll(() => app.clock.stop());
  beforeEach(() => app.running.nest.get(Database).run('DELETE FROM limit_windows'));

  const passwordTo = (user: Client, password: string, current_password: string): Promise<Answer> =>
    user.put('/api/user/password', { current_password, password, password_confirmation: password });
  const emailTo = (user: Client, email: string, password = PASSWORD, address = '203.0.113.7') =>
    user.call('PUT', '/api/user', { email, current_password: password }, { 'x-forwarded-for': address });

  describe('changes of which the owner is told', () => {
    it('are twenty an hour and user, of password and address together, each with its mail', async () => {
      const user = await app.client.register();
      const own = [user.user.email];
      for (let n = 0; n < 10; n++) {
        own.push(fresh());
        expect((await emailTo(user, own.at(-1))).status).toBe(200);
        expect((await passwordTo(user, PASSWORD, PASSWORD)).status).toBe(200);
      }
      const refused = await passwordTo(user, PASSWORD, PASSWORD);
      expect([refused.status, refused.body.message]).toEqual([
        429,
        'Too many requests. Try again in 3600 seconds.',
      ]);
      expect(refused.headers.get('retry-after')).toBe('3600');
      expect((await emailTo(user, fresh())).status).toBe(429);
      const told = async () =>
        (await mailsOf(app.dir)).filter((mail) => own.includes(mail.header('To') ?? '')).length;
      expect(await eventually(told, (count) => count >= 20)).toBe(20);
      const other = await app.client.register();
      expect((await passwordTo(other, PASSWORD, PASSWORD)).status).toBe(200);
      app.clock.forward(HOUR_MS);
      expect((await emailTo(user, fresh())).status).toBe(200);
    });

    it('are two hundred an hour and client address', async () => {
      const users = await Promise.all(Array.from({ length: 11 }, () => app.client.register()));
      const statuses: number[] = [];
      for (const user of users)
        for (let n = 0; n < 20; n++) statuses.push((await emailTo(user, fresh())).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(200);
      expect(statuses.slice(200)).toEqual(Array(20).fill(429));
      expect((await emailTo(users[10]!, fresh(), PASSWORD, '203.0.113.8')).status).toBe(200);
    });

    it('do not count when they are refused, and never stop a change of the name', async () => {
      const [user, other] = [await app.client.register(), await app.client.register()];
      for (let n = 0; n < 12; n++) {
        expect((await emailTo(user, other.user.email)).status).toBe(422);
        expect((await passwordTo(user, 'Password1', PASSWORD)).status).toBe(422);
      }
      for (let n = 0; n < 20; n++) expect((await emailTo(user, fresh())).status).toBe(200);
      expect((await user.put('/api/user', { name: 'Ada' })).status).toBe(200);
    });

    it('include turning on two-factor sign-in', async () => {
      const user = await app.client.register();
      const turnOn = async () => {
        const { body } = await user.post('/api/user/two-factor', { password: PASSWORD });
        const phone = new Authenticator(body.secret, app.clock.now);
        const confirmed = await user.post('/api/user/two-factor/confirm', { code: phone.code() });
        const [code] = confirmed.body.recovery_codes ?? [];
        if (code)
          expect(
            (await user.call('DELETE', '/api/user/two-factor', { password: PASSWORD, code })).status,
          ).toBe(200);
        return confirmed.status;
      };
      for (let n = 0; n < 20; n++) expect(await turnOn()).toBe(200);
      expect(await turnOn()).toBe(429);
    });
  });
});

import type { TestApp } from './app';
import { PASSWORD, turnOn, type Authenticator } from './authenticator';
import type { Client } from './client';
import { mailsOf } from './mails';

const HALF_MINUTE_MS = 30_000;

/** Users of an app who sign in with two factors, by the app's clock. */
export function twoFactorUsers(app: TestApp) {
  const person = async () => {
    const client = await app.client.register();
    return { client, ...(await turnOn(client, app.clock.now)) };
  };
  const login = ({ user }: Client, password = PASSWORD, headers = {}) =>
    app.client.call('POST', '/api/auth/login', { email: user.email, password }, headers);
  const challengeOf = async (client: Client): Promise<string> => (await login(client)).body.challenge;
  const answer = (challenge: string, code: unknown, headers = {}) =>
    app.client.call('POST', '/api/auth/two-factor', { challenge, code }, headers);
  /** The next code: no code works twice. */
  const fresh = (phone: Authenticator): string => {
    app.clock.forward(HALF_MINUTE_MS);
    return phone.code();
  };
  /** Of the mails to this user. */
  const subjects = async (client: Client) =>
    (await mailsOf(app.dir))
      .filter((mail) => mail.header('To') === client.user.email)
      .map((mail) => mail.header('Subject'));
  return { person, login, challengeOf, answer, fresh, subjects };
}

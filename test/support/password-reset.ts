import { AuthLimits } from '../../backend/auth/auth-limits';
import type { TestApp } from './app';
import { eventually, type Client } from './client';
import { mailsOf, type ReadMail } from './mails';

export const RESET_SENT = { message: 'Password reset link sent to your email' };
export const NEW_PASSWORD = 'a new password';

let people = 0;

/** What is tried from one address in these tests would soon be too much. */
export function withoutAuthLimits(app: TestApp): void {
  const limits = app.running.nest.get(AuthLimits);
  jest.spyOn(limits, 'consume').mockResolvedValue();
  jest.spyOn(limits, 'look').mockResolvedValue();
}

/** The way from a forgotten password to a new one. */
export function passwordReset(app: TestApp) {
  const somebody = (more: Record<string, unknown> = {}): Promise<Client> =>
    app.client.register({ email: `reset${++people}@example.com`, ...more });

  const forgot = (email: unknown) => app.client.post('/api/auth/forgot-password', { email });
  const reset = (token: unknown, password: unknown = NEW_PASSWORD, more: Record<string, unknown> = {}) =>
    app.client.post('/api/auth/reset-password', {
      token,
      password,
      password_confirmation: password,
      ...more,
    });
  const login = (email: string, password: string) => app.client.post('/api/auth/login', { email, password });

  const mailsTo = async (email: string): Promise<ReadMail[]> =>
    (await mailsOf(app.dir)).filter((mail) => mail.header('To') === email);

  /** The n-th mail to this address. */
  async function mailTo(email: string, nth = 1): Promise<ReadMail> {
    const mails = await eventually(
      () => mailsTo(email),
      (found) => found.length >= nth,
    );
    return mails[nth - 1]!;
  }

  const tokenIn = ({ text }: ReadMail): string => /#token=(\S+)/.exec(text)?.[1] ?? '';

  async function newToken(email: string, nth = 1): Promise<string> {
    expect(await forgot(email)).toMatchObject({ status: 200, body: RESET_SENT });
    return tokenIn(await mailTo(email, nth));
  }

  return { somebody, forgot, reset, login, mailsTo, mailTo, tokenIn, newToken };
}

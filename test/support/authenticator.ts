import { TOTP } from 'otpauth';
import type { Client } from './client';

export const PASSWORD = 'secret-enough';

/** The app on somebody's phone. */
export class Authenticator {
  private readonly totp: TOTP;

  constructor(
    readonly secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.totp = new TOTP({ secret });
  }

  /** What it shows, or what it shows so many seconds from now. */
  code = (seconds = 0): string => this.totp.generate({ timestamp: this.now() + seconds * 1000 });

  /** Six digits that are none of those that are right about now. */
  wrong(): string {
    const right = [-60, -30, 0, 30, 60].map((seconds) => this.code(seconds));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (code) => !right.includes(code),
    )!;
  }
}

/** Turns on two factors for a user, as the screen does. */
export async function turnOn(
  client: Client,
  now: () => number = Date.now,
): Promise<{ app: Authenticator; recovery: string[] }> {
  const started = await client.post('/api/user/two-factor', { password: PASSWORD });
  if (started.status !== 201) throw new Error(`two factors: ${started.status} ${started.body.message}`);
  const app = new Authenticator(started.body.secret, now);
  const confirmed = await client.post('/api/user/two-factor/confirm', { code: app.code() });
  if (confirmed.status !== 200) throw new Error(`confirm: ${confirmed.status} ${confirmed.body.message}`);
  return { app, recovery: confirmed.body.recovery_codes };
}

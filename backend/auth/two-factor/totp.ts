import { timingSafeEqual } from 'node:crypto';

/** The values that authenticator apps assume (RFC 6238). */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;

/** Accepts the previous and the next code as well: clocks differ, and typing takes time. */
const WINDOW = [0, -1, 1];

/** Loaded on demand: most starts never need it. */
const load = () => import('otpauth');

export interface NewTotp {
  /** Base32, for typing into an app. */
  secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  uri: string;
}

export async function newTotp(account: string): Promise<NewTotp> {
  const { Secret } = await load();
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, uri: (await totpOf(secret, account)).toString() };
}

/** @returns the 30-second step of the code, counted since 1970; null if the code belongs to no step near `now`. */
export async function stepOf(secret: string, code: string, now: number): Promise<number | null> {
  const totp = await totpOf(secret);
  const current = Math.floor(now / 1000 / PERIOD_SECONDS);
  const given = Buffer.from(code);
  const isRight = (step: number) => {
    const right = Buffer.from(totp.generate({ timestamp: step * PERIOD_SECONDS * 1000 }));
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return WINDOW.map((offset) => current + offset).find(isRight) ?? null;
}

async function totpOf(secret: string, label = '') {
  const { TOTP } = await load();
  return new TOTP({ issuer: 'Pagecast', label, secret, digits: DIGITS, period: PERIOD_SECONDS });
}

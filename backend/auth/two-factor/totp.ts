import { timingSafeEqual } from 'node:crypto';

/** What authenticator apps take for granted (RFC 6238). */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;

/** Clocks differ, and typing takes time: the code before and the one after are right as well. */
const WINDOW = [0, -1, 1];

/** Most starts never need it. */
const load = () => import('otpauth');

export interface NewTotp {
  /** Base32, as apps take it by hand. */
  secret: string;
  /** `otpauth://totp/…`, as apps take it from a QR code. */
  uri: string;
}

export async function newTotp(account: string): Promise<NewTotp> {
  const { Secret } = await load();
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, uri: (await totpOf(secret, account)).toString() };
}

/** @returns the 30 seconds that the code belongs to, counted since 1970; null when it belongs to none that is near. */
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

import { createHash, randomInt } from 'node:crypto';

/** Without 0, 1, 8 and 9, which look like letters. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 16;
const AT_ONCE = 10;

/** The code that a user entered: six digits of an app, a recovery code, or neither. */
export type GivenCode = { kind: 'totp' | 'recovery'; code: string } | { kind: 'neither' };

/** Ignores blanks, hyphens and case. */
export function readCode(typed: string): GivenCode {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase();
  if (/^[0-9]{6}$/.test(code)) return { kind: 'totp', code };
  if (/^[a-z2-7]{16}$/.test(code)) return { kind: 'recovery', code };
  return { kind: 'neither' };
}

/** `abcd-efgh-ijkl-mnop`: 80 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: AT_ONCE }, newRecoveryCode);

function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** @param code as `readCode` reads it */
export const hashOfRecoveryCode = (userId: number, code: string): string =>
  createHash('sha256').update(`${userId}:${code}`).digest('hex');

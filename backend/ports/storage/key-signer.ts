import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../config/secrets';

/** Signs storage keys until an instant, for one purpose. */
export class KeySigner {
  /** The newest key signs. All keys verify, so that addresses outlive a change of the key. */
  private readonly keys: [Buffer, ...Buffer[]];

  constructor(secrets: Secrets, purpose: string) {
    const [newest, ...older] = secrets.encryption.map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
    );
    if (!newest) throw new Error('There is no encryption key.');
    this.keys = [newest, ...older];
  }

  /** @returns `expires` (Unix seconds) and `signature` as a query. */
  sign(key: string, untilMs: number): string {
    const expires = String(Math.floor(untilMs / 1000));
    return `expires=${expires}&signature=${signatureOf(this.keys[0], key, expires)}`;
  }

  /** @returns the end of the address in ms; undefined if the signature is not ours. */
  endOf(key: string, expires: unknown, signature: unknown): number | undefined {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return undefined;
    const given = Buffer.from(signature);
    const isOurs = this.keys.some((secret) => {
      const right = Buffer.from(signatureOf(secret, key, expires));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return isOurs ? Number(expires) * 1000 : undefined;
  }
}

const signatureOf = (secret: Buffer, key: string, expires: string): string =>
  createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url');

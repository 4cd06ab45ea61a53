import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../../common/bounded-map';
import { Clock } from '../../common/clock';
import { Secrets } from '../../config/secrets';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 12 * HOUR_MS;

/** Links kept in memory, some 300 bytes each. A list signs thirty of them, the same ones each time. */
const MOST_KEPT = 25_000;

/**
 * Signs `file_path` on the wire: the key with an expiry and a signature. A link is valid for 1 to 13 hours and keeps
 * its text for twelve, so that browsers cache what they show.
 */
@Injectable()
export class MediaLinks {
  /** The newest key signs. All keys verify, so that links in browsers outlive a change of the key. */
  private readonly keys: [Buffer, ...Buffer[]];
  private readonly signed = new BoundedMap<string, string>(MOST_KEPT);
  private signedUntil = 0;

  constructor(
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    const [newest, ...older] = secrets.encryption.map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'pagecast media links', 32)),
    );
    if (!newest) throw new Error('There is no encryption key.');
    this.keys = [newest, ...older];
  }

  sign(key: string): string {
    const until = Math.ceil((this.clock.now() + HOUR_MS) / WINDOW_MS) * WINDOW_MS;
    if (until !== this.signedUntil) {
      this.signed.clear();
      this.signedUntil = until;
    }
    const known = this.signed.get(key);
    if (known !== undefined) return known;
    const expires = String(until / 1000);
    const link = `${key}?expires=${expires}&signature=${signatureOf(this.keys[0], key, expires)}`;
    this.signed.set(key, link);
    return link;
  }

  isValid(key: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    if (Number(expires) * 1000 <= this.clock.now()) return false;
    const given = Buffer.from(signature);
    return this.keys.some((secret) => {
      const right = Buffer.from(signatureOf(secret, key, expires));
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }
}

const signatureOf = (secret: Buffer, key: string, expires: string): string =>
  createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url');

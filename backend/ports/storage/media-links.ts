import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../../common/bounded-map';
import { Clock } from '../../common/clock';
import { Secrets } from '../../config/secrets';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 12 * HOUR_MS;

/** A list signs thirty links, the same ones each time; some 300 bytes each. */
const MOST_KEPT = 25_000;

/**
 * `file_path` on the wire: the key with an expiry and a signature. Valid for 1 to 13 hours, and the same text for
 * twelve, so that browsers cache what they show.
 */
@Injectable()
export class MediaLinks {
  private readonly key: Buffer;
  private readonly signed = new BoundedMap<string, string>(MOST_KEPT);
  private signedUntil = 0;

  constructor(
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secrets.encryption, '', 'pagecast media links', 32));
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
    const link = `${key}?expires=${expires}&signature=${this.signature(key, expires)}`;
    this.signed.set(key, link);
    return link;
  }

  isValid(key: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    const given = Buffer.from(signature);
    const right = Buffer.from(this.signature(key, expires));
    return (
      given.length === right.length &&
      timingSafeEqual(given, right) &&
      Number(expires) * 1000 > this.clock.now()
    );
  }

  private signature(key: string, expires: string): string {
    return createHmac('sha256', this.key).update(`${key}\n${expires}`).digest('base64url');
  }
}

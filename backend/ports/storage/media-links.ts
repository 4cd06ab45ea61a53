import { Inject, Injectable } from '@nestjs/common';
import { BoundedMap } from '../../common/limits/bounded-map';
import { Clock } from '../../common/time/clock';
import { DatabaseTime } from '../../database/database-time';
import { Secrets } from '../../config/secrets';
import { KeySigner } from './key-signer';

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
  private readonly signer: KeySigner;
  private readonly signed = new BoundedMap<string, string>(MOST_KEPT);
  private signedUntil = 0;

  constructor(
    secrets: Secrets,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    this.signer = new KeySigner(secrets, 'pagecast media links');
  }

  sign(key: string): string {
    const until = Math.ceil((this.clock.now() + HOUR_MS) / WINDOW_MS) * WINDOW_MS;
    if (until !== this.signedUntil) {
      this.signed.clear();
      this.signedUntil = until;
    }
    const known = this.signed.get(key);
    if (known !== undefined) return known;
    const link = `${key}?${this.signer.sign(key, until)}`;
    this.signed.set(key, link);
    return link;
  }

  /** For how many milliseconds a link is valid; 0 for one that is over or was made up. */
  lastsMs(key: string, expires: unknown, signature: unknown): number {
    const end = this.signer.endOf(key, expires, signature);
    return end === undefined ? 0 : Math.max(0, end - this.clock.now());
  }
}

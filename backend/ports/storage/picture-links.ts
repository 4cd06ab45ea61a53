import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { DatabaseTime } from '../../database/database-time';
import { Config } from '../../config/config';
import { isPublicOrigin } from '../../config/public-origin';
import { Secrets } from '../../config/secrets';
import { isKey } from './media-key';
import { KeySigner } from './key-signer';

const HOUR_MS = 3_600_000;

/**
 * Addresses from which a network fetches a picture, for an hour: some take pictures in no other way. The signature is in
 * the query, which is not logged.
 */
@Injectable()
export class PictureLinks {
  private readonly signer: KeySigner;
  private readonly origin: string | undefined;

  constructor(
    { http }: Config,
    secrets: Secrets,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    this.signer = new KeySigner(secrets, 'pagecast picture links');
    this.origin = isPublicOrigin(http.publicUrl) ? http.publicUrl : undefined;
  }

  /** @returns undefined when nobody outside could fetch it. */
  sign(key: string): string | undefined {
    if (this.origin === undefined) return undefined;
    return `${this.origin}/pictures/${key}?${this.signer.sign(key, this.clock.now() + HOUR_MS)}`;
  }

  isValid(key: string, expires: unknown, signature: unknown): boolean {
    const end = isKey(key) ? this.signer.endOf(key, expires, signature) : undefined;
    return end !== undefined && end > this.clock.now();
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from './secrets';

const VERSION = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps network tokens unreadable in the database: AES-256-GCM, bound to the place they belong to. */
@Injectable()
export class Sealer {
  constructor(private readonly secrets: Secrets) {}

  /** `place` names the row and field; what is sealed for one place does not open at another. */
  seal(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.secrets.encryption, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @returns null when the key is another one or the text was changed: then the user has to connect again. */
  open(sealed: string, place: string): string | null {
    if (!sealed.startsWith(VERSION)) return null;
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.secrets.encryption, bytes.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      return null;
    }
  }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from './secrets';

/** Prefix of texts from before keys had ids: any key may have sealed them. */
const WITHOUT_ID = 'v1.';
const WITH_ID = 'v2.';
const NAMED_KEY = /^v2\.([0-9a-f]{12})\./;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Encrypts secrets for the database with AES-256-GCM, bound to their context. A sealed text is `v2.<id of the key>.<iv,
 * tag and ciphertext>`. The newest key seals; all keys open.
 */
@Injectable()
export class SecretCipher {
  private readonly keys: Key[];
  private readonly newest: Key;

  constructor(secrets: Secrets) {
    this.keys = secrets.encryption.map((bytes) => ({ id: keyIdOf(bytes), bytes }));
    const [newest] = this.keys;
    if (!newest) throw new Error('There is no encryption key.');
    this.newest = newest;
  }

  /** Id of the key that seals. */
  get keyId(): string {
    return this.newest.id;
  }

  /** Prefix of every text that the newest key seals. */
  get mark(): string {
    return `${WITH_ID}${this.newest.id}.`;
  }

  /** `context` names the row and field; a text sealed in one context does not open in another. */
  encrypt(text: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.newest.bytes, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return this.mark + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @returns null if no key fits or the text was changed: then the user has to reconnect. */
  decrypt(sealed: string, context: string): string | null {
    const payload = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url');
    for (const key of this.keysFor(sealed)) {
      const text = openWith(key.bytes, payload, context);
      if (text !== null) return text;
    }
    return null;
  }

  /** Whether the text names a key that this process was not started with: another process may open it. */
  lacksKeyOf(sealed: string): boolean {
    const [, id] = NAMED_KEY.exec(sealed) ?? [];
    return id !== undefined && !this.keys.some((key) => key.id === id);
  }

  private keysFor(sealed: string): Key[] {
    if (sealed.startsWith(WITHOUT_ID)) return this.keys;
    return this.keys.filter(({ id }) => sealed.startsWith(`${WITH_ID}${id}.`));
  }
}

/** Identifies a key without revealing any of it. */
export const keyIdOf = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'pagecast key id', 6)).toString('hex');

function openWith(key: Buffer, payload: Buffer, context: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, payload.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(context)).setAuthTag(payload.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return (
      decipher.update(payload.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return null;
  }
}

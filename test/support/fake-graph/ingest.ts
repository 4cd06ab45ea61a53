import { createHash } from 'node:crypto';

/** The bytes of one video as they came: counted and hashed, never kept. */
export class Ingest {
  size: number | null = null;
  received = 0;
  sha256 = '';
  /** How many bytes were here when somebody last asked; nobody did: -1. */
  told = -1;
  /** The call that may write: a later call at the right offset takes over from a stalled one. */
  writer = 0;
  #hash = createHash('sha256');

  /** Whether these were the last bytes. */
  absorb(bytes: Buffer): boolean {
    this.#hash.update(bytes);
    this.received += bytes.length;
    if (this.complete) this.sha256 = this.#hash.copy().digest('hex');
    return this.complete;
  }

  get complete(): boolean {
    return this.size !== null && this.received >= this.size;
  }
}

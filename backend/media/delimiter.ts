/** Looked at closely before a chunk is taken for one that is made to be looked at, and searched in the plain way. */
const MOST_SUSPECTS = 64;

/** Shorter ones leave so little to skip that a plain search is faster. */
const SHORTEST_TO_SKIP = 16;

const PAIRS = 65_536;

/**
 * Finds the delimiter of a multipart body (RFC 2046, 5.1.1) in the middle of a film at twice the rate of
 * `Buffer.includes`: it looks at one pair of neighbouring bytes in as many as the delimiter is long. Wherever that
 * lies, one of its own pairs is among those looked at; and no step waits for the one before.
 */
export class Delimiter {
  private readonly isPair?: Uint8Array;

  constructor(readonly bytes: Buffer) {
    if (bytes.length < SHORTEST_TO_SKIP) return;
    this.isPair = new Uint8Array(PAIRS);
    for (let n = 0; n + 1 < bytes.length; n++) this.isPair[bytes.readUInt16LE(n)] = 1;
  }

  isIn(chunk: Buffer): boolean {
    const { bytes, isPair } = this;
    if (!isPair) return chunk.includes(bytes);
    const stride = bytes.length - 1;
    let suspects = 0;
    for (let at = 0; at + 1 < chunk.length; at += stride) {
      if (isPair[(chunk[at] as number) | ((chunk[at + 1] as number) << 8)] === 0) continue;
      if (++suspects > MOST_SUSPECTS) return chunk.includes(bytes, Math.max(0, at - stride));
      if (chunk.subarray(Math.max(0, at - stride), at + bytes.length).includes(bytes)) return true;
    }
    return false;
  }
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const END_BYTES = 256 * 1024;

/**
 * Equal for files of the same size with the same first and last 256 KiB: 64 hex digits. Cheap however long the film
 * is.
 */
export async function fingerprintOf(path: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256').update(`${sizeBytes}:`);
  const file = await open(path);
  try {
    const length = Math.min(END_BYTES, sizeBytes);
    const end = Buffer.alloc(length);
    for (const position of [0, sizeBytes - length]) {
      const { bytesRead } = await file.read(end, 0, length, position);
      hash.update(end.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extensionOf, newKey } from './media-key';
import type { Storage } from './storage';

/**
 * Stores a stored file once more, under a key of its own. Durable when it resolves; takes a bounded amount of memory.
 * `kept` receives the key before anything is stored under it, so that a failure can be undone. The storage is prepared.
 * @throws MediaMissing, StorageAway
 */
export async function copyStored(
  storage: Pick<Storage, 'incomingDir' | 'open' | 'put'>,
  key: string,
  kept: string[],
): Promise<string> {
  const path = join(storage.incomingDir, randomUUID());
  // Before the copy's file is opened: nothing would close that one if there is nothing to copy.
  const original = await storage.open(key);
  try {
    await pipeline(original, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    const copy = newKey(extensionOf(key));
    kept.push(copy);
    await storage.put(path, copy);
    return copy;
  } finally {
    // Still there only if it was not stored.
    await unlink(path).catch(() => undefined);
  }
}

import { isKey } from '../media-key';
import type { Removed } from '../storage';
import type { Bucket } from './bucket';
import { copyObject } from './copy-object';

export const TRASH = 'trash/';
const DAY_MS = 86_400_000;

interface Discarded {
  name: string;
  /** The day on which it was discarded: `2026-11-22`. */
  day: string;
  key: string;
  sizeBytes: number;
}

/** What a name says, if it is one of a discarded file. */
export function inTrash(name: string): { day: string; key: string } | undefined {
  const [, day = '', key = ''] = /^trash\/(\d{4}-\d{2}-\d{2})\/([^/]+)$/.exec(name) ?? [];
  return isKey(key) ? { day, key } : undefined;
}

/** Discarded files, `trash/<day>/<key>`. A bucket moves nothing: each move is a copy and a deletion. */
export class BucketTrash {
  constructor(
    private readonly bucket: Bucket,
    /** Where a file is stored. */
    private readonly nameOf: (key: string) => string,
  ) {}

  /** A kill between the two calls leaves the file where it was, and a copy that is deleted with its day. */
  async take(key: string, now: number): Promise<boolean> {
    const day = new Date(now).toISOString().slice(0, 10);
    if (!(await copyObject(this.bucket, this.nameOf(key), `${TRASH}${day}/${key}`))) return false;
    await this.bucket.delete(this.nameOf(key));
    return true;
  }

  async recover(day?: string): Promise<number> {
    let count = 0;
    for await (const { name, key } of this.list(day)) {
      if (await this.bucket.head(this.nameOf(key))) continue;
      if (!(await copyObject(this.bucket, name, this.nameOf(key)))) continue;
      await this.bucket.delete(name);
      count++;
    }
    return count;
  }

  /** Deletes the days that ended before `before`. */
  async empty(before: number): Promise<Removed> {
    const removed = { files: 0, bytes: 0 };
    for await (const { name, day, sizeBytes } of this.list()) {
      if (!(Date.parse(`${day}T00:00:00Z`) + DAY_MS <= before)) continue;
      await this.bucket.delete(name);
      removed.files++;
      removed.bytes += sizeBytes;
    }
    return removed;
  }

  private async *list(only?: string): AsyncIterable<Discarded> {
    for await (const { name, sizeBytes } of this.bucket.list(only ? `${TRASH}${only}/` : TRASH)) {
      const found = inTrash(name);
      if (found) yield { name, ...found, sizeBytes };
    }
  }
}

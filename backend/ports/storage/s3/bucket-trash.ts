import { isKey } from '../media-key';
import type { Removed } from '../storage';
import type { Bucket } from './bucket';

const TRASH = 'trash/';
const DAY_MS = 86_400_000;

interface Discarded {
  name: string;
  /** The day on which it was discarded: `2026-11-22`. */
  day: string;
  key: string;
  sizeBytes: number;
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
    if (!(await this.bucket.copy(this.nameOf(key), `${TRASH}${day}/${key}`))) return false;
    await this.bucket.delete(this.nameOf(key));
    return true;
  }

  async recover(day?: string): Promise<number> {
    let count = 0;
    for await (const { name, key } of this.list(day)) {
      if (await this.bucket.head(this.nameOf(key))) continue;
      if (!(await this.bucket.copy(name, this.nameOf(key)))) continue;
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
      const [, day, key] = /^trash\/(\d{4}-\d{2}-\d{2})\/([^/]+)$/.exec(name) ?? [];
      if (day !== undefined && key !== undefined && isKey(key)) yield { name, day, key, sizeBytes };
    }
  }
}

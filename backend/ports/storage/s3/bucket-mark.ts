import { MARK_FILE, markOf, textOf } from '../disk-mark';
import type { Mark } from '../storage';
import type { Bucket } from './bucket';
import { writeOnce } from './write-once';

const LOOK_MS = 2_500;

/** The mark, as an object. */
export class BucketMark {
  private seen?: { mark: Mark; at: number };
  private looking?: Promise<Mark | null>;

  constructor(
    private readonly bucket: Bucket,
    /** How long the mark counts as read: each second of each process would cost money. */
    private readonly keptMs: number,
    private readonly settleMs?: number,
  ) {}

  async read(): Promise<Mark | null> {
    if (this.seen && performance.now() - this.seen.at < this.keptMs) return this.seen.mark;
    this.looking ??= this.look().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** The next reader looks again. */
  forget(): void {
    this.seen = undefined;
  }

  write(mark: Mark): Promise<boolean> {
    return writeOnce(this.bucket, MARK_FILE, textOf(mark), this.settleMs);
  }

  howTo(mark: Mark): string {
    return `the object ${this.bucket.addressOf(MARK_FILE)} has to hold: ${textOf(mark).trim()}`;
  }

  private async look(): Promise<Mark | null> {
    const text = await this.bucket.text(MARK_FILE, LOOK_MS);
    const mark = text === undefined ? null : markOf(text, this.bucket.addressOf(MARK_FILE));
    this.seen = mark ? { mark, at: performance.now() } : undefined;
    return mark;
  }
}

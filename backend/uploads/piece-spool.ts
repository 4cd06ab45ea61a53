import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** What the screens send at a time. */
const PIECE_BYTES = 8 * 1024 ** 2;
/** On a slow line, what a kill may cost. */
const OFTEN_MS = 10_000;

/** A local file in which bytes wait until they are worth a piece of their own. Their number in it is bounded. */
export class PieceSpool {
  private length = 0;
  private fileBytes = 0;
  private since = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async open(dir: string): Promise<PieceSpool> {
    const path = join(dir, randomUUID());
    return new PieceSpool(path, await open(path, 'wx+', 0o600));
  }

  get bytes(): number {
    return this.length;
  }

  get isDue(): boolean {
    return this.length >= PIECE_BYTES || (this.length > 0 && performance.now() - this.since >= OFTEN_MS);
  }

  /** By how much so many bytes would make the file longer: those of earlier pieces are written over. */
  growthBy(bytes: number): number {
    return Math.max(0, this.length + bytes - this.fileBytes);
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.length === 0) this.since = performance.now();
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.length);
      done += bytesWritten;
      this.length += bytesWritten;
    }
    this.fileBytes = Math.max(this.fileBytes, this.length);
  }

  async read(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.length);
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await this.file.read(bytes, done, bytes.length - done, done);
      if (bytesRead === 0) throw new Error('The file of a piece was cut short.');
      done += bytesRead;
    }
    return bytes;
  }

  clear(): void {
    this.length = 0;
  }

  async close(): Promise<void> {
    await this.file.close();
    await unlink(this.path).catch(() => undefined);
  }
}

import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../common/error-code';

/** Large pieces: fewer calls, and a disk likes them. */
const SLOT_BYTES = 1024 * 1024;

/** What a disk takes at a time, at the most; direct writes begin and end on such a border. */
const BLOCK_BYTES = 4096;

/** All files together hold about so many slots, and each of them so many in any case, and no more than. */
const SLOTS_TOGETHER = 24;
const FEWEST_SLOTS = 3;
const MOST_SLOTS = 8;

const freeSlots: Buffer[] = [];
let openFiles = 0;

/**
 * A new file that grows by pieces as they come, with bounded memory.
 *
 * Where the file system allows it the bytes go to the disk past the page cache. That costs less than the cache's pages
 * do, it keeps the cache for what is read again, and above all little is left to sync at the end: an upload that is on
 * the disk when it is acknowledged is then no slower than one that is not.
 */
export class IncomingFile {
  private handle: Promise<FileHandle>;
  private direct: boolean;
  private slot?: Buffer;
  private filled = 0;
  /** Full ones, in the order of the file. */
  private waiting: Buffer[] = [];
  private writing = 0;
  private position = 0;
  private idle?: () => void;
  private failure?: { error: unknown };
  private refusing?: FileHandle;

  /** `onRoom`: there is room again after `isFull`. `onError`: nothing more can be written. */
  constructor(
    private readonly path: string,
    private readonly onRoom: () => void,
    private readonly onError: (error: unknown) => void,
  ) {
    // Absent outside Linux.
    this.direct = Boolean(constants.O_DIRECT);
    openFiles++;
    this.handle = this.create();
    this.handle.catch((error: unknown) => this.fail(error));
  }

  get isFull(): boolean {
    const fair = Math.floor(SLOTS_TOGETHER / openFiles);
    return this.waiting.length + this.writing >= Math.min(MOST_SLOTS, Math.max(FEWEST_SLOTS, fair)) - 1;
  }

  /** Copies the bytes; they are written some time later. */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      this.slot ??= freeSlots.pop() ?? newSlot();
      const taken = bytes.copy(this.slot, this.filled, at);
      this.filled += taken;
      at += taken;
      if (this.filled < SLOT_BYTES) return;
      this.waiting.push(this.slot);
      this.slot = undefined;
      this.filled = 0;
      this.writeWaiting();
    }
  }

  /** The last bytes are written, though perhaps not on the disk. @throws what a write failed with. */
  async finish(): Promise<void> {
    if (this.writing) await new Promise<void>((resolve) => (this.idle = resolve));
    const size = this.position + this.filled;
    if (this.slot && !this.failure)
      await this.store([this.slot], this.filled).catch((error: unknown) => this.fail(error));
    if (this.failure) throw this.failure.error;
    await (await this.handle).truncate(size);
    this.release();
  }

  /** The bytes are on the disk, and the file is closed. */
  async sync(): Promise<void> {
    const handle = await this.handle;
    try {
      await handle.datasync();
    } finally {
      await this.close();
    }
  }

  /** Closes an unfinished file. */
  async abandon(): Promise<void> {
    this.failure ??= { error: new Error('abandoned') };
    if (this.writing) await new Promise<void>((resolve) => (this.idle = resolve));
    this.release();
    await this.close();
  }

  private release(): void {
    openFiles--;
    if (this.slot) giveBack(this.slot);
    for (const slot of this.waiting) giveBack(slot);
    this.slot = undefined;
    this.waiting = [];
  }

  private async close(): Promise<void> {
    const handle = await this.handle.catch(() => undefined);
    await Promise.all([handle?.close(), this.refusing?.close()]);
  }

  private async create(): Promise<FileHandle> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    if (this.direct) {
      try {
        return await open(this.path, flags | constants.O_DIRECT, 0o600);
      } catch (error) {
        if (errorCode(error) !== 'EINVAL') throw error;
        this.direct = false;
        // Some file systems make the file before they refuse the flag.
        return await open(this.path, flags & ~constants.O_EXCL, 0o600);
      }
    }
    return open(this.path, flags, 0o600);
  }

  /** One write at a time, of all that waits: the slower the disk, the larger its pieces. */
  private writeWaiting(): void {
    if (this.writing || this.failure || this.waiting.length === 0) return;
    const slots = this.waiting;
    this.waiting = [];
    this.writing = slots.length;
    void this.store(slots, slots.length * SLOT_BYTES)
      .catch((error: unknown) => this.fail(error))
      .then(() => {
        for (const slot of slots) giveBack(slot);
        this.writing = 0;
        this.writeWaiting();
        if (!this.writing) this.idle?.();
        if (!this.isFull) this.onRoom();
      });
  }

  private async store(slots: Buffer[], length: number): Promise<void> {
    const { position } = this;
    this.position += length;
    const handle = await this.handle;
    if (this.direct) {
      try {
        // What is beyond the length is cut off at the end.
        const whole = Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES;
        await writeAll(handle, slots, whole, position);
        return;
      } catch (error) {
        if (errorCode(error) !== 'EINVAL') throw error;
      }
      // A disk with borders of its own: on by way of the page cache, as everybody else does.
      this.direct = false;
      this.refusing = handle;
      this.handle = open(this.path, constants.O_WRONLY);
    }
    await writeAll(await this.handle, slots, length, position);
  }

  private fail(error: unknown): void {
    if (this.failure) return;
    this.failure = { error };
    this.onError(error);
  }
}

async function writeAll(
  handle: FileHandle,
  slots: Buffer[],
  length: number,
  position: number,
): Promise<void> {
  const last = length - (slots.length - 1) * SLOT_BYTES;
  let left = slots.map((slot, n) => (n === slots.length - 1 ? slot.subarray(0, last) : slot));
  for (let at = position; left.length > 0;) {
    const { bytesWritten } = await handle.writev(left, at);
    at += bytesWritten;
    left = after(left, bytesWritten);
  }
}

/** What is left of the pieces after so many bytes: a write may take fewer than it was given. */
function after(pieces: Buffer[], bytes: number): Buffer[] {
  const left: Buffer[] = [];
  for (const piece of pieces) {
    if (bytes < piece.length) left.push(bytes > 0 ? piece.subarray(bytes) : piece);
    bytes = Math.max(0, bytes - piece.length);
  }
  return left;
}

/** Resizable memory begins on a page, which direct writes ask for; where it does not, they are refused and given up. */
function newSlot(): Buffer {
  const Resizable = ArrayBuffer as new (size: number, options: { maxByteLength: number }) => ArrayBuffer;
  return Buffer.from(new Resizable(SLOT_BYTES, { maxByteLength: SLOT_BYTES }));
}

function giveBack(slot: Buffer): void {
  if (freeSlots.length < SLOTS_TOGETHER) freeSlots.push(slot);
}

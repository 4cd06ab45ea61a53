import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../common/errors/error-code';

/** Measured: with smaller pieces the calls dominate, larger ones fall out of the processor's cache. */
const SLOT_BYTES = 1024 * 1024;

/** Concurrent writes of one file: enough for a single upload to keep a disk busy that is slow at times. */
const MOST_WRITES = 4;

/** Writes that each file may always have: one on the disk, and one waiting behind it. */
const FEWEST_WRITES = 2;

/** Slots in use by all files above which each file has only FEWEST_WRITES. */
const MANY_SLOTS = 12;

/** Largest block size of disks. Direct writes begin and end on such a border. */
const BLOCK_BYTES = 4096;

/** Free slots kept for the next upload: as many as eight concurrent uploads need. */
const MOST_FREE_SLOTS = 20;

/** How long free slots are kept after the last upload. */
const KEEP_SLOTS_MS = 10_000;

const freeSlots: Buffer[] = [];
let slotsInUse = 0;
let forgetting: NodeJS.Timeout | undefined;

/**
 * A new file that grows as its pieces come, with bounded memory.
 *
 * Where the file system allows it, the bytes go to the disk past the page cache. That costs less than the cache does,
 * and leaves little to sync at the end: an upload that is on the disk when it is acknowledged is then about as fast as
 * one that is not (bench/upload.ts holds it to that).
 */
export class IncomingFile {
  private handle: Promise<FileHandle>;
  private direct = Boolean(constants.O_DIRECT);
  private slot?: Buffer;
  private filled = 0;
  private position = 0;
  private readonly writes = new Map<Promise<void>, number>();
  private failure?: { error: unknown };
  private refusing?: FileHandle;

  /** `onRoom`: called when there is room again after `isFull`. `onError`: nothing more can be written. */
  constructor(
    private readonly path: string,
    private readonly onRoom: () => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.handle = this.create();
    this.handle.catch((error: unknown) => this.fail(error));
  }

  get isFull(): boolean {
    return this.writes.size >= (slotsInUse < MANY_SLOTS ? MOST_WRITES : FEWEST_WRITES);
  }

  /** Number of bytes from the beginning that can be read. */
  get storedBytes(): number {
    return Math.min(this.position, ...this.writes.values());
  }

  /** Copies the bytes; they are written later. */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      this.slot ??= takeSlot();
      const taken = bytes.copy(this.slot, this.filled, at);
      this.filled += taken;
      at += taken;
      if (this.filled === SLOT_BYTES) this.send(this.slot);
    }
  }

  /**
   * Writes the last bytes. They can be read then, but may not be on the disk yet.
   * @throws the error of a failed write.
   */
  async finish(): Promise<void> {
    const size = this.position + this.filled;
    if (this.slot) this.send(this.slot);
    await Promise.all(this.writes.keys());
    if (this.failure) throw this.failure.error;
    // The last block was written whole.
    await (await this.handle).truncate(size);
  }

  /** Syncs the bytes to the disk and closes the file. */
  async sync(): Promise<void> {
    try {
      await (await this.handle).datasync();
    } finally {
      await this.close();
    }
  }

  /** Closes a file that is no longer wanted. */
  async abandon(): Promise<void> {
    this.failure ??= { error: new Error('abandoned') };
    await Promise.all(this.writes.keys());
    if (this.slot) giveBack(this.slot);
    this.slot = undefined;
    await this.close();
  }

  private async close(): Promise<void> {
    const handle = await this.handle.catch(() => undefined);
    await Promise.all([handle?.close(), this.refusing?.close()]);
  }

  private async create(): Promise<FileHandle> {
    const flags = constants.O_WRONLY | constants.O_CREAT;
    if (this.direct) {
      try {
        return await open(this.path, flags | constants.O_EXCL | constants.O_DIRECT, 0o600);
      } catch (error) {
        if (errorCode(error) !== 'EINVAL') throw error;
        this.direct = false;
        // Some file systems create the file before they refuse the flag, so it may exist now.
        return await open(this.path, flags, 0o600);
      }
    }
    return open(this.path, flags | constants.O_EXCL, 0o600);
  }

  private send(slot: Buffer): void {
    const { filled, position } = this;
    this.slot = undefined;
    this.filled = 0;
    this.position += filled;
    const write = this.store(slot, filled, position)
      .catch((error: unknown) => this.fail(error))
      .then(() => {
        giveBack(slot);
        this.writes.delete(write);
        this.onRoom();
      });
    this.writes.set(write, position);
  }

  private async store(slot: Buffer, length: number, position: number): Promise<void> {
    const handle = await this.handle;
    if (this.failure) return;
    if (this.direct) {
      try {
        await writeAll(handle, slot, Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES, position);
        return;
      } catch (error) {
        if (errorCode(error) !== 'EINVAL') throw error;
      }
    }
    await writeAll(await this.throughCache(handle), slot, length, position);
  }

  /** The disk has another block size: continues through the page cache. */
  private throughCache(handle: FileHandle): Promise<FileHandle> {
    if (this.direct) {
      this.direct = false;
      this.refusing = handle;
      this.handle = open(this.path, constants.O_WRONLY);
    }
    return this.handle;
  }

  private fail(error: unknown): void {
    if (this.failure) return;
    this.failure = { error };
    this.onError(error);
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, length: number, position: number): Promise<void> {
  for (let done = 0; done < length;) {
    const { bytesWritten } = await handle.write(bytes, done, length - done, position + done);
    done += bytesWritten;
  }
}

/** Resizable memory begins on a page, as direct writes require. Where it does not, they are refused and given up. */
function newSlot(): Buffer {
  const Resizable = ArrayBuffer as new (size: number, options: { maxByteLength: number }) => ArrayBuffer;
  return Buffer.from(new Resizable(SLOT_BYTES, { maxByteLength: SLOT_BYTES }));
}

function takeSlot(): Buffer {
  slotsInUse++;
  return freeSlots.pop() ?? newSlot();
}

function giveBack(slot: Buffer): void {
  slotsInUse--;
  if (freeSlots.length < MOST_FREE_SLOTS) freeSlots.push(slot);
  else free(slot);
  if (slotsInUse > 0) return;
  forgetting ??= setTimeout(forgetSlots, KEEP_SLOTS_MS).unref();
  forgetting.refresh();
}

function forgetSlots(): void {
  forgetting = undefined;
  // An upload that is under way ends with a time of its own.
  if (slotsInUse === 0) freeSlots.splice(0).forEach(free);
}

/** At once, and not when it is garbage-collected. */
function free(slot: Buffer): void {
  (slot.buffer as unknown as { resize(bytes: number): void }).resize(0);
}

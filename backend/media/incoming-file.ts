import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../common/error-code';

/** Measured: with smaller pieces the calls weigh, larger ones fall out of the processor's cache. */
const SLOT_BYTES = 1024 * 1024;

/** Writes of one file under way at a time: enough for one that is alone to keep a disk busy that is now and then slow. */
const MOST_WRITES = 4;

/** What each may have whatever the others have: one on the disk, one that waits behind it. */
const FEWEST_WRITES = 2;

/** Slots in use by all files, beyond which each has the fewest. */
const MANY_SLOTS = 12;

/** What a disk takes at a time, at the most; direct writes begin and end on such a border. */
const BLOCK_BYTES = 4096;

/** Kept for the next upload: as many as eight uploads at once need. What more there were is for the collector. */
const MOST_FREE_SLOTS = 20;

const freeSlots: Buffer[] = [];
let slotsInUse = 0;

/**
 * A new file that grows by pieces as they come, with bounded memory.
 *
 * Where the file system allows it the bytes go to the disk past the page cache. That costs less than the cache's pages
 * do, and little is left to sync at the end: an upload that is on the disk when it is acknowledged is then about as
 * fast as one that is not (bench/upload.ts holds it to that).
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

  /** `onRoom`: there is room again after `isFull`. `onError`: nothing more can be written. */
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

  /** So many bytes from the beginning can be read. */
  get storedBytes(): number {
    return Math.min(this.position, ...this.writes.values());
  }

  /** Copies the bytes; they are written some time later. */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      this.slot ??= takeSlot();
      const taken = bytes.copy(this.slot, this.filled, at);
      this.filled += taken;
      at += taken;
      if (this.filled === SLOT_BYTES) this.send(this.slot);
    }
  }

  /** The last bytes are written and can be read, though they are perhaps not on the disk. @throws what a write failed with. */
  async finish(): Promise<void> {
    const size = this.position + this.filled;
    if (this.slot) this.send(this.slot);
    await Promise.all(this.writes.keys());
    if (this.failure) throw this.failure.error;
    // The last block was written whole.
    await (await this.handle).truncate(size);
  }

  /** The bytes are on the disk, and the file is closed. */
  async sync(): Promise<void> {
    try {
      await (await this.handle).datasync();
    } finally {
      await this.close();
    }
  }

  /** Closes a file that is not wanted any more. */
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
        // Some file systems make the file before they refuse the flag: it may be there now.
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

  /** A disk with borders of its own: on by way of the page cache, as everybody else does. */
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

/** Resizable memory begins on a page, as direct writes ask; where it does not, they are refused and given up. */
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
}

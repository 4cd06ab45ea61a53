import { Readable } from 'node:stream';
import {
  MediaMissing,
  Storage,
  StorageAway,
  type Presence,
  type Removed,
  type StoredFile,
} from '../../backend/ports/storage/storage';
import { isCut, type Machine } from './machine';

interface Kept {
  bytes: Buffer;
  modifiedAt: number;
}

/** The one place where media lie, and the folder for uploads on their way. */
export class Disk {
  readonly files = new Map<string, Kept>();
  /** What was swept can be had back. */
  readonly trash = new Map<string, Kept>();
  readonly incoming = new Map<string, Buffer>();
  /** Sectors that cannot be read any more. */
  readonly broken = new Set<string>();
}

const eio = (): Error => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });

/** The product gives one look at a disk so long. */
const LOOK_MS = 3_000;

const NOTHING: Removed = { files: 0, bytes: 0 };

/** The disk, as one process reaches it. */
export class SimulatedStorage extends Storage {
  override readonly incomingDir = '/simulated/incoming';

  constructor(
    private readonly disk: Disk,
    private readonly machine: Machine,
    private readonly time: () => number,
  ) {
    super();
  }

  override put(localPath: string, key: string): Promise<void> {
    return this.wait(() => {
      const bytes = this.disk.incoming.get(localPath);
      if (!bytes) throw new Error(`no file ${localPath}`);
      this.disk.incoming.delete(localPath);
      this.disk.files.set(key, { bytes, modifiedAt: this.time() });
    });
  }

  override open(
    key: string,
    { start, end }: { start: number; end?: number } = { start: 0 },
  ): Promise<Readable> {
    return this.wait(() => {
      const { bytes } = this.read(key) ?? missing();
      return Readable.from([bytes.subarray(start, end === undefined ? undefined : end + 1)]);
    });
  }

  override stat(key: string): Promise<StoredFile | undefined> {
    return this.wait(() => {
      const kept = this.read(key);
      return kept && { key, sizeBytes: kept.bytes.length, modifiedAt: kept.modifiedAt };
    });
  }

  override delete(key: string): Promise<void> {
    return this.wait(() => void this.disk.files.delete(key));
  }

  override async *list(): AsyncIterable<StoredFile> {
    for (const key of await this.wait(() => [...this.disk.files.keys()])) {
      const kept = this.disk.files.get(key);
      if (kept) yield { key, sizeBytes: kept.bytes.length, modifiedAt: kept.modifiedAt };
    }
  }

  override discard(key: string): Promise<boolean> {
    return this.wait(() => {
      const kept = this.disk.files.get(key);
      if (kept) this.disk.trash.set(key, kept);
      return this.disk.files.delete(key);
    });
  }

  override recover(): Promise<number> {
    return Promise.reject(new Error('nobody asks for this'));
  }

  /** A run is over before anything in it is old enough. */
  override emptyTrash(): Promise<Removed> {
    return this.wait(() => NOTHING);
  }

  override sweepIncoming(): Promise<Removed> {
    return this.wait(() => NOTHING);
  }

  override now(): Promise<number> {
    return this.wait(() => this.time());
  }

  override prepare(): Promise<void> {
    return Promise.resolve();
  }

  override presence(): Promise<Presence> {
    if (this.machine.isSilent('storage')) return this.machine.after(LOOK_MS, () => 'away');
    return this.wait(() => 'here' as const).catch(() => 'away');
  }

  private read(key: string): Kept | undefined {
    if (this.disk.broken.has(key)) throw eio();
    return this.disk.files.get(key);
  }

  /** Nobody can say anything of a storage that is away. */
  private wait<T>(work: () => T): Promise<T> {
    const result = this.machine.wait('storage', () => new Promise<T>((resolve) => resolve(work())));
    return result.catch((error: unknown) => {
      throw isCut(error) ? new StorageAway(error) : (error as Error);
    });
  }
}

function missing(): never {
  throw new MediaMissing();
}

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newKey } from './media-key';
import type { Ownership } from './ownership';
import { VerifiedStorage } from './verified-storage';
import type { Mark, StorageAdapter, StoredFile } from './storage';

/** An empty place of one kind. */
export interface StoragePlace {
  /** An adapter on this place, as a separate process would have it. */
  open(): StorageAdapter;
  /** Makes the place unreachable: the disk is unplugged, the server is stopped. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  end(): Promise<void>;
}

export type MakePlace = () => Promise<StoragePlace>;

export const MARK: Mark = {
  installation: '00000000-0000-4000-8000-000000000001',
  storage: '00000000-0000-4000-8000-000000000002',
};

/** Some kinds of places store times in whole seconds, and some of those round up. */
export const RESOLUTION_MS = 2_000;

/** The place belongs to this installation while it bears the mark. */
const byItsMark = {
  of: async (place: StorageAdapter) => {
    const mark = await place.readMark().catch(() => null);
    return mark ? { presence: 'here', why: '' } : { presence: 'away', why: 'It has no mark.' };
  },
} as unknown as Ownership;

/** A storage on a fresh place, wired as in the product, and what tests do with it. */
export class StorageUnderTest {
  place!: StoragePlace;
  adapter!: StorageAdapter;
  storage!: VerifiedStorage;

  constructor(private readonly makePlace: MakePlace) {}

  async start(): Promise<void> {
    this.place = await this.makePlace();
    this.adapter = this.place.open();
    await this.adapter.writeMark(MARK);
    this.storage = new VerifiedStorage(this.adapter, byItsMark);
    await this.storage.prepare();
  }

  ofAnotherProcess(): VerifiedStorage {
    return new VerifiedStorage(this.place.open(), byItsMark);
  }

  /** A file of an upload under way. */
  async incoming(bytes: Buffer | string, by = this.storage): Promise<string> {
    const path = join(by.incomingDir, randomBytes(6).toString('hex'));
    await writeFile(path, bytes);
    return path;
  }

  /** @returns the key of a file that was put. */
  async kept(bytes: Buffer | string = 'some bytes'): Promise<string> {
    const key = newKey('mp4');
    await this.storage.put(await this.incoming(bytes), key);
    return key;
  }

  async read(key: string, range?: { start: number; end?: number }, from = this.storage): Promise<string> {
    return (await buffer(await from.open(key, range))).toString();
  }

  async listed(): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for await (const file of this.storage.list()) files.push(file);
    return files;
  }

  async keys(): Promise<string[]> {
    return (await this.listed()).map(({ key }) => key).sort();
  }
}

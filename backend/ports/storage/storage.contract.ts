import { storagePresenceContract } from './storage-presence.contract';
import { storageSweepContract } from './storage-sweep.contract';
import type { MakePlace } from './storage-under-test.contract';
import { storedFilesContract } from './stored-files.contract';

/** What the product relies on. Every storage adapter runs it. */
export function storageContract(name: string, makePlace: MakePlace): void {
  storedFilesContract(name, makePlace);
  storageSweepContract(name, makePlace);
  storagePresenceContract(name, makePlace);
}

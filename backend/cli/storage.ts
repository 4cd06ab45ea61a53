import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { Storage } from '../ports/storage/storage';
import { openStorage } from '../ports/storage/storage.module';

/** @throws when it is away, or not the one of this installation. */
export async function storageOf(config: Config, db: Database): Promise<Storage> {
  const storage = await openStorage(config, db);
  if ((await storage.presence()) !== 'here')
    throw new Error('The media storage is away, or is not the one of this installation. Nothing was done.');
  return storage;
}

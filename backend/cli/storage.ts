import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { Storage } from '../ports/storage/storage';
import { openStorage, openStorageAsItIs } from '../ports/storage/storage.module';

const AWAY = 'The media storage is away, or is not the one of this installation. Nothing was done.';

/** @throws when it is away, or not the one of this installation. */
export async function storageOf(config: Config, db: Database): Promise<Storage> {
  const storage = await openStorage(config, db);
  if ((await storage.presence()) !== 'here') throw new Error(AWAY);
  return storage;
}

/**
 * The same for a look, which takes no place that is nobody's.
 * @throws also when the installation has none yet
 */
export async function storageAsItIs(config: Config, db: Database): Promise<Storage> {
  const storage = await openStorageAsItIs(config, db);
  const presence = await storage.presence();
  if (presence === 'unbound')
    throw new Error(
      'The media storage is not bound to this installation yet; the first start does it. Nothing was done.',
    );
  if (presence !== 'here') throw new Error(AWAY);
  return storage;
}

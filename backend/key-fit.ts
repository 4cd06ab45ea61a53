import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { SEALED } from './app.module';
import type { Config } from './config/config';
import { keyIdOf } from './config/secret-cipher';
import { keptSecrets } from './config/secrets';
import { dataSourceOptions } from './database/data-source';
import type { Database } from './database/database';
import { databaseOn } from './database/database.module';
import { sealedTexts } from './database/sealed-texts';

/** How the keys of the configuration fit what is sealed in the database. */
export interface KeyFit {
  /** `none`: no key, and nothing needs one. `missing`: no key, and texts need one. `wrong`: the keys open none of them. */
  state: 'fits' | 'none' | 'missing' | 'wrong';
  /** Texts that fit no key: all of them, or those whose key was lost long ago. */
  unreadable: number;
  /** Ids of the keys that are needed to read the database. */
  keyIds: string[];
}

export async function keyFitOf(config: Config, db: Database): Promise<KeyFit> {
  const { byKey, unnamed } = await sealedTexts(db, SEALED);
  // Read last: another process may have made the first key meanwhile, and sealed with it.
  const ids = keptSecrets(config).encryption.map(keyIdOf);
  const all = [...byKey.values()].reduce((sum, texts) => sum + texts, 0);
  const fitting = ids.reduce((sum, id) => sum + (byKey.get(id) ?? 0), 0);
  if (ids.length === 0) {
    const unreadable = all + unnamed;
    return { state: unreadable > 0 ? 'missing' : 'none', unreadable, keyIds: [...byKey.keys()] };
  }
  const unreadable = all - fitting;
  if (unreadable > 0 && fitting === 0) return { state: 'wrong', unreadable, keyIds: [...byKey.keys()] };
  return { state: 'fits', unreadable, keyIds: ids };
}

/** What is wrong with the keys, and what to do; undefined if nothing is. */
export function whatKeysLack(
  { dataDir, secrets }: Config,
  { state, unreadable }: KeyFit,
): { text: string; remedy: string } | undefined {
  const file = join(dataDir, 'encryption-key');
  const texts = unreadable === 1 ? '1 sealed text' : `${unreadable} sealed texts`;
  const ifLost = 'If it is lost, see "If the key is lost" in docs/operate.md.';
  if (state === 'missing')
    return {
      text: `The encryption key is missing: the database has ${texts}, ENCRYPTION_KEY is not set, and there is no ${file}.`,
      remedy: `Put that file back, or set ENCRYPTION_KEY to the key. ${ifLost}`,
    };
  if (state !== 'wrong') return undefined;
  const given = secrets.encryptionKeys ? 'ENCRYPTION_KEY' : `the key in ${file}`;
  return {
    text: `The encryption key is not the one of this database: ${given} opens none of its ${texts}.`,
    remedy: `Set the right one. ${ifLost}`,
  };
}

/** @throws when the database needs a key and there is none: a new one would hide that, and open nothing. */
export async function refuseLostKey(config: Config): Promise<void> {
  const { database } = config;
  if (database.kind !== 'sqlite' || !existsSync(database.file)) return;
  if (keptSecrets(config).encryption.length > 0) return;
  const dataSource = await new DataSource(dataSourceOptions(database, [])).initialize();
  try {
    const lacking = whatKeysLack(config, await keyFitOf(config, databaseOn(dataSource)));
    if (lacking) throw new Error(`${lacking.text} ${lacking.remedy}`);
  } finally {
    await dataSource.destroy();
  }
}

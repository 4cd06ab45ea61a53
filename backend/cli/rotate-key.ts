import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { withFileLock } from '../backup/places/file-lock';
import { loadConfig, type Config } from '../config/config';
import { readEncryptionKeys, writeEncryptionKeys } from '../config/secrets';
import { Database } from '../database/database';
import { KeyRotation } from '../database/key-rotation';
import { KeysInUse } from '../database/keys-in-use';
import { keyFitOf, refuseLostKey, whatKeysLack } from '../key-fit';
import { command, type Surroundings } from './command';
import { refuseOtherOwner } from './owner';
import { withProduct } from './product';

const KEY_BYTES = 32;

/** Only one process uses an SQLite file. */
const ONE_STEP = ['Put it before the present value, with a comma between them, and restart the product.'];

/** A process that lacks the first key of another one can read nothing that this one encrypts. */
const TWO_STEPS = [
  '1. Put it behind the present value, with a comma between them, for every process. Restart all of them.',
  '2. When the last one has been restarted, put it before the others for every process. Restart all of them again.',
];

export default command({
  usage: 'rotate-key [--drop-old]',
  help: [
    'Makes a new encryption key. Where it is kept in DATA_DIR, it is put before the old ones; where ENCRYPTION_KEY is',
    'set, the command says what to set. Then restart the product: each start encrypts again what an older key encrypted.',
    'Several processes are restarted twice: the new key is set last for all of them, so that each can read what another',
    'encrypts, and first only after that.',
    '',
    '  --drop-old   remove the old keys, if nothing is encrypted with them any more and no process runs that was not',
    '               restarted since. Wait a day after the restart: links to media and in mails that were made with an old',
    '               key end with it',
  ],
  options: { 'drop-old': { type: 'boolean' } },
  async run({ values }, to) {
    const config = loadConfig(to.env);
    if (values['drop-old']) await dropOld(config, to);
    else await addNew(config, to);
  },
});

async function addNew(config: Config, { say }: Surroundings): Promise<void> {
  const { secrets, dataDir, database } = config;
  const fresh = randomBytes(KEY_BYTES);
  if (secrets.encryptionKeys !== undefined) {
    say('ENCRYPTION_KEY is set in the environment. This is a new key:');
    say(fresh.toString('hex'));
    for (const line of database.kind === 'sqlite' ? ONE_STEP : TWO_STEPS) say(line);
    return;
  }
  refuseOtherOwner(config);
  await refuseLostKey(config);
  if (!readEncryptionKeys(dataDir))
    throw new Error('There is no encryption key yet; the first start makes one. Nothing was changed.');
  const number = await changing(dataDir, (old) => [fresh, ...old]);
  say(`A new key is the first of ${number} in ${dataDir}/encryption-key.`);
  say('Restart the product now: it encrypts again what the old keys encrypted.');
  say('A day later, `cli rotate-key --drop-old` removes the old keys. Take a backup after that.');
}

const stillSealing = (processes: number): string =>
  `${processes === 1 ? '1 process still encrypts' : `${processes} processes still encrypt`} with an older key, and what it encrypts would be lost. ` +
  'Restart every process that was started before the newest key was made. One that was killed counts for three minutes. Nothing was changed.';

async function dropOld(config: Config, { say }: Surroundings): Promise<void> {
  const { secrets, dataDir } = config;
  const inUse = secrets.encryptionKeys === undefined ? readEncryptionKeys(dataDir)?.[0] : undefined;
  const { left, unreadable, lacking, others } = await withProduct(config, async (product) => ({
    ...(await product.get(KeyRotation).left()),
    lacking: whatKeysLack(config, await keyFitOf(config, product.get(Database))),
    others: await product.get(KeysInUse).others(),
  }));
  if (lacking) throw new Error(`${lacking.text} ${lacking.remedy} Nothing was changed.`);
  if (unreadable > 0)
    say(
      `${unreadable} texts fit none of the keys, not even the old ones: their owners have to connect again.`,
    );
  if (left > 0)
    throw new Error(
      `${left} texts are still encrypted with an older key. Restart the product, which encrypts them again. Nothing was changed.`,
    );
  if (others > 0) throw new Error(stillSealing(others));
  if (secrets.encryptionKeys !== undefined) {
    say(
      'Nothing is encrypted with an older key. Set ENCRYPTION_KEY to the first of its keys alone, and restart.',
    );
    return;
  }
  let dropped = 0;
  await changing(dataDir, ([newest, ...old]) => {
    dropped = old.length;
    if (!newest || dropped === 0) return undefined;
    // What was looked at is encrypted with the key that was the newest then.
    if (!inUse?.equals(newest))
      throw new Error(
        'Another key was put first meanwhile, as by `cli rotate-key`. Restart the product, then repeat the command. Nothing was changed.',
      );
    return [newest];
  });
  if (dropped === 0) say('There is one key only. Nothing was changed.');
  else
    say(
      `${dropped === 1 ? '1 old key was' : `${dropped} old keys were`} removed. Backups that were made before still need them.`,
    );
}

/**
 * Replaces the keys in DATA_DIR, if there is anything to replace them by. Without the lock, two commands at once would
 * write back what each has read, and lose the other's key.
 * @returns how many keys there are then
 */
function changing(dataDir: string, change: (keys: Buffer[]) => Buffer[] | undefined): Promise<number> {
  const refusal = 'Another `cli rotate-key` is under way. Repeat the command. Nothing was changed.';
  return withFileLock(join(dataDir, '.encryption-key.lock'), refusal, () => {
    const before = readEncryptionKeys(dataDir) ?? [];
    const after = change(before);
    if (after) writeEncryptionKeys(dataDir, after);
    return Promise.resolve((after ?? before).length);
  });
}

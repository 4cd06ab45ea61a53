import { randomBytes } from 'node:crypto';
import { rehearsalDir } from '../app.module';
import { Backups } from '../backup/places/backups';
import { makeBackup, type Made } from '../backup/make-backup';
import { openBackupPlace } from '../backup/places/open-place';
import { loadConfig, type Config } from '../config/config';
import { mysqlServerOf } from '../config/database-url';
import { keptSecrets, type Secrets } from '../config/secrets';
import { keyFitOf, whatKeysLack, type KeyFit } from '../key-fit';
import { command, needed, UsageError, wholeNumber, type Surroundings } from './command';
import { refuseAbsent, withUnmigrated } from './product';
import { storageOf } from './storage';

/** How many missing files are named. */
const NAMED = 20;

export default command({
  usage: 'backup --to FOLDER|URL [--keep N] [--without-keys|--with-keys]',
  help: [
    'Copies the database, the media, the keys and the rehearsal, while the product runs. Each backup is a folder named',
    'by its instant; the media of all of them are in one folder, so that only new ones are copied.',
    '',
    '  --to FOLDER      the folder of the backups; best on another disk',
    '  --to URL         s3://bucket/prefix?endpoint=…&region=…, with its keys in BACKUP_ACCESS_KEY_ID and',
    '                   BACKUP_SECRET_ACCESS_KEY, or else in the AWS_… variables',
    '  --keep N         then remove the oldest backups beyond N, and the media that no other backup needs',
    '  --without-keys   leave out ENCRYPTION_KEY and JWT_SECRET; without the former nobody can read the access tokens.',
    '                   In a bucket they are left out unless --with-keys is given',
    '  --with-keys      put them there as well: whoever can read the bucket can then read the access tokens',
    '',
    '`cli verify --backup FOLDER|URL` checks the newest one. `cli restore --from FOLDER|URL` brings it back.',
  ],
  options: {
    to: { type: 'string' },
    keep: { type: 'string' },
    'without-keys': { type: 'boolean' },
    'with-keys': { type: 'boolean' },
  },
  async run({ values }, to) {
    const target = needed('to', values.to);
    const keep = values.keep === undefined ? undefined : wholeNumber('keep', values.keep, 1);
    if (values['with-keys'] && values['without-keys'])
      throw new UsageError('--with-keys and --without-keys exclude each other');
    const config = loadConfig(to.env);
    const place = await openBackupPlace(target, to.env, config.dataDir);
    refuseAbsent(config);
    const backups = new Backups(place);
    const warning = await place.refuseStorage(config.storage);
    if (warning !== undefined) to.tell(warning);
    const wantsKeys = !(values['without-keys'] ?? (place.isElsewhere && !values['with-keys']));
    let lacking: ReturnType<typeof whatKeysLack>;
    await place.alone(async () => {
      const name = await withUnmigrated(config, async (db, isNew) => {
        if (isNew) throw new Error(nothingIn(config));
        const storage = await storageOf(config, db);
        const fit = await keyFitOf(config, db);
        lacking = whatKeysLack(config, fit);
        const made = await makeBackup(config, backups, () => Promise.resolve(storage), {
          ...(wantsKeys && fit.state === 'fits' && { keys: keysOf(config) }),
          keyIds: fit.keyIds,
          ...(config.network.mode === 'rehearsal' && { rehearsalDir: rehearsalDir(config) }),
        });
        tellMade(made, place.address, fit, to);
        return made.name;
      });
      for (const later of await backups.laterThan(name)) to.tell(namedLater(later));
      // The earlier ones may have the key.
      if (keep === undefined || lacking) return;
      const { backups: removed, files, bytes, damaged } = await backups.keepOnly(keep, name);
      for (const { why } of damaged) to.tell(why);
      for (const each of removed) to.say(`Removed the backup ${each}.`);
      if (files > 0) to.say(`Removed ${files} media files (${bytes} bytes) that no backup needs any more.`);
    });
    if (!lacking) return 0;
    to.tell(`${lacking.text} The backup has no keys, and a restore needs the right one. ${lacking.remedy}`);
    if (keep !== undefined) to.tell('No earlier backup was removed: they may have the key.');
    return 1;
  },
});

const namedLater = (name: string): string =>
  `The backup ${name} is named later than this one, so the clock was ahead when it was made. It counts as the newest ` +
  'one, and is never removed by --keep: remove it, or give its folder an earlier name.';

/** Without the address, which has a password in it. */
function nothingIn({ database }: Config): string {
  const name =
    database.kind === 'sqlite'
      ? database.file
      : `${mysqlServerOf(database.url).database} on ${mysqlServerOf(database.url).host}`;
  return `There is nothing to back up: the database ${name} has no tables of Pagecast yet. No backup was made.`;
}

/** A restore signs everybody out, so that any secret can stand for one that is not there. */
function keysOf(config: Config): Secrets {
  const { jwt = randomBytes(48).toString('hex'), encryption } = keptSecrets(config);
  return { jwt, encryption };
}

function tellMade(
  { name, manifest, fresh, missing, different }: Made,
  address: string,
  { state, unreadable }: KeyFit,
  { say, tell }: Surroundings,
): void {
  const { media, database, keys } = manifest;
  const rows = Object.values(database.tables).reduce((sum, count) => sum + count, 0);
  say(`Backup: ${address.replace(/\/$/, '')}/${name}`);
  say(`Rows: ${rows} in ${Object.keys(database.tables).length} tables`);
  say(
    `Media: ${media.files} files (${media.bytes} bytes), ${fresh.files} of them new (${fresh.bytes} bytes)`,
  );
  if (state === 'none') say('Keys: there are none yet; nothing is encrypted.');
  else if (state === 'fits' && unreadable > 0)
    tell(`${unreadable} sealed texts fit none of the keys: their owners have to connect again.`);
  if (state === 'fits')
    say(
      keys
        ? 'Keys: in the backup. Whoever reads it can read the access tokens: keep it as safe as the product itself.'
        : 'Keys: not in the backup. Keep ENCRYPTION_KEY elsewhere: without it every account has to be connected again.',
    );
  const nameSome = (keys: string[]) => keys.slice(0, NAMED).forEach((key) => tell(`  ${key}`));
  if (missing.length > 0) {
    tell(
      `${missing.length} media files that rows name are not in the storage; they were deleted, or are lost:`,
    );
    nameSome(missing);
  }
  if (different.length > 0) {
    tell(
      `${different.length} media files have another size in the storage than in the backups, which kept theirs; compare them:`,
    );
    nameSome(different);
  }
}

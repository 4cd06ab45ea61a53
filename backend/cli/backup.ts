import { rehearsalDir } from '../app.module';
import { Backups } from '../backup/places/backups';
import { makeBackup, type Made } from '../backup/make-backup';
import { openBackupPlace } from '../backup/places/open-place';
import { loadConfig } from '../config/config';
import { command, needed, UsageError, wholeNumber, type Surroundings } from './command';
import { withUnmigrated } from './product';
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
    const backups = new Backups(place);
    const warning = await place.refuseStorage(config.storage);
    if (warning !== undefined) to.tell(warning);
    await place.alone(async () => {
      const name = await withUnmigrated(config, async (db) => {
        const storage = await storageOf(config, db);
        const made = await makeBackup(config, backups, () => Promise.resolve(storage), {
          withoutKeys: values['without-keys'] ?? (place.isElsewhere && !values['with-keys']),
          ...(config.network.mode === 'rehearsal' && { rehearsalDir: rehearsalDir(config) }),
        });
        tellMade(made, place.address, to);
        return made.name;
      });
      for (const later of await backups.laterThan(name)) to.tell(namedLater(later));
      if (keep === undefined) return;
      const { backups: removed, files, bytes, damaged } = await backups.keepOnly(keep, name);
      for (const { why } of damaged) to.tell(why);
      for (const each of removed) to.say(`Removed the backup ${each}.`);
      if (files > 0) to.say(`Removed ${files} media files (${bytes} bytes) that no backup needs any more.`);
    });
  },
});

const namedLater = (name: string): string =>
  `The backup ${name} is named later than this one, so the clock was ahead when it was made. It counts as the newest ` +
  'one, and is never removed by --keep: remove it, or give its folder an earlier name.';

function tellMade(
  { name, manifest, fresh, missing, different }: Made,
  address: string,
  { say, tell }: Surroundings,
): void {
  const { media, database, keys } = manifest;
  const rows = Object.values(database.tables).reduce((sum, count) => sum + count, 0);
  say(`Backup: ${address.replace(/\/$/, '')}/${name}`);
  say(`Rows: ${rows} in ${Object.keys(database.tables).length} tables`);
  say(
    `Media: ${media.files} files (${media.bytes} bytes), ${fresh.files} of them new (${fresh.bytes} bytes)`,
  );
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

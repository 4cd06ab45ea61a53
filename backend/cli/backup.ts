import { join, resolve } from 'node:path';
import { rehearsalDir } from '../app.module';
import { BackupFolder } from '../backup/backup-folder';
import { makeBackup, type Made } from '../backup/make-backup';
import { loadConfig } from '../config/config';
import { command, needed, UsageError, wholeNumber, type Surroundings } from './command';
import { withUnmigrated } from './product';
import { storageOf } from './storage';

/** How many missing files are named. */
const NAMED = 20;

export default command({
  usage: 'backup --to FOLDER [--keep N] [--without-keys]',
  help: [
    'Copies the database, the media, the keys and the rehearsal, while the product runs. Each backup is a folder named',
    'by its instant; the media of all of them are in one folder, so that only new ones are copied.',
    '',
    '  --to FOLDER      the folder of the backups; best on another disk',
    '  --keep N         then remove the oldest backups beyond N, and the media that no other backup needs',
    '  --without-keys   leave out ENCRYPTION_KEY and JWT_SECRET; without the former nobody can read the access tokens',
    '',
    '`cli verify --backup FOLDER` checks the newest one. `cli restore --from FOLDER` brings it back.',
  ],
  options: {
    to: { type: 'string' },
    keep: { type: 'string' },
    'without-keys': { type: 'boolean' },
  },
  async run({ values }, to) {
    const target = needed('to', values.to);
    if (/^[a-z\d]+:\/\//i.test(target)) throw new UsageError('--to takes a folder in this version');
    const keep = values.keep === undefined ? undefined : wholeNumber('keep', values.keep, 1);
    const config = loadConfig(to.env);
    const folder = new BackupFolder(resolve(target));
    await folder.alone(async () => {
      await withUnmigrated(config, async (db) => {
        const storage = await storageOf(config, db);
        const made = await makeBackup(config, folder, () => Promise.resolve(storage), {
          withoutKeys: values['without-keys'] === true,
          ...(config.network.mode === 'rehearsal' && { rehearsalDir: rehearsalDir(config) }),
        });
        tellMade(made, folder.path, to);
      });
      if (keep === undefined) return;
      const { backups, files, bytes } = await folder.keepOnly(keep);
      for (const name of backups) to.say(`Removed the backup ${name}.`);
      if (files > 0) to.say(`Removed ${files} media files (${bytes} bytes) that no backup needs any more.`);
    });
  },
});

function tellMade({ name, manifest, fresh, missing }: Made, path: string, { say, tell }: Surroundings): void {
  const { media, database, keys } = manifest;
  const rows = Object.values(database.tables).reduce((sum, count) => sum + count, 0);
  say(`Backup: ${join(path, name)}`);
  say(`Rows: ${rows} in ${Object.keys(database.tables).length} tables`);
  say(
    `Media: ${media.files} files (${media.bytes} bytes), ${fresh.files} of them new (${fresh.bytes} bytes)`,
  );
  say(
    keys
      ? 'Keys: in the backup. Whoever reads it can read the access tokens: keep it as safe as the product itself.'
      : 'Keys: not in the backup. Keep ENCRYPTION_KEY elsewhere: without it every account has to be connected again.',
  );
  if (missing.length === 0) return;
  tell(
    `${missing.length} media files that rows name are not in the storage; they were deleted, or are lost:`,
  );
  for (const key of missing.slice(0, NAMED)) tell(`  ${key}`);
}

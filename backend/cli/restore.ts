import { rehearsalDir } from '../app.module';
import { Backups } from '../backup/places/backups';
import { openBackupPlace } from '../backup/places/open-place';
import { restore, type Restored } from '../backup/restoring/restore';
import { makeFolder } from '../common/files/folders';
import { loadConfig, type Config } from '../config/config';
import { keyFitOf, whatKeysLack, type KeyFit } from '../key-fit';
import { openStorage } from '../ports/storage/storage.module';
import { command, needed, type Surroundings } from './command';
import { refuseOtherOwner } from './owner';
import { withDatabase, withUnmigrated } from './product';

export default command({
  usage: 'restore --from FOLDER|URL [--backup DATE] [--replace]',
  help: [
    'Brings the newest backup in a folder or bucket back, into an empty installation. Stop the product first.',
    '',
    'Nothing is sent twice: posts that may have gone out since the backup are looked for on the network when the product',
    'starts. What is not found goes out at its time; what cannot be told fails with a sentence for its user.',
    '',
    '  --from FOLDER|URL   the folder of the backups, or s3://bucket/prefix?endpoint=…&region=…',
    '  --backup DATE       another backup than the newest: the beginning of its name, such as 2026-11-23',
    '  --replace           there is an installation: move its database and keys aside, and media of another one. The',
    '                      command says where they are. Nothing is deleted',
    '',
    'Ends with 1 if media are missing in the backup, or the keys at hand do not open what it has sealed.',
  ],
  options: { from: { type: 'string' }, backup: { type: 'string' }, replace: { type: 'boolean' } },
  async run({ values }, to) {
    const address = needed('from', values.from);
    const config = loadConfig(to.env);
    refuseOtherOwner(config);
    await makeFolder(config.dataDir);
    const from = new Backups(await openBackupPlace(address, to.env, config.dataDir));
    return from.place.whileKept(async () => {
      const { backup, damaged } = await from.find(values.backup);
      for (const { why } of damaged) to.tell(why);
      to.tell(`Restoring ${backup.name} ...`);
      const restored = await restore(config, from, backup, {
        replace: values.replace === true,
        rehearsalDir: rehearsalDir(config),
        withDatabase: (database, work, migrations) => withDatabase({ ...config, database }, work, migrations),
        openStorage: (db) => openStorage(config, db),
        tell: to.tell,
      });
      summarise(backup.name, restored, config.secrets.encryptionKeys !== undefined, to);
      const fit = await withUnmigrated(config, (db) => keyFitOf(config, db));
      return tellLacking(restored, config, fit, to);
    });
  },
});

function summarise(name: string, restored: Restored, isKeyGiven: boolean, { say }: Surroundings): void {
  const { media, lookedFor, held, skipped, foreignTables, aside } = restored;
  say(`The backup ${name} is back.`);
  say(`Media: ${media.files} files were copied.`);
  say(
    `Posts that may have gone out since: ${lookedFor}. They are looked for on the network before anything is sent.`,
  );
  if (held > 0) say(`Posts that failed because there is no account to look at: ${held}.`);
  if (skipped > 0) say(`Videos of the library that automatic posting skips from now on: ${skipped}.`);
  if (foreignTables.length > 0)
    say(`Tables that are not Pagecast's were left out: ${foreignTables.join(', ')}.`);
  for (const path of aside) say(`What was there before is in ${path}.`);
  if (isKeyGiven)
    say("ENCRYPTION_KEY is kept nowhere: set it in the product's environment, too, before you start it.");
  say('Everybody has to sign in again. Start the product now.');
}

/** What is back and cannot be used. @returns the code to end with. */
function tellLacking({ media }: Restored, config: Config, fit: KeyFit, { tell }: Surroundings): number {
  if (media.lacking > 0)
    tell(
      `${media.lacking === 1 ? '1 media file is' : `${media.lacking} media files are`} missing in the backup. ` +
        'Posts without their file fail: look for it in another backup. `cli verify` names what is missing.',
    );
  const lacking = whatKeysLack(config, fit);
  if (lacking) tell(`${lacking.text} ${lacking.remedy}`);
  else if (fit.unreadable > 0)
    tell(`${fit.unreadable} sealed texts fit none of the keys: their owners have to connect again.`);
  return media.lacking > 0 || lacking ? 1 : 0;
}

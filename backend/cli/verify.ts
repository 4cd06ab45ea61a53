import { tmpdir } from 'node:os';
import { Backups } from '../backup/places/backups';
import { problemsOf } from '../backup/check-backup';
import { checkInstallation } from '../backup/check-installation';
import { openBackupPlace } from '../backup/places/open-place';
import { loadConfig } from '../config/config';
import { keyFitOf, whatKeysLack } from '../key-fit';
import { command, UsageError, type Surroundings } from './command';
import { withCurrent } from './product';
import { storageAsItIs } from './storage';

/** How many of a kind are named. */
const NAMED = 20;

export default command({
  usage: 'verify [--backup FOLDER|URL [--date DATE] [--deep]]',
  help: [
    'Without options: checks the installation. Every file that a row names has to be there with its size; files that no',
    'row names and counters that differ from the rows are told. Ends with 1 if something is missing.',
    '',
    '  --backup FOLDER|URL   check the newest backup there instead; needs nothing of the installation. A database in a',
    '                        bucket is copied to DATA_DIR for that time, or to TMPDIR where there is none',
    '  --date DATE           another one: the beginning of its name, such as 2026-11-23',
    '  --deep                also read every media file, and compare its SHA-256 with the one noted when it was copied;',
    '                        without it only sizes are compared',
  ],
  options: { backup: { type: 'string' }, date: { type: 'string' }, deep: { type: 'boolean' } },
  async run({ values: { backup, date, deep = false } }, to) {
    if (backup !== undefined) return verifyBackup(backup, { date, deep }, to);
    if (date !== undefined) throw new UsageError('--date goes with --backup');
    if (deep) throw new UsageError('--deep goes with --backup');
    return verifyInstallation(to);
  },
});

async function verifyBackup(
  address: string,
  { date, deep }: { date?: string; deep: boolean },
  { env, say, tell }: Surroundings,
): Promise<number> {
  const backups = new Backups(await openBackupPlace(address, env, env.DATA_DIR ?? tmpdir()));
  const { backup, damaged } = await backups.find(date);
  for (const { why } of damaged) tell(`${why} What follows is about an older backup.`);
  const { problems, unread } = await problemsOf(backups, backup, { deep });
  const { manifest, name } = backup;
  say(`Backup: ${name}, made by Pagecast ${manifest.version}`);
  say(`Media: ${manifest.media.files} files (${manifest.media.bytes} bytes)`);
  if (manifest.media.missing > 0)
    say(`When it was made, ${manifest.media.missing} media files were missing.`);
  if (unread > 0)
    say(
      `${unread} media files were copied by an earlier version, which noted no SHA-256: only sizes were compared.`,
    );
  if (!manifest.keys) say('The keys are not in it: a restore needs the same ENCRYPTION_KEY.');
  list(say, problems, 'problems', (problem) => problem);
  if (problems.length === 0) say('The backup is whole.');
  return problems.length + damaged.length === 0 ? 0 : 1;
}

async function verifyInstallation({ env, say }: Surroundings): Promise<number> {
  const config = loadConfig(env);
  const { found, fit } = await withCurrent(config, async (db) => ({
    found: await checkInstallation(db, await storageAsItIs(config, db)),
    fit: await keyFitOf(config, db),
  }));
  const { named, missing, wrongSize, files, unnamed, wrongCounters } = found;
  say(`Rows name ${named} files; the storage has ${files}.`);
  list(say, missing, 'files are missing', (each) => each);
  list(say, wrongSize, 'files have another size', (each) => each);
  list(say, unnamed, 'files are in no row; the product sweeps them', (key) => key);
  list(
    say,
    wrongCounters,
    'users have wrong counters; the product mends them within an hour',
    (id) => `user ${id}`,
  );
  const isWhole = missing.length + wrongSize.length === 0;
  if (isWhole) say('Nothing is missing.');
  const lacking = whatKeysLack(config, fit);
  if (lacking) say(`${lacking.text} ${lacking.remedy}`);
  else if (fit.unreadable > 0)
    say(`${fit.unreadable} sealed texts fit none of the keys: their owners have to connect again.`);
  return isWhole && !lacking ? 0 : 1;
}

function list<T>(say: (line: string) => void, found: T[], what: string, name: (each: T) => string): void {
  if (found.length === 0) return;
  say(`${found.length} ${what}:`);
  for (const each of found.slice(0, NAMED)) say(`  ${name(each)}`);
  if (found.length > NAMED) say(`  and ${found.length - NAMED} more`);
}

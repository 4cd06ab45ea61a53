import { setTimeout as pause } from 'node:timers/promises';
import { PROCESS, type DatabaseUser } from '../backup/database-user';
import { MediaMove, switchOver } from '../backup/move-media';
import { refuseTarget } from '../backup/places/overlap';
import { userOf as userOfSqlite } from '../backup/restoring/restore-target';
import { ConfigError, loadConfig, type Config } from '../config/config';
import type { Environment } from '../config/reader';
import { openPlace } from '../ports/storage/storage.module';
import { command, needed } from './command';
import { withPresent } from './product';
import { storageOf } from './storage';

const NAMED = 20;

const TRIES = 5;
const PAUSE_MS = 200;

export default command({
  usage: 'move-media --to URL [--copy-only]',
  help: [
    'Copies the media that the database names from STORAGE_URL to another storage, compares the sizes, and makes that one',
    'the storage of this installation. What is there is not copied again, so the command can be repeated after a failure.',
    'STORAGE_URL itself stays as it is. What lies in the trash is not copied.',
    '',
    '  --to URL      file:<folder> or s3://bucket?endpoint=…&region=…, with the keys in AWS_ACCESS_KEY_ID and',
    '                AWS_SECRET_ACCESS_KEY',
    '  --copy-only   only copy, while the product runs. Then stop it, and move what was added meanwhile.',
  ],
  options: { to: { type: 'string' }, 'copy-only': { type: 'boolean' } },
  async run({ values }, { env, say, tell }) {
    const config = loadConfig(env);
    const to = needed('to', values.to);
    const there = targetOf(to, env, config);
    const target = await openPlace(there);
    // Before it opens the database itself: that would count as a process, too.
    if (!values['copy-only'])
      await refuseWhileItRuns(config, 'Stop all its processes first, or use --copy-only. Nothing was done.');
    await refuseTarget(config, there.storage);
    const { copied, bytes, had, missing, from, mark } = await withPresent(config, async (db) => {
      const source = await storageOf(config, db);
      const from = await (await openPlace(config)).readMark();
      if (!from) throw new Error('The media storage is away. Nothing was done.');
      const { to: mark, ...moved } = await new MediaMove(db, source, target)
        .copy(from)
        .catch((error: unknown) => {
          if (!target.failing(error)) throw error;
          const why = (error as Error).message;
          throw new Error(`${target.place} cannot be used: ${why}. What is there stays; repeat the command.`);
        });
      return { ...moved, from, mark };
    });
    say(`${copied} files (${bytes} bytes) were copied to ${target.place}; ${had} were there.`);
    if (missing.length > 0)
      tell(`${missing.length} files are missing: ${missing.slice(0, NAMED).join(', ')}`);
    if (values['copy-only']) return 0;
    await refuseWhileItRuns(
      config,
      'It was started meanwhile. Stop all its processes, then repeat the command. Nothing was switched.',
    );
    if (!(await withPresent(config, (db) => switchOver(db, from, mark))))
      throw new Error('The installation has another storage since this began. Nothing was switched.');
    say('It is the storage of this installation now. Before the next start, set STORAGE_URL to the address');
    say('that you gave with --to. The old storage is as it was; the product no longer uses it.');
    return 0;
  },
});

function targetOf(to: string, env: Environment, config: Config): Config {
  try {
    return { ...config, storage: loadConfig({ ...env, STORAGE_URL: to }).storage };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.lines.map((line) => line.replace(/^STORAGE_URL/, '--to'));
    throw new Error(`${lines.join('; ')}. Nothing was done.`);
  }
}

/** Media that come after the last copy would be lost. */
async function refuseWhileItRuns(config: Config, advice: string): Promise<void> {
  const user = await userOf(config);
  if (user !== undefined) throw new Error(`The product runs. ${advice} ${user.who}`);
}

async function userOf({ database }: Config): Promise<DatabaseUser | undefined> {
  if (database.kind === 'sqlite') return userOfSqlite(database.file);
  const { userOf: userOfMysql } = await import('../backup/restoring/mysql-target');
  // The server may see connections for a moment that this process has closed.
  for (let tries = 1; ; tries++) {
    const user = await userOfMysql(database);
    if (user !== PROCESS || tries === TRIES) return user;
    await pause(PAUSE_MS);
  }
}

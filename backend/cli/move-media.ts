import { MediaMove } from '../backup/move-media';
import { userOf } from '../backup/restore-target';
import { ConfigError, loadConfig, type Config } from '../config/config';
import type { Environment } from '../config/reader';
import { openPlace } from '../ports/storage/storage.module';
import { command, needed } from './command';
import { withPresent } from './product';
import { storageOf } from './storage';

const NAMED = 20;

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
    const target = await openPlace(targetOf(to, env, config));
    // Before it opens the database itself: that would count as a process, too.
    if (!values['copy-only']) await refuseWhileItRuns(config);
    return withPresent(config, async (db) => {
      const source = await storageOf(config, db);
      const from = await (await openPlace(config)).readMark();
      if (!from) throw new Error('The media storage is away. Nothing was done.');
      const move = new MediaMove(db, source, target);
      const {
        copied,
        bytes,
        had,
        missing,
        to: mark,
      } = await move.copy(from).catch((error: unknown) => {
        if (!target.failing(error)) throw error;
        const why = (error as Error).message;
        throw new Error(`${target.place} cannot be used: ${why}. What is there stays; repeat the command.`);
      });
      say(`${copied} files (${bytes} bytes) were copied to ${target.place}; ${had} were there.`);
      if (missing.length > 0)
        tell(`${missing.length} files are missing: ${missing.slice(0, NAMED).join(', ')}`);
      if (values['copy-only']) return 0;
      if (!(await move.switchOver(from, mark)))
        throw new Error('The installation has another storage since this began. Nothing was switched.');
      say(
        'It is the storage of this installation now. Before the next start, set STORAGE_URL to the address',
      );
      say('that you gave with --to. The old storage is as it was; the product no longer uses it.');
      return 0;
    });
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
async function refuseWhileItRuns({ database }: Config): Promise<void> {
  const user =
    database.kind === 'sqlite'
      ? userOf(database.file)
      : await (await import('../backup/mysql-target')).userOf(database);
  if (user === undefined) return;
  throw new Error(
    `The product runs. Stop all its processes first, or use --copy-only. Nothing was done. ${user.who}`,
  );
}

import { join } from 'node:path';
import { ENTITIES } from '../app.module';
import { ConfigError, loadConfig, type Config } from '../config/config';
import { MYSQL_FORM } from '../config/database-url';
import type { Environment } from '../config/reader';
import { moveDatabase } from '../database/move-database';
import { explainStartError } from '../start-errors';
import { command, UsageError } from './command';
import { refuseAbsent } from './product';

export default command({
  usage: 'move-database --to URL',
  help: [
    'Copies the SQLite database of this installation to an empty MySQL database, and compares every row. Stop the product',
    'first. The SQLite file stays as it is, and the product no longer starts on it.',
    '',
    `  --to URL   ${MYSQL_FORM}`,
  ],
  options: { to: { type: 'string' } },
  async run({ values }, { env, say }) {
    if (values.to === undefined) throw new UsageError(`--to is missing: ${MYSQL_FORM}`);
    const config = loadConfig(env);
    if (config.database.kind !== 'sqlite')
      throw new Error(
        'DATABASE_URL is not SQLite. Unset it for this command: it names the database that is moved.',
      );
    refuseAbsent(config);
    const to = targetOf(values.to, env);
    let moved: Awaited<ReturnType<typeof moveDatabase>>;
    try {
      moved = await moveDatabase({ file: config.database.file, to, entities: ENTITIES, say });
    } catch (error) {
      throw new Error(
        `The database was not moved: ${explainStartError(error, { ...config, database: to }, '--to')}`,
      );
    }
    say(
      `${moved.rows} rows of ${moved.tables} tables are in the new database, each compared with its original.`,
    );
    for (const line of whatToSet(config)) say(line);
  },
});

function targetOf(url: string, env: Environment): Extract<Config['database'], { kind: 'mysql' }> {
  const isMysql = /^(mysql|mariadb):/.test(url);
  try {
    // The keys are needed with MySQL, and nothing is encrypted here.
    const keys = { JWT_SECRET: '-'.repeat(32), ENCRYPTION_KEY: '0'.repeat(64) };
    const { database } = loadConfig({ ...env, DATABASE_URL: url }, keys);
    if (database.kind === 'mysql') return database;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (isMysql) throw new Error(`${error.lines.map(namingTo).join('; ')}. Nothing was done.`);
  }
  throw new Error(`--to takes ${MYSQL_FORM}. Nothing was done.`);
}

const namingTo = (line: string): string => line.replace(/^DATABASE_URL/, '--to');

/** With MySQL, several processes share the keys, so that they are not read from one machine's folder. */
function whatToSet({ secrets, dataDir, database }: Config): string[] {
  const kept = (name: string) => `what is in ${join(dataDir, name)}`;
  const file = database.kind === 'sqlite' ? database.file : '';
  return [
    'Before the next start, set:',
    '  DATABASE_URL to the address that you gave with --to',
    `  JWT_SECRET to ${secrets.jwt === undefined ? kept('jwt-secret') : 'what it is now'}`,
    `  ENCRYPTION_KEY to ${secrets.encryptionKeys === undefined ? kept('encryption-key') : 'what it is now'}`,
    `Keep DATA_DIR and STORAGE_URL: the media stay where they are. ${file} is as it was; the product no longer starts on it.`,
  ];
}

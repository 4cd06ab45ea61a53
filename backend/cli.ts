/** For operators: `cli migrate` brings the database to the newest version and ends. */
import 'reflect-metadata';
import { ENTITIES } from './app.module';
import { loadConfig } from './config/config';
import { dataSourceOptions } from './database/data-source';
import { openMigrated } from './database/migrate';

async function migrate(): Promise<void> {
  const { database } = loadConfig();
  const dataSource = await openMigrated(database, dataSourceOptions(database, ENTITIES));
  await dataSource.destroy();
  process.stdout.write('The database is up to date.\n');
}

const commands: Record<string, () => Promise<void>> = { migrate };

const command = commands[process.argv[2] ?? ''];
if (command) {
  command().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(`Usage: cli ${Object.keys(commands).join(' | ')}\n`);
  process.exitCode = 2;
}

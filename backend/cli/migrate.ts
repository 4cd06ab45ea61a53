import { loadConfig, type Config } from '../config/config';
import { MIGRATIONS } from '../database/data-source';
import { command } from './command';
import { refuseOtherOwner } from './owner';
import { toMigrate, withDatabase } from './product';

export default command({
  usage: 'migrate',
  help: [
    'Brings the database to the newest version. Every start of the product does so too; where several processes',
    'start, run this once before. Processes that do it at the same time take turns.',
  ],
  options: {},
  async run(_given, { env, say }) {
    const config = loadConfig(env);
    refuseOtherOwner(config);
    const { missing, made } = await toMigrate(config);
    const count = await run(config);
    if (made !== undefined && count > 0) say(made);
    if (count > 0) say(count === 1 ? '1 migration was run.' : `${count} migrations were run.`);
    const others = missing - count;
    if (others > 0)
      say(
        others === 1
          ? '1 migration was run by another process meanwhile.'
          : `${others} migrations were run by another process meanwhile.`,
      );
    say('The database is up to date.');
  },
});

/** @returns how many migrations this process ran */
async function run(config: Config): Promise<number> {
  let count = 0;
  const onMigrated = (all: number) => void (count = all);
  await withDatabase(config, () => Promise.resolve(), MIGRATIONS, { onMigrated });
  return count;
}

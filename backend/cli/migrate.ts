import { loadConfig } from '../config/config';
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
    await withDatabase(config, () => Promise.resolve());
    if (made !== undefined) say(made);
    if (missing > 0) say(missing === 1 ? '1 migration was run.' : `${missing} migrations were run.`);
    say('The database is up to date.');
  },
});

import { loadConfig } from '../config/config';
import { command } from './command';
import { withDatabase } from './product';

export default command({
  usage: 'migrate',
  help: [
    'Brings the database to the newest version. Every start of the product does so too; where several processes',
    'start, run this once before. Processes that do it at the same time take turns.',
  ],
  options: {},
  async run(_given, { env, say }) {
    await withDatabase(loadConfig(env), () => Promise.resolve());
    say('The database is up to date.');
  },
});

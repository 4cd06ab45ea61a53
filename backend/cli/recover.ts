import { loadConfig } from '../config/config';
import { command } from './command';
import { withPresent } from './product';
import { storageOf } from './storage';

export default command({
  usage: 'recover [DAY]',
  help: [
    'Restores the media that were swept on that day, such as 2026-11-22; without a day, all of the trash.',
  ],
  options: {},
  words: 1,
  async run({ words: [day] }, { env, say }) {
    if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))
      throw new Error(`${day} is no day: give it as 2026-11-22, or none for all of them. Nothing was done.`);
    const config = loadConfig(env);
    await withPresent(config, async (db) => {
      const storage = await storageOf(config, db);
      say(`${await storage.recover(day)} files are back.`);
    });
  },
});

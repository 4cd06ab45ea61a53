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
    if (day !== undefined && !isDay(day))
      throw new Error(`${day} is no day: give it as 2026-11-22, or none for all of them. Nothing was done.`);
    const config = loadConfig(env);
    await withPresent(config, async (db) => {
      const storage = await storageOf(config, db);
      const count = await storage.recover(day);
      if (count === 0)
        say(`There is nothing to bring back in the trash${day === undefined ? '' : ` of ${day}`}.`);
      else say(`${count} files are back.`);
    });
  },
});

/** Some days have the form of one and do not exist, such as 2026-02-30. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

import { loadConfig } from '../config/config';
import { MediaSweep } from '../publishing/housekeeping/media-sweep';
import { command } from './command';
import { withPresent } from './product';
import { storageOf } from './storage';

export default command({
  usage: 'sweep',
  help: [
    'Moves all media that no row of the database names to the trash, in any number. The product does so every hour,',
    'but stops where that would be more than a few.',
  ],
  options: {},
  async run(_given, { env, say }) {
    const config = loadConfig(env);
    await withPresent(config, async (db) => {
      const { files, bytes } = await new MediaSweep(db, await storageOf(config, db)).sweep({ all: true });
      say(`${files} files (${bytes} bytes) that no row names went into the trash.`);
      if (files > 0) say('`cli recover` puts them back within seven days.');
    });
  },
});

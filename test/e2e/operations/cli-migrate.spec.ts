import { MIGRATIONS } from '../../../backend/database/data-source';
import { databaseEnv } from '../../support/app';
import { cli } from '../../support/cli';
import { eachDatabase } from '../../support/databases';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(120_000);

eachDatabase((_, makeConfig) => {
  const scratch = useScratchFolder();

  it('of two `cli migrate` at once, one has made the tables and the other says that it did not', async () => {
    const env = databaseEnv(await makeConfig({ empty: true }));
    const both = await Promise.all([1, 2].map(() => cli(scratch('data'), ['migrate'], { env })));
    expect(both).toMatchObject([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ]);
    const all = both.map(({ out }) => out.split('\n').filter(Boolean));
    const [first = [], second = []] = all.sort((a, b) => b.length - a.length);
    expect(first).toEqual([
      expect.stringMatching(/^(A new database was made|The database was empty)/),
      `${MIGRATIONS.length} migrations were run.`,
      'The database is up to date.',
    ]);
    // It may have looked when some of them were done.
    expect(second).toEqual([
      expect.stringMatching(/^\d+ migrations? (was|were) run by another process meanwhile\.$/),
      'The database is up to date.',
    ]);
  });
});

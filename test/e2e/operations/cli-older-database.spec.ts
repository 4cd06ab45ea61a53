import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { cli } from '../../support/cli';
import { earlierVersions, placeInstallation } from '../../support/upgrade/fixtures';

const OLDER = 'The database is of an older version. Stop the processes of that version';

describe('on the database of an older version, whose processes may be running', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-older-'));
    await placeInstallation(earlierVersions()[0] ?? '', dir);
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const migrations = () => {
    const database = new Sqlite(join(dir, 'pagecast.sqlite'), { readonly: true });
    try {
      return database.prepare('SELECT name FROM migrations ORDER BY id').all();
    } finally {
      database.close();
    }
  };

  it.each([
    ['sweep', []],
    ['recover', []],
    ['move-media', ['--to', 'file:/nowhere']],
    ['admin', ['create', '--email', 'a@example.com']],
    ['admin', ['reset-password', '--email', 'a@example.com']],
    ['rotate-key', ['--drop-old']],
  ])('%s %j changes nothing and says what to do first', async (name, more) => {
    const before = migrations();
    const { code, err } = await cli(dir, [name, ...more]);
    expect([code, err]).toEqual([1, expect.stringContaining(OLDER)]);
    expect(migrations()).toEqual(before);
  });

  it('migrate brings it to this version, and the others work', async () => {
    expect((await cli(dir, ['migrate'])).code).toBe(0);
    expect((await cli(dir, ['sweep'])).code).toBe(0);
  });
});

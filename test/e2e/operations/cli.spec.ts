import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { MIGRATIONS } from '../../../backend/database/data-source';
import { Database } from '../../../backend/database/database';
import { VERSION } from '../../../backend/version';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { fixture } from '../../support/media';
import { useScratchFolder } from '../../support/scratch-folder';

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
}

describe('the command line', () => {
  it('lists its commands when it is asked for help', async () => {
    const { code, out, err } = await cli('/nowhere', ['help']);
    expect([code, err]).toEqual([0, '']);
    for (const name of [
      'migrate',
      'move-database',
      'admin create',
      'admin reset-password',
      'sweep',
      'recover',
    ])
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('tells its version', async () => {
    expect(await cli('/nowhere', ['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  });

  it.each(['constructor', 'toString', 'admin', 'admin delete', 'sweeep'])(
    'names the commands on stderr and ends with 2 for %s',
    async (name) => {
      const { code, out, err } = await cli('/nowhere', name.split(' '));
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(`There is no command ${name}.\nUsage: cli <command>\n`);
    },
  );

  it.each([
    [['sweep', '--al'], "Unknown option '--al'."],
    [['sweep', 'all'], 'Too many words: all.'],
    [['admin', 'create'], '--email is missing.'],
    [['restore', '--from', 'somewhere', '--backup', ''], '--backup is empty.'],
    [['verify', '--backup', 'somewhere', '--date', ' '], '--date is empty.'],
    [['backup', '--to='], '--to is empty.'],
    [['admin', 'create', '--email'], "Option '--email <value>' argument missing."],
  ])('shows the usage on stderr and ends with 2 for %j', async (args, complaint) => {
    const { code, out, err } = await cli('/nowhere', args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Usage: cli (sweep|restore|verify|backup|admin create)/m);
    expect(err.split('\n')[0]).toBe(complaint);
  });

  it('takes an address without a folder for a mistake', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pagecast-cli-'));
    try {
      const ends = (...args: string[]) => cli(dir, args);
      const nothing = 'file: names no folder. Nothing was done.';
      expect(await ends('move-media', '--to', 'file:')).toMatchObject({ code: 1, err: `--to: ${nothing}\n` });
      for (const args of [
        ['backup', '--to'],
        ['restore', '--from'],
        ['verify', '--backup'],
      ])
        expect(await ends(...args, 'file:')).toMatchObject({ code: 1, err: `${nothing}\n` });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('explains a command without a configuration', async () => {
    const env = { PORT: 'none' };
    const { code, out } = await cli('/nowhere', ['recover', '--help'], { env });
    expect([code, out.split('\n')[0]]).toEqual([0, 'Usage: cli recover [DAY]']);
  });

  it('says in one sentence what is wrong, without a value or a stack', async () => {
    const wrong = await cli('/nowhere', ['migrate'], { env: { JWT_SECRET: 'short-secret' } });
    expect(wrong).toEqual({
      code: 1,
      out: '',
      err: 'Please mend:\n  JWT_SECRET: must be at least 32 characters\n',
    });
    const away = await cli('/nowhere', ['migrate'], {
      env: {
        DATABASE_URL: 'mysql://somebody:hunter22@127.0.0.1:1/none',
        JWT_SECRET: 'a'.repeat(32),
        ENCRYPTION_KEY: 'ab'.repeat(32),
      },
    });
    expect([away.code, away.out]).toEqual([1, '']);
    expect(away.err).toMatch(/^the database at 127\.0\.0\.1:1 cannot be reached .*\n$/);
  });
});

describe('where there is no database, because DATA_DIR was forgotten', () => {
  it.each([
    ['sweep'],
    ['recover'],
    ['verify'],
    ['backup --to DIR/backups'],
    ['move-media --to file:DIR/other'],
    ['move-database --to mariadb://u:p@127.0.0.1:1/db'],
    ['admin reset-password --email a@example.com --password-stdin'],
    ['rotate-key --drop-old'],
  ])('%s makes none', async (line) => {
    const parent = await mkdtemp(join(tmpdir(), 'pagecast-cli-'));
    const dir = join(parent, 'data');
    try {
      const { code, out, err } = await cli(dir, line.replace('DIR', parent).split(' '));
      expect([code, out, err]).toEqual([1, '', expect.stringContaining('here is no database ')]);
      expect(err).toContain('Nothing was done.');
      await expect(readdir(dir)).rejects.toThrow('ENOENT');
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });
});

describe('where a command makes the database', () => {
  const scratch = useScratchFolder();

  it('says so, and which, because DATA_DIR may be mistyped', async () => {
    const made = (dir: string) => `A new database was made: ${join(dir, 'pagecast.sqlite')}\n`;
    const first = await cli(scratch('migrated'), ['migrate']);
    expect([first.code, first.out]).toEqual([
      0,
      `${made(scratch('migrated'))}${MIGRATIONS.length} migrations were run.\nThe database is up to date.\n`,
    ]);
    const again = await cli(scratch('migrated'), ['migrate']);
    expect([again.code, again.out]).toEqual([0, 'The database is up to date.\n']);
    const create = ['admin', 'create', '--email', 'a@example.com'];
    expect((await cli(scratch('created'), create)).out).toContain(made(scratch('created')));
    const file = new SqliteHandle(join(scratch('created'), 'pagecast.sqlite'), { readonly: true });
    expect(file.prepare('SELECT count(*) FROM plans').pluck().get()).toBe(3);
    file.close();
    expect((await cli(scratch('migrated'), create)).out).not.toContain('A new database');
  });

  it('counts one migration as one', async () => {
    const file = new SqliteHandle(join(scratch('migrated'), 'pagecast.sqlite'));
    const last = "name = 'HeldBytes1765350000000'";
    const kept = file.prepare(`SELECT count(*) FROM migrations WHERE ${last}`).pluck().get();
    expect(kept).toBe(1);
    file.exec(`DELETE FROM migrations WHERE ${last}`);
    file.close();
    const { out } = await cli(scratch('migrated'), ['doctor']);
    expect(out).toContain('1 migration behind');
  });
});

it('sweeps what no row names, says how much that was, and brings it back', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-cli-'));
  try {
    const app = await startTestApp({ dir });
    const user = await app.users.subscriber({ connected: true });
    await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('rotated.mp4')]);
    await app.running.nest.get(Database).run("DELETE FROM posts WHERE title = 'portrait'");
    await app.end();
    const media = join(dir, 'media');
    const films = async () => (await filesIn(media)).filter((path) => path.endsWith('.mp4')).sort();
    const before = await films();
    const old = new Date(Date.now() - 3 * 3_600_000);
    for (const path of before) await utimes(path, old, old);

    const { length } = await readFile(fixture('portrait.mp4'));
    const swept = await cli(dir, ['sweep']);
    expect([swept.code, swept.out]).toEqual([
      0,
      expect.stringContaining(`1 files (${length} bytes) that no row names went into the trash.`),
    ]);
    expect((await films()).filter((path) => path.includes('trash'))).toHaveLength(1);

    for (const day of ['yesterday', '../..', '2026-1-2', '2026-13-45', '2026-02-30'])
      expect(await cli(dir, ['recover', day])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining(`${day} is no day`),
      });
    expect(await cli(dir, ['recover', '2020-01-01'])).toMatchObject({
      code: 0,
      out: 'There is nothing to bring back in the trash of 2020-01-01.\n',
    });
    expect((await cli(dir, ['recover'])).out).toBe('1 files are back.\n');
    expect(await films()).toEqual(before);
    expect((await cli(dir, ['recover'])).out).toBe('There is nothing to bring back in the trash.\n');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

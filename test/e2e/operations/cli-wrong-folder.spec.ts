import { spawnSync } from 'node:child_process';
import { chmod, chown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../../support/app';
import { CLI, cli } from '../../support/cli';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(180_000);

interface Found {
  check: string;
  state: string;
  text: string;
}

describe('where DATA_DIR is a file, or below one', () => {
  const scratch = useScratchFolder();
  beforeAll(() => writeFile(scratch('file'), 'x'));

  it.each([
    'migrate',
    'rotate-key',
    'backup --to DIR',
    'verify',
    'sweep',
    'admin create --email a@b.cc',
    'restore --from DIR',
    'move-media --to file:DIR',
  ])('%s names the file', async (line) => {
    if (line.startsWith('restore')) await cli(scratch('other'), ['migrate']);
    if (line.startsWith('restore')) await cli(scratch('other'), ['backup', '--to', scratch('backups')]);
    for (const dir of [scratch('file'), join(scratch('file'), 'below')]) {
      const { code, out, err } = await cli(dir, line.replace('DIR', scratch('backups')).split(' '));
      expect([code, out, err]).toEqual([
        1,
        '',
        expect.stringMatching(`^${scratch('file')} is a file and no folder\\. Mend DATA_DIR\\.\n$`),
      ]);
    }
  });

  it('the doctor names the file in each check that needs the folder', async () => {
    for (const dir of [scratch('file'), join(scratch('file'), 'below')]) {
      const { out } = await cli(dir, ['doctor', '--json']);
      const found = (JSON.parse(out) as Found[]).filter(({ check }) =>
        ['data folder', 'keys', 'database'].includes(check),
      );
      const named = {
        state: 'fail',
        text: expect.stringMatching(`^${scratch('file')} is a file and no folder`),
      };
      expect(found).toMatchObject([named, named, named]);
      expect(out).not.toMatch(/ENOTDIR|open to other users/);
    }
  });
});

describe('a database file that this user may read and not write', () => {
  const scratch = useScratchFolder();
  const asRoot = process.geteuid?.() === 0;
  const NOBODY = 65_534;

  it('is named by the doctor and by who would write, and so is what SQLite made like it', async () => {
    const dir = scratch('data');
    const file = join(dir, 'pagecast.sqlite');
    expect(await cli(dir, ['migrate'])).toMatchObject({ code: 0 });
    if (asRoot)
      for (const each of ['', ...(await readdir(dir))]) await chown(join(dir, each), NOBODY, NOBODY);
    await chmod(scratch(), 0o755);
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [CLI, ...args], {
        env: { PATH: process.env.PATH, ...environment(dir, {}) },
        encoding: 'utf8',
        ...(asRoot && { uid: NOBODY, gid: NOBODY }),
      });
    const database = () =>
      (JSON.parse(run('doctor', '--json').stdout) as Found[]).find(({ check }) => check === 'database');
    const writing = () => run('admin', 'create', '--email', 'a@example.com');

    await chmod(file, 0o400);
    expect(database()).toMatchObject({ state: 'fail', text: `${file} cannot be written by this user` });
    expect(writing()).toMatchObject({ status: 1, stderr: expect.stringContaining(file) });

    // The file beside it has got its mode.
    await chmod(file, 0o600);
    const beside = `${file}-shm`;
    expect(database()).toMatchObject({ state: 'fail', text: `${beside} cannot be written by this user` });
    expect(writing()).toMatchObject({
      status: 1,
      stderr: `the database file cannot be opened for writing: ${file}. This user may not write ${beside}.\n`,
    });
    await chmod(beside, 0o600);
    expect(writing()).toMatchObject({ status: 0 });
    expect(database()).toMatchObject({ state: 'ok' });
  });
});

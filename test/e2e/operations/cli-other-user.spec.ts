import { chmod, chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cli } from '../../support/cli';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(120_000);

/** `nobody` of Debian. */
const NOBODY = 65534;
const isRoot = process.geteuid?.() === 0;

const ALL = [
  'doctor',
  'verify',
  'sweep',
  'recover',
  'backup --to DIR',
  'admin reset-password --email a@b.cc',
];

describe('run by a user who may not read the folder', () => {
  const scratch = useScratchFolder();
  let dir: string;
  beforeAll(async () => {
    dir = scratch('product');
    await cli(dir, ['migrate']);
    // What is loaded when it is needed is there before the user changes.
    for (const line of ALL) await cli(dir, line.replace('DIR', scratch('first')).split(' '));
    await chmod(scratch(), 0o777);
  });
  beforeEach(async () => {
    await chmod(dir, isRoot ? 0o700 : 0);
    if (isRoot) process.seteuid?.(NOBODY);
  });
  afterEach(async () => {
    if (isRoot) process.seteuid?.(0);
    await chmod(dir, 0o700);
  });

  it.each(ALL)('%s does not say that nothing is there', async (line) => {
    const { code, out, err } = await cli(dir, line.replace('DIR', scratch('backups')).split(' '));
    expect([code, out + err]).toEqual([
      1,
      expect.stringContaining("pagecast.sqlite cannot be read by this user. Run it as the product's user."),
    ]);
    expect(out + err).not.toMatch(/there is no database|not there yet|first start makes/i);
  });
});

(isRoot || process.env.CI === 'true' ? describe : describe.skip)(
  'run by root, where the product runs as another user',
  () => {
    const scratch = useScratchFolder();
    let dir: string;
    beforeAll(async () => {
      dir = scratch('product');
      expect(await cli(dir, ['admin', 'create', '--email', 'a@example.com'])).toMatchObject({ code: 0 });
      expect(await cli(dir, ['backup', '--to', scratch('backups')])).toMatchObject({ code: 0 });
      for (const name of ['', ...(await readdir(dir))]) await chown(join(dir, name), NOBODY, NOBODY);
    });

    it.each([
      'rotate-key',
      'rotate-key --drop-old',
      'migrate',
      'admin create --email b@example.com',
      'admin reset-password --email a@example.com',
      'restore --replace --from DIR',
      'sweep',
      'recover',
    ])('%s refuses, and leaves no file of root', async (line) => {
      const { code, err } = await cli(dir, line.replace('DIR', scratch('backups')).split(' '));
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/is of another user \(uid 65534\).*sudo -u '#65534'\. Nothing was done\.\n$/),
      ]);
      for (const name of await readdir(dir)) expect((await stat(join(dir, name))).uid).toBe(NOBODY);
    });

    it('reading goes on, and so does all where the files are of root', async () => {
      expect(await cli(dir, ['backup', '--to', scratch('more')])).toMatchObject({ code: 0 });
      for (const name of await readdir(dir)) expect((await stat(join(dir, name))).uid).toBe(NOBODY);
      for (const name of await readdir(dir)) await chown(join(dir, name), 0, 0);
      expect(await cli(dir, ['rotate-key'])).toMatchObject({ code: 0 });
    });
  },
);

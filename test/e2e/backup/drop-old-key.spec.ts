import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../../../backend/backup/places/file-lock';
import { KeyRotation } from '../../../backend/database/key-rotation';
import { databaseEnv, startFake, startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { eachDatabase } from '../../support/databases';
import type { FakeGraph } from '../../support/fake-graph';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(240_000);

const [OLD, NEW] = ['ab'.repeat(32), 'cd'.repeat(32)] as const;
const REFUSED = {
  code: 1,
  err: expect.stringMatching(/^1 process still encrypts with an older key, .*Nothing was changed\.\n$/),
};

let fake: FakeGraph;
beforeAll(async () => {
  fake = await startFake();
});
afterAll(() => fake.stop());

describe('an old key that is kept in DATA_DIR', () => {
  const scratch = useScratchFolder();

  it('stays while a process that was started before the newest one encrypts with it', async () => {
    const dir = scratch('product');
    await mkdir(dir);
    const keys = async () => (await readFile(join(dir, 'encryption-key'), 'utf8')).trim().split(',');
    const before = await startTestApp({ dir, fake });
    expect(await cli(dir, ['rotate-key'])).toMatchObject({ code: 0 });
    expect(await cli(dir, ['rotate-key', '--drop-old'])).toMatchObject(REFUSED);
    expect(await keys()).toHaveLength(2);
    await before.stop();

    const restarted = await startTestApp({ dir, fake });
    expect(await cli(dir, ['rotate-key', '--drop-old'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 old key was removed.'),
    });
    expect(await keys()).toHaveLength(1);
    await restarted.stop();
  });

  it('stays when another key is made while the command looks', async () => {
    const dir = scratch('busy');
    await mkdir(dir);
    const keys = async () => (await readFile(join(dir, 'encryption-key'), 'utf8')).trim().split(',');
    await (await startTestApp({ dir, fake })).stop();
    expect(await cli(dir, ['rotate-key'])).toMatchObject({ code: 0 });
    const product = await startTestApp({ dir, fake });
    await product.users.subscriber({ connected: true });
    await product.stop();
    const both = await keys();

    const left = KeyRotation.prototype.left;
    jest.spyOn(KeyRotation.prototype, 'left').mockImplementationOnce(async function (this: KeyRotation) {
      const found = await left.call(this);
      expect(await cli(dir, ['rotate-key'])).toMatchObject({ code: 0 });
      return found;
    });
    expect(await cli(dir, ['rotate-key', '--drop-old'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Another key was put first meanwhile.*Nothing was changed\.\n$/),
    });
    expect((await keys()).slice(1)).toEqual(both);
  });

  it('is changed by one command at a time', async () => {
    const dir = scratch('at once');
    await mkdir(dir);
    const keys = async () => (await readFile(join(dir, 'encryption-key'), 'utf8')).trim().split(',');
    await (await startTestApp({ dir, fake })).stop();
    const [first = ''] = await keys();
    await withFileLock(join(dir, '.encryption-key.lock'), 'held', async () => {
      for (const args of [['rotate-key'], ['rotate-key', '--drop-old']])
        expect(await cli(dir, args)).toMatchObject({
          code: 1,
          err: expect.stringContaining('Another `cli rotate-key` is under way.'),
        });
      expect(await keys()).toEqual([first]);
    });
    expect(await cli(dir, ['rotate-key'])).toMatchObject({ code: 0 });
    expect((await keys()).slice(1)).toEqual([first]);
  });
});

eachDatabase((_name, makeConfig) => {
  const scratch = useScratchFolder();

  it('says that an old key of the environment may go when every process has the newest, and not before', async () => {
    const dir = scratch('product');
    await mkdir(dir);
    const env = databaseEnv(await makeConfig());
    const start = (ROLE: string, ENCRYPTION_KEY: string) =>
      startTestApp({ dir, fake, env: { ...env, ROLE, ENCRYPTION_KEY } });
    const dropOld = () =>
      cli(dir, ['rotate-key', '--drop-old'], { env: { ...env, ENCRYPTION_KEY: `${NEW},${OLD}` } });
    const publisher = await start('publisher', `${NEW},${OLD}`);
    const api = await start('api', `${OLD},${NEW}`);
    expect(await dropOld()).toMatchObject(REFUSED);
    await api.stop();
    expect(await dropOld()).toMatchObject({
      code: 0,
      out: expect.stringContaining('to the first of its keys'),
    });
    await publisher.stop();
  });
});

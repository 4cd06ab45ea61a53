import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { SEALED } from '../../../backend/app.module';
import { KeyRotation } from '../../../backend/database/key-rotation';
import { PAGE, startTestApp, useApp } from '../../support/app';
import { cli } from '../../support/cli';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(240_000);

const OTHER = 'ab'.repeat(32);
const MISSING =
  /The encryption key is missing: the database has \d+ sealed texts?, ENCRYPTION_KEY is not set/;
const WRONG =
  /The encryption key is not the one of this database: ENCRYPTION_KEY opens none of its \d+ sealed/;

describe('an installation whose encryption key is lost', () => {
  const app = useApp();
  const scratch = useScratchFolder();
  let dir: string;
  let key: string;
  beforeAll(async () => {
    await app.users.subscriber({ connected: true });
    await app.stop();
    dir = scratch('product');
    await cp(app.dir, dir, { recursive: true });
    key = (await readFile(join(dir, 'encryption-key'), 'utf8')).trim();
    await rename(join(dir, 'encryption-key'), scratch('kept'));
  });

  const newest = async (to: string) => {
    const names = (await readdir(to)).filter((name) => /^\d{4}-/.test(name)).sort();
    return join(to, names.at(-1) ?? '');
  };
  const doctor = async (env: Record<string, string> = {}) => {
    const { code, out } = await cli(dir, ['doctor', '--json'], {
      env: { GRAPH_URL: app.fake.graphUrl, ...env },
    });
    return { code, keys: (JSON.parse(out) as { check: string }[]).find(({ check }) => check === 'keys') };
  };
  const hasNoKey = async () => expect(await readdir(dir)).not.toContain('encryption-key');

  it('does not start, and says how to bring the key back', async () => {
    await expect(startTestApp({ dir, fake: app.fake })).rejects.toThrow(MISSING);
    await expect(startTestApp({ dir, fake: app.fake })).rejects.toThrow('"If the key is lost"');
    await hasNoKey();
  });

  it.each([
    ['rotate-key', []],
    ['rotate-key', ['--drop-old']],
    ['admin', ['create', '--email', 'b@example.com']],
    ['admin', ['reset-password', '--email', 'a@example.com']],
  ])('%s %j makes no key', async (name, more) => {
    expect(await cli(dir, [name, ...more])).toMatchObject({ code: 1, err: expect.stringMatching(MISSING) });
    await hasNoKey();
  });

  it('is found by the doctor and by verify', async () => {
    expect(await doctor()).toMatchObject({
      code: 1,
      keys: { state: 'fail', text: expect.stringMatching(MISSING) },
    });
    expect(await cli(dir, ['verify'])).toMatchObject({ code: 1, out: expect.stringMatching(MISSING) });
    await hasNoKey();
  });

  it.each<[string, RegExp, Record<string, string>]>([
    ['no key', MISSING, {}],
    ['the wrong one', WRONG, { ENCRYPTION_KEY: OTHER }],
  ])(
    'is backed up, loudly, without keys, where there is %s; a restore needs the right one',
    async (name, words, env) => {
      const to = scratch(`backups of ${name}`);
      const made = await cli(dir, ['backup', '--to', to, '--keep', '1'], { env });
      expect(made).toMatchObject({ code: 1, err: expect.stringMatching(words) });
      expect(made.err).toContain('No earlier backup was removed');
      await hasNoKey();
      expect(await readdir(await newest(to))).not.toContain('keys');
      const back = (ENCRYPTION_KEY: string) =>
        cli(scratch(`restored ${name}`), ['restore', '--from', to], {
          env: { ENCRYPTION_KEY, GRAPH_URL: app.fake.graphUrl },
        });
      expect(await back(OTHER)).toMatchObject({ code: 1 });
      const restored = await back(key);
      expect(restored).toMatchObject({ code: 0, err: expect.any(String) });
      expect(restored.out).toContain("set it in the product's environment, too");
    },
  );

  it('is found with a key that opens nothing, and no old key is dropped by it', async () => {
    const env = { ENCRYPTION_KEY: OTHER };
    expect(await doctor(env)).toMatchObject({
      code: 1,
      keys: { state: 'fail', text: expect.stringMatching(WRONG) },
    });
    expect(await cli(dir, ['verify'], { env })).toMatchObject({ code: 1, out: expect.stringMatching(WRONG) });
    expect(await cli(dir, ['rotate-key', '--drop-old'], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(WRONG),
    });
  });

  it('goes on with a key of its operator, and people connect again', async () => {
    const own = scratch('own');
    await cp(dir, own, { recursive: true });
    const env = { ENCRYPTION_KEY: OTHER };
    const started = await startTestApp({ dir: own, fake: app.fake, env });
    const user = await started.users.subscriber();
    expect(
      (await user.put('/api/user/facebook-settings', { access_token: PAGE.token, page_id: PAGE.id })).status,
    ).toBe(200);
    await started.stop();
    const { code, out } = await cli(own, ['doctor'], { env: { ...env, GRAPH_URL: app.fake.graphUrl } });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^warn {2}keys .*\d+ sealed texts? fits? none of/m),
    ]);
    const backup = await cli(own, ['backup', '--to', scratch('of own')], { env });
    expect(backup).toMatchObject({ code: 0, err: expect.stringContaining('connect again') });
  });

  it('starts again with its key', async () => {
    await rename(scratch('kept'), join(dir, 'encryption-key'));
    const started = await startTestApp({ dir, fake: app.fake });
    const { columns } = started.running.nest.get<{ columns: unknown[] }>(KeyRotation);
    expect(new Set(columns)).toEqual(new Set(SEALED));
    await started.stop();
    expect(await cli(dir, ['verify'])).toMatchObject({ code: 0 });
  });
});

describe('an installation in which nothing is sealed', () => {
  const scratch = useScratchFolder();

  it('is backed up before its first start without a key being made, and comes back', async () => {
    const dir = scratch('product');
    await mkdir(dir);
    expect(await cli(dir, ['migrate'])).toMatchObject({ code: 0 });
    const made = await cli(dir, ['backup', '--to', scratch('backups')]);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Keys: there are none yet') });
    expect(await readdir(dir)).not.toEqual(expect.arrayContaining([expect.stringMatching(/-key$|-secret$/)]));
    expect(await cli(scratch('other'), ['restore', '--from', scratch('backups')])).toMatchObject({ code: 0 });
  });

  it('gets a new key at a start', async () => {
    const app = await startTestApp({ dir: scratch('product') });
    await app.stop();
    const file = new SqliteHandle(join(app.dir, 'pagecast.sqlite'));
    file.exec('DELETE FROM mails');
    file.close();
    await rm(join(app.dir, 'encryption-key'));
    await (await startTestApp({ dir: app.dir, fake: app.fake })).end();
    await app.fake.stop();
    expect(await readdir(app.dir)).toContain('encryption-key');
  });
});

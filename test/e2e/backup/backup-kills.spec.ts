import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteHandle from 'better-sqlite3';
import { startTestApp, type TestApp } from '../../support/app';
import { cli, startCli } from '../../support/cli';
import { paddedVideo } from '../../support/media';

jest.setTimeout(240_000);

/** After what has appeared, and how much later, the process is killed. */
const DELAYS_MS = [0, 5, 20, 60, 150];
const MEGABYTE = 1_000_000;

describe('a kill', () => {
  let folder = '';
  let app: TestApp;

  const at = (...names: string[]) => join(folder, ...names);
  const find = async (dir: string, form: RegExp) =>
    (await readdir(dir).catch(() => [] as string[])).find((name) => form.test(name));

  /** Kills the command so long after the file or folder is there. @returns whether it came before the end. */
  async function killed(
    dir: string,
    args: string[],
    where: string,
    form: RegExp,
    delayMs: number,
  ): Promise<boolean> {
    const { child, ended } = startCli(dir, args);
    while (child.exitCode === null && !(await find(where, form))) await pause(1);
    await pause(delayMs);
    child.kill('SIGKILL');
    return (await ended).code === null;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-kills-'));
    await mkdir(at('old'));
    app = await startTestApp({ dir: at('old'), env: { ROLE: 'api' } });
    const user = await app.users.subscriber({ connected: true });
    for (const salt of ['1', '2', '3', '4', '5', '6']) {
      const path = await paddedVideo(at(`${salt}.mp4`), 8 * MEGABYTE, { salt });
      const { status } = await user.upload('/api/videos', [path], { titles: [`Film ${salt}`] });
      if (status !== 201) throw new Error(String(status));
    }
    await cli(app.dir, ['backup', '--to', at('good')]);
  });
  afterAll(async () => {
    await app.end();
    await rm(folder, { recursive: true, force: true });
  });

  it('of a backup leaves the one before it whole, and the next one works', async () => {
    const first = await find(at('good'), /^2/);
    let kills = 0;
    for (const delay of DELAYS_MS) {
      await rm(at('good', 'media'), { recursive: true });
      // What is missing in the pool has to be copied again, which takes the time in which the kill comes.
      if (await killed(app.dir, ['backup', '--to', at('good')], at('good'), /\.part$/, delay)) kills++;
      const verified = await cli('/nowhere', ['verify', '--backup', at('good'), '--date', first ?? '']);
      expect(verified.out).not.toContain('was changed');
      expect(await cli(app.dir, ['backup', '--to', at('good')])).toMatchObject({ code: 0 });
      expect(await cli('/nowhere', ['verify', '--backup', at('good')])).toMatchObject({ code: 0 });
      expect(await find(at('good'), /\.part$/)).toBeUndefined();
    }
    expect(kills).toBeGreaterThan(0);
  });

  it('of a restore leaves no database or a whole one, and restoring again works', async () => {
    let kills = 0;
    for (const delay of DELAYS_MS) {
      const dir = at(`new-${delay}`);
      const args = ['restore', '--from', at('good')];
      if (await killed(dir, args, dir, /^\.restoring$/, delay)) kills++;
      if (existsSync(join(dir, 'pagecast.sqlite'))) {
        expect(await cli(dir, ['verify'])).toMatchObject({ code: 0 });
        continue;
      }
      expect(await cli(dir, args)).toMatchObject({ code: 0, err: expect.stringMatching(/^Restoring /) });
      expect(await cli(dir, ['verify'])).toMatchObject({ code: 0 });
      const handle = new SqliteHandle(join(dir, 'pagecast.sqlite'), { readonly: true });
      expect(handle.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(handle.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0);
      handle.close();
      expect(await find(dir, /^\.restoring$/)).toBeUndefined();
    }
    expect(kills).toBeGreaterThan(0);
  });
});

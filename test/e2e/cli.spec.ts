import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Database } from '../../backend/database/database';
import { environment, startTestApp } from '../support/app';
import { fixture } from '../support/media';

// Each command compiles the backend for itself.
jest.setTimeout(240_000);

const ROOT = resolve(__dirname, '../..');

/** @returns what it printed, and how it ended. */
function cli(dir: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const script = ['-r', join(ROOT, 'test/support/register-ts.js'), join(ROOT, 'backend/cli.ts'), ...args];
  const env = { PATH: process.env.PATH, ...environment(dir, {}) };
  return new Promise((done) => {
    execFile(process.execPath, script, { cwd: ROOT, env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
}

it('names its commands to whoever gives none', async () => {
  expect(await cli('/nowhere', 'constructor')).toMatchObject({
    code: 2,
    err: 'Usage: cli migrate | sweep | recover\n',
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
    const swept = await cli(dir, 'sweep');
    expect([swept.code, swept.out]).toEqual([
      0,
      expect.stringContaining(`1 files (${length} bytes) that no row names went into the trash.`),
    ]);
    expect((await films()).filter((path) => path.includes('trash'))).toHaveLength(1);

    for (const day of ['yesterday', '../..', '2026-1-2'])
      expect(await cli(dir, 'recover', day)).toMatchObject({ code: 1, out: '' });
    expect((await cli(dir, 'recover', '2020-01-01')).out).toBe('0 files are back.\n');
    expect((await cli(dir, 'recover')).out).toBe('1 files are back.\n');
    expect(await films()).toEqual(before);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

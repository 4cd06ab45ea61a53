import { join, resolve } from 'node:path';
import { runProgram } from '../../support/docker/run-program';

jest.setTimeout(180_000);

const ROOT = resolve(__dirname, '../../..');

/** `npm run try-image` installs and builds in a clean folder, too. This takes what `npm test` has built. */
it('does the main job with the files of the image alone, read-only, as an ordinary user, and tells its health', async () => {
  const script = join(ROOT, 'test/support/docker/try-image.ts');
  const args = ['-r', join(ROOT, 'test/support/register-ts.js'), script, '--reuse-build'];
  const { code, output } = await runProgram(process.execPath, args, { PATH: process.env.PATH });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/published after \d+ ms/) });
  // `cli migrate`, as the first service of compose.production.yaml.
  expect(output).toContain('The database is up to date.');
  const [, megabytes] = /The product and its packages: (\d+) MB/.exec(output) ?? [];
  expect(Number(megabytes)).toBeGreaterThan(20);
  // Beside a base of some 240 MB, the image stays under 350 MB.
  expect(Number(megabytes)).toBeLessThan(100);
});

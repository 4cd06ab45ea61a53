import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
/** As many as fit into the time that a change may wait for its tests. `npm run simulate` draws any number. */
const SEEDS = 50;

jest.setTimeout(300_000);

it(`holds what it promises in ${SEEDS} drawn runs`, async () => {
  // Outside of Jest, whose sandbox makes each run cost several times as much.
  const program = ['-r', join(ROOT, 'test/support/register-ts.js'), join(__dirname, 'simulate.ts')];
  const child = spawn(process.execPath, [...program, '--seeds', String(SEEDS), '--jobs', '2', '--all'], {
    cwd: ROOT,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const [code] = (await once(child, 'close')) as [number | null];
  // A seed that fails is among these lines, and replays: npm run simulate -- --seed <it>
  if (code !== 0) throw new Error(output.join(''));
  expect(output.join('')).toContain(`${SEEDS} seeds in `);
});

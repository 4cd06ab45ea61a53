import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

/** What would hang does so in a process of its own, and is ended. */
const LIMIT_MS = 30_000;

it(
  'collects everything, and the process lives on',
  () => {
    const script = `
    const { collectEverything } = require('./backend/heap');
    let garbage = Array.from({ length: 1e6 }, (_, n) => ({ n }));
    const before = process.memoryUsage().heapTotal;
    garbage = undefined;
    collectEverything().then(() =>
      setImmediate(() => console.log(process.memoryUsage().heapTotal < before / 2 ? 'smaller' : 'as before')),
    );`;
    const args = ['-r', join(ROOT, 'test/support/register-ts.js'), '-e', script];
    const said = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', timeout: LIMIT_MS });
    expect(said.trim()).toBe('smaller');
  },
  LIMIT_MS * 2,
);

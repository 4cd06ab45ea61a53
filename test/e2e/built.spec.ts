import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

describe('the built server', () => {
  it('takes the code cache that was made for it: without, it starts in twice the time and with more memory', () => {
    const main = resolve(__dirname, '../../dist/server/backend/main.js');
    const ask = `process.stdout.write(String(require(${JSON.stringify(main)}).script.cachedDataRejected))`;
    const { stdout } = spawnSync(process.execPath, ['-e', ask], { encoding: 'utf8' });
    expect(stdout).toBe('false');
  });
});

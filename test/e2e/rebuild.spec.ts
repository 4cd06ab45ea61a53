import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

describe('a rebuild of the server', () => {
  it('runs the new code when the new bundle is as long as the old one', () => {
    // Below the root, so that the bundler finds its packages.
    const folder = mkdtempSync(join(ROOT, 'dist', 'test-rebuild-'));
    try {
      const main = join(folder, 'main.js');
      const said = ['first', 'other'].map((word) => {
        writeFileSync(main, `exports.main = async () => {}; exports.word = '${word}';`);
        execFileSync(process.execPath, [join(ROOT, '.setup', 'bundle-server.mjs'), main]);
        const ask = `const m = require(${JSON.stringify(main)}); console.log(m.word, m.script.cachedDataRejected)`;
        return execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim();
      });
      expect(said).toEqual(['first false', 'other false']);
      expect(readdirSync(folder)).toHaveLength(3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

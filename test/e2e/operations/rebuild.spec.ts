import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

// Under a Node that keeps what it compiled, the second run of each bundle reads that.
it('runs the new code when the new bundle is as long as the old one', () => {
  // Below the root, so that the bundler finds its packages.
  const folder = mkdtempSync(join(ROOT, 'dist', 'test-rebuild-'));
  try {
    const main = join(folder, 'main.js');
    const said = ['first', 'other'].map((word) => {
      writeFileSync(main, `exports.main = async () => { console.log('${word}'); };`);
      execFileSync(process.execPath, [join(ROOT, '.setup', 'bundle-server.mjs'), main]);
      const run = () => execFileSync(process.execPath, [main], { encoding: 'utf8' }).trim();
      return [run(), run()];
    });
    expect(said).toEqual([
      ['first', 'first'],
      ['other', 'other'],
    ]);
    const kept = 'flushCompileCache' in nodeModule ? ['.compile-cache'] : [];
    expect(readdirSync(folder)).toEqual([...kept, 'cli.js', 'main.js', 'server.js', 'server.js.map']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

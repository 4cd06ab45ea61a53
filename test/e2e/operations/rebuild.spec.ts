import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

// While the parts load, the entry has exported nothing yet.
it('leaves nothing in the entry that a part of the bundle needs', () => {
  const folder = join(ROOT, 'dist/server/backend');
  const parts = readdirSync(folder).filter((name) => /^server-.*\.js$/.test(name));
  expect(parts.length).toBeGreaterThan(100);
  const needing = parts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('"./server.js"'));
  expect(needing).toEqual([]);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { useScratchFolder } from '../support/scratch-folder';

const ROOT = resolve(__dirname, '../..');
const scratch = useScratchFolder();

const licences = (root: string) =>
  spawnSync(process.execPath, [join(root, '.setup/sbom.mjs'), '--licences'], { encoding: 'utf8' });

it('finds a licence that is allowed for every package that runs in production', () => {
  const { status, stdout, stderr } = licences(ROOT);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^MIT \(\d+\)$/m);
  expect(stdout).toContain('  fastify@');
  expect(stdout).not.toContain('  typescript@');
});

it.each([
  ['forbidden', 'AGPL-3.0-only', 'AGPL-3.0-only'],
  ['unknown', undefined, 'unknown'],
  ['one of two that are both needed', 'MIT AND GPL-3.0-only', 'MIT AND GPL-3.0-only'],
])('refuses a package whose licence is %s', (_, license, said) => {
  const root = scratch(said);
  mkdirSync(join(root, '.setup'), { recursive: true });
  cpSync(join(ROOT, '.setup/sbom.mjs'), join(root, '.setup/sbom.mjs'));
  const packages = {
    '': {},
    'node_modules/good': { version: '1.0.0', license: '(MIT OR GPL-3.0-only)' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    'node_modules/bad': { version: '2.0.0', license },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const { status, stderr } = licences(root);
  expect([status, stderr.trim()]).toEqual([1, `Not allowed, or not known:\n  bad@2.0.0: ${said}`]);
});

it('writes a bill of materials that has each dependency of package.json, and none of the tools', () => {
  const text = execFileSync(process.execPath, [join(ROOT, '.setup/sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // What npm warns of is about its own settings.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = JSON.parse(text);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'pagecast' } } });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const names = new Set(
    bill.components.map(({ group, name }: { group?: string; name: string }) =>
      group ? `${group}/${name}` : name,
    ),
  );
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
  expect(names).not.toContain('jest');
  expect(Object.keys(devDependencies)).toContain('jest');
});

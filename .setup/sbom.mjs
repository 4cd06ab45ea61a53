/**
 * The software bill of materials of what runs in production, as CycloneDX: `npm run --silent sbom > sbom.json`.
 * `npm run --silent sbom -- --licences` lists the packages by licence; a licence that is not allowed is an error.
 *
 * Works without a network. `npm sbom` needs the packages to be installed; the licences come from the lock file.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** May be shipped with a product whose own sources are not published. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];

/** Looked at one by one: the package, its licence, and why it may be there. */
const JUDGED = {
  // A library of its own beside the product, which anybody may exchange.
  '@img/sharp-libvips-': 'LGPL-3.0-or-later',
  '@img/sharp-win32-': 'Apache-2.0 AND LGPL-3.0-or-later',
  '@img/sharp-wasm32': 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  // Its Readme says MIT, its package.json nothing.
  pause: 'unknown',
};

if (process.argv.includes('--licences')) listLicences();
else bill();

function bill() {
  const npm = process.env.npm_execpath;
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const [command, ...all] = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const { status, stdout } = spawnSync(command, all, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return void (process.exitCode = status ?? 1);
  const document = JSON.parse(stdout);
  const ours = document.metadata.component;
  // npm takes it from the name of the folder.
  ours.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
  // `--omit dev` of npm 11 also leaves out what a tool and the product both need, such as busboy.
  const shipped = new Set(productionPackages().map(({ name, version }) => `${name}@${version}`));
  const isShipped = (ref) => ref === ours['bom-ref'] || shipped.has(ref.replace(/\|.*$/, ''));
  document.components = document.components.filter((component) => isShipped(component['bom-ref']));
  document.dependencies = document.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  console.log(JSON.stringify(document, undefined, 2));
}

function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { license, version }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? olderForm(place) ?? 'unknown',
    }));
}

function listLicences() {
  const byLicence = new Map();
  const refused = [];
  for (const { name, version, licence } of productionPackages()) {
    if (!byLicence.has(licence)) byLicence.set(licence, new Set());
    byLicence.get(licence).add(`${name}@${version}`);
    if (!isAllowed(name, licence)) refused.push(`${name}@${version}: ${licence}`);
  }
  for (const [licence, names] of [...byLicence].sort())
    console.log(`${licence} (${names.size})\n  ${[...names].sort().join('\n  ')}`);
  if (refused.length === 0) return;
  console.error(`\nNot allowed, or not known:\n  ${refused.join('\n  ')}`);
  process.exitCode = 1;
}

/** Packages of before 2015 have a list. The lock file leaves it out, so they have to be installed. */
function olderForm(place) {
  const file = join(root, place, 'package.json');
  if (!existsSync(file)) return undefined;
  const { licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' OR ') : undefined;
}

/** `(MIT OR GPL-3.0)` leaves the choice to us; `A AND B` asks for both. */
function isAllowed(name, licence) {
  if (Object.entries(JUDGED).some(([start, judged]) => name.startsWith(start) && judged === licence))
    return true;
  const plain = licence.replace(/[()]/g, '');
  const allows = plain.includes(' OR ') ? 'some' : 'every';
  return plain.split(/ (?:OR|AND) /)[allows]((each) => ALLOWED.includes(each));
}

/**
 * Writes the tables of docs/scale.md from docs/scale.json, which `npm run capacity` measures. With --check it only tells
 * whether they are current; with values of the profile (`--posts-per-day 5`) it prints them and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as prettier from 'prettier';

const at = (path) => fileURLToPath(new URL(path, new URL('..', import.meta.url)));
const FILE = at('docs/scale.md');
const RESULT = at('docs/scale.json');

const require = createRequire(import.meta.url);
require('../test/support/register-ts.js');
const { usualProfile } = require('../bench/support/capacity-model.ts');
const { argumentOf, tablesFrom, withTables } = require('../bench/support/capacity-tables.ts');

const profile = usualProfile();
const names = Object.keys(profile);
const options = Object.fromEntries(names.map((name) => [argumentOf(name), { type: 'string' }]));
const { values } = parseArgs({ options: { ...options, check: { type: 'boolean' } } });
const given = names.filter((name) => values[argumentOf(name)] !== undefined);
for (const name of given) {
  profile[name] = Number(values[argumentOf(name)]);
  if (!(profile[name] > 0 && Number.isFinite(profile[name]))) {
    console.error(`--${argumentOf(name)} must be a number above 0.`);
    process.exit(1);
  }
}

const tables = tablesFrom(JSON.parse(readFileSync(RESULT, 'utf8')), profile);
if (given.length > 0) {
  for (const table of Object.values(tables)) console.log(`${table}\n`);
} else {
  const before = readFileSync(FILE, 'utf8');
  const after = await prettier.format(withTables(before, tables), {
    ...(await prettier.resolveConfig(FILE)),
    filepath: FILE,
  });
  if (!values.check) writeFileSync(FILE, after);
  else if (before !== after) {
    console.error('docs/scale.md is not what docs/scale.json says: npm run scale-tables.');
    process.exitCode = 1;
  }
}

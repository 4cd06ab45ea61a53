/** Writes the table of the environment variables into docs/operate.md: `npm run variables`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
require('../test/support/register-ts.js');
const { variablesTable } = require('../test/support/variables-table.ts');

const file = join(root, 'docs/operate.md');
const between = /(<!-- variables[^>]*-->\n)[^]*?(<!-- \/variables -->)/;
const text = readFileSync(file, 'utf8');
writeFileSync(
  file,
  text.replace(between, (_, begin, end) => `${begin}\n${variablesTable()}\n\n${end}`),
);

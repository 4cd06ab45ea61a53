/** Writes src/wire.ts from the API's document; with --check it only tells whether the file is current. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import * as prettier from 'prettier';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WIRE = join(ROOT, 'frontend/src/wire.ts');
const HEAD = '/** Generated from the API document by `npm run wire-types`. Do not edit. */\n\n';

/** Only the schemas: the paths are in the calls. */
function schemas() {
  const dir = mkdtempSync(join(tmpdir(), 'pagecast-wire-'));
  try {
    const file = join(dir, 'openapi.json');
    const register = join(ROOT, 'test/support/register-ts.js');
    execFileSync(process.execPath, ['-r', register, join(ROOT, 'backend/openapi-document.ts'), file]);
    const { openapi, info, components } = JSON.parse(readFileSync(file, 'utf8'));
    return { openapi, info, paths: {}, components: { schemas: components.schemas } };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const generated = astToString(await openapiTS(schemas(), { silent: true }));
const components = generated.slice(generated.indexOf('export interface components'));
const text = await prettier.format(HEAD + components.slice(0, components.indexOf('export type $defs')), {
  ...(await prettier.resolveConfig(WIRE)),
  filepath: WIRE,
});

if (!process.argv.includes('--check')) writeFileSync(WIRE, text);
else if (readFileSync(WIRE, 'utf8') !== text) {
  console.error('frontend/src/wire.ts is not what the API document says: run npm run wire-types.');
  process.exitCode = 1;
}

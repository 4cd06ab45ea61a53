/** Writes the OpenAPI document from the sources and lints it with Redocly and Spectral. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'pagecast-openapi-'));
const file = join(folder, 'openapi.json');

try {
  run('-r', './test/support/register-ts.js', 'backend/openapi-document.ts', file);
  run(redocly(), 'lint', file, '--config', 'redocly.yaml', '--format', 'stylish');
  await runSpectral();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Warnings count, as they do with Redocly's own ruleset. */
async function runSpectral() {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [oas] });
  const problems = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  for (const { code, path, message } of problems)
    console.error(`spectral ${code} ${path.join('.')}: ${message}`);
  if (problems.length) process.exitCode = 1;
}

function redocly() {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.redocly);
}

function run(...args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

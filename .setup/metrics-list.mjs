/** Writes docs/metrics.md from the declarations of the metrics; with --check it only tells whether the file is current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';

const ROOT = new URL('..', import.meta.url);
const FILE = fileURLToPath(new URL('docs/metrics.md', ROOT));
const WIDTH = 118;

const require = createRequire(import.meta.url);
require('../test/support/register-ts.js');
const { METRICS } = require('../backend/common/metrics/declarations.ts');

const HEAD = `# Metrics

Written by \`npm run metrics-list\` from \`backend/common/metrics/declarations.ts\`. Do not edit.

\`/metrics\` answers callers on the same machine or, with \`METRICS_TOKEN\` set, those that send it as a bearer token. Every
process has its own \`/metrics\`, also one with \`ROLE=publisher\`.

- **Of the process**: each process counts its own since its start. Add them up: \`sum(rate(…))\`.
- **Of the installation**: read from the rows, and the same from each process. Take one: \`max(…)\`, never \`sum\`.

Labels have the values that are listed here. Routes are patterns. No label holds an id, an address or a token. Beside
these there are the \`process_*\` and \`nodejs_*\` metrics of the library prom-client. The rules in
\`docker/prometheus/alerts.yaml\` and the dashboard in \`docker/grafana/pagecast.json\` use no other names; what to do for an
alert is in [operate.md](operate.md#alerts).
`;

const code = (text) => `\`${text}\``;

function describe([name, { type, help, labels, buckets }]) {
  const lines = [
    ...wrapped(`- ${code(name)} (${type}): ${help}.`),
    ...Object.entries(labels).flatMap(([label, values]) =>
      wrapped(`- ${code(label)}: ${typeof values === 'string' ? values : values.map(code).join(', ')}`, '  '),
    ),
    ...(buckets ? wrapped(`- Buckets up to ${buckets.join(', ')}`, '  ') : []),
  ];
  return lines.join('\n');
}

/** The lines of an item of a list. */
function wrapped(text, indent = '') {
  const lines = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = `${indent}  `;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}

const all = Object.entries(METRICS);
const group = (title, scope) =>
  `## ${title}\n\n${all
    .filter(([, metric]) => metric.scope === scope)
    .map(describe)
    .join('\n')}\n`;
const text = await prettier.format(
  [HEAD, group('Of the process', 'process'), group('Of the installation', 'installation')].join('\n'),
  { ...(await prettier.resolveConfig(FILE)), filepath: FILE },
);

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('docs/metrics.md is not what the declarations say: npm run metrics-list.');
  process.exitCode = 1;
}

/**
 * Makes the built server start three times as fast: its two thousand modules become one file, and what V8 compiles of
 * it lies beside it. Run after `nest build`, it puts a loader in the place of dist/server/backend/main.js, or of the
 * main.js that it is given.
 *
 * The bundle and its cache are named by a hash of the bundle. V8 tells a cache's source only by its length, so under a
 * fixed name a new bundle of the same length would run as the old one.
 *
 * White space goes, as the text stays in memory; names stay, so that a stack trace says where it was.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const [task, main] =
  process.argv[2] === 'cache'
    ? ['cache', resolve(process.argv[3])]
    : ['bundle', resolve(process.argv[2] ?? join(here, '../dist/server/backend/main.js'))];
const folder = dirname(main);

/** With files of their own beside their code, which a bundle would lose; or large and seldom loaded. */
const LEFT_OUTSIDE = ['better-sqlite3', '@node-rs/argon2', 'ffprobe-static', 'sharp', 'mysql2'];

const CACHE_LIMIT_MS = 60_000;
const WARM_UP_MS = 500;

if (task === 'cache') await writeCache();
else await writeBundle();

async function writeBundle() {
  const build = await rolldown({
    input: main,
    platform: 'node',
    treeshake: false,
    // What frameworks look for and do without, such as @nestjs/microservices, stays a require that fails.
    logLevel: 'silent',
    external: (id) => builtinModules.includes(id.replace(/^node:/, '')) || isLeftOutside(id),
  });
  const { output } = await build.generate({
    format: 'cjs',
    codeSplitting: false,
    keepNames: true,
    minify: { mangle: false, compress: false },
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  const code = asFunction(output[0].code);
  const name = `main.${createHash('sha256').update(code).digest('hex').slice(0, 16)}.bundle.js`;
  removeOldBundles();
  writeFileSync(join(folder, name), code);
  writeFileSync(main, readFileSync(join(here, 'bundle-loader.cjs'), 'utf8').replace('BUNDLE_NAME', name));
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'cache', main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: CACHE_LIMIT_MS,
  });
  if (status !== 0) process.stderr.write('No code cache could be made; the server starts more slowly.\n');
}

function removeOldBundles() {
  for (const file of readdirSync(folder))
    if (/^main\..*bundle\.js(\.cache)?$/.test(file)) rmSync(join(folder, file));
}

function isLeftOutside(id) {
  return LEFT_OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`));
}

/** What Node makes of a CommonJS file, in characters of one byte: as such it is read without a copy. */
function asFunction(code) {
  const ascii = code.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `(function (exports, require, module, __filename, __dirname) {${ascii}\n})`;
}

/** Starts the server once on an empty folder, so that the cache has what a start needs and no more. */
async function writeCache() {
  const require = createRequire(main);
  const dataDir = mkdtempSync(join(tmpdir(), 'pagecast-build-'));
  for (const name of Object.keys(process.env)) if (name !== 'PATH') delete process.env[name];
  Object.assign(process.env, { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', NODE_ENV: 'production' });
  try {
    const { main: start, script, bundle } = require(main);
    await start();
    await pause(WARM_UP_MS);
    // A cache fits the flags that it was made under: it is read before backend/heap.ts sets this one.
    setFlagsFromString('--heap-growing-percent=0');
    writeFileSync(`${bundle}.cache`, script.createCachedData());
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.exit();
}

/**
 * Stands in dist for main.js and runs the bundle beside it as if that were it, from V8's code cache where that fits
 * this Node.
 */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'BUNDLE_NAME');

function load() {
  const cache = `${filename}.cache`;
  // A cache of another Node is refused by V8, which then compiles as usual.
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, __dirname);
  return script;
}

// For the build, which writes the cache.
Object.defineProperties(module.exports, { script: { value: load() }, bundle: { value: filename } });

/** Lies in dist as main.js. Newer Nodes (22.8) keep what V8 compiled of the bundle, keyed by its text, for the next start. */
const nodeModule = require('node:module');
const { join } = require('node:path');

// In a folder that cannot be written nothing is kept, and the start is slower.
nodeModule.enableCompileCache?.(join(__dirname, '.compile-cache'));
module.exports = require('./server.js');

if (require.main === module) void module.exports.main();

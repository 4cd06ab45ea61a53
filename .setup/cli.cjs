/** Lies in dist as cli.js: the commands are part of the bundle, and are loaded when one is called. */
const nodeModule = require('node:module');
const { join } = require('node:path');

nodeModule.enableCompileCache?.(join(__dirname, '.compile-cache'));
void require('./server.js').cli();

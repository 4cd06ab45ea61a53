// Loaded first: the process names the packages that it has loaded when it ends.
const Module = require('node:module');

const packages = new Set();
const load = Module._load;
Module._load = function (request, ...more) {
  if (/^(@[\w-]+\/)?[\w.-]+$/.test(request)) packages.add(request);
  return load.call(this, request, ...more);
};
process.on('exit', () => console.log(`loaded: ${[...packages].join(' ')}`));

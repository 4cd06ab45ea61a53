const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those that keep a worker for more than a minute: begun last, the others would have nothing to do beside them. */
const SLOWEST =
  /ui\/(screens|states|admin|library-admin|calendar|live)|e2e\/(publish-silence|publish-processes|publish-mariadb)/;

/** Without times of an earlier run, as on a fresh clone: the slowest first, then what drives a browser, then by size. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    // Puts the times on the tests, where an earlier run left some.
    super.sort(tests);
    return [...tests].sort((a, b) => weight(b) - weight(a));
  }
};

function weight({ path, duration }) {
  // Takes all cores for itself: last, when nothing is beside it.
  if (/simulation\/seeds/.test(path)) return -1;
  if (duration !== undefined) return duration;
  const place = SLOWEST.test(path)
    ? 120_000
    : /test\/ui\//.test(path)
      ? 40_000
      : /test\/(e2e|medium)\//.test(path)
        ? 5_000
        : 0;
  return place + readFileSync(path).length / 100;
}

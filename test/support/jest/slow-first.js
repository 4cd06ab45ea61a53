const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those that mostly wait: for a lease to run out, a silence to end, a process to start. */
const WAITS =
  /e2e\/\w+\/(admin-queue|cli|clock-jumps|events|publish-(kill|mariadb|paused-account|processes|refused-token|repeats|schedule|silence)|retention|shutdown|sign-in-limits|slow-clients|start-sentences|storage-away)|medium\/(database-away|outbox|publisher-clock|storage-ownership)/;

/** Those that keep a worker for more than a minute: begun last, the others would have nothing to do beside them. */
const SLOWEST =
  /ui\/(answers|screens|states|admin-users|shared-videos|home|toasts)|e2e\/publishing\/(publish-silence|publish-mariadb)/;

/** Takes all cores for itself: last, when nothing is beside it. */
const LAST = /simulation\/seeds/;

/**
 * The slowest first; without times of an earlier run, as on a fresh clone, by what a file does and its size. What waits
 * is spread among what works, so that the processors have something to do all the time.
 */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    // Puts the times on the tests, where an earlier run left some.
    super.sort(tests);
    const slowFirst = [...tests].sort((a, b) => weight(b) - weight(a));
    const last = slowFirst.filter(({ path }) => LAST.test(path));
    const waiting = slowFirst.filter(({ path }) => WAITS.test(path));
    const working = slowFirst.filter(({ path }) => !WAITS.test(path) && !LAST.test(path));
    return [...spread(waiting, working), ...last];
  }
};

/** Two lists in one, so that of both as much is done at any time. */
function spread(some, others) {
  const [all, allOthers] = [total(some), total(others)];
  const order = [];
  let [done, doneOthers, next, nextOther] = [0, 0, 0, 0];
  while (next < some.length || nextOther < others.length) {
    const isTurn =
      nextOther === others.length || (next < some.length && done * allOthers <= doneOthers * all);
    const test = isTurn ? some[next++] : others[nextOther++];
    if (isTurn) done += weight(test);
    else doneOthers += weight(test);
    order.push(test);
  }
  return order;
}

const total = (tests) => tests.reduce((sum, test) => sum + weight(test), 0);

/** About how many milliseconds a file takes. */
function weight({ path, duration }) {
  if (duration !== undefined) return duration;
  const usual = SLOWEST.test(path)
    ? 90_000
    : /test\/ui\//.test(path)
      ? 40_000
      : WAITS.test(path)
        ? 30_000
        : /test\/(e2e|medium|simulation)\//.test(path)
          ? 8_000
          : 1_000;
  return usual + readFileSync(path).length / 10;
}

/**
 * Preloaded to learn what durability costs: nothing that the process writes with Node's file calls is synced.
 * SQLite, which does not use them, still syncs its commits.
 */
const fs = require('node:fs');

for (const name of ['fsync', 'fdatasync']) fs[name] = (_fd, done) => process.nextTick(done, null);

void fs.promises.open(__filename).then(async (handle) => {
  const { prototype } = handle.constructor;
  prototype.sync = prototype.datasync = () => Promise.resolve();
  await handle.close();
});

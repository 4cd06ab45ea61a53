import { AsyncLocalStorage, executionAsyncId } from 'node:async_hooks';

/** On Node 20 and 22, whatever watches promises makes the tests of the whole worker slower. */
const isWatched = async (): Promise<boolean> => {
  await Promise.resolve();
  return executionAsyncId() !== 0;
};

describe('the promises of tests', () => {
  it('are watched by nothing, neither by Jest nor by an earlier file', async () => {
    expect(await isWatched()).toBe(false);
  });

  it('are watched while a storage is enabled, where Node has no other way', async () => {
    const storage = new AsyncLocalStorage<number>();
    storage.enterWith(1);
    const [major = 0] = process.versions.node.split('.').map(Number);
    expect(await isWatched()).toBe(major < 24);
    storage.disable();
  });
});

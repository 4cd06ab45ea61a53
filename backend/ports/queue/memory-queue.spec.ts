import { setImmediate as turn } from 'node:timers/promises';
import { MemoryQueue } from './memory-queue';
import { queueContract } from './queue.contract';

queueContract('this process', () =>
  Promise.resolve({ queue: new MemoryQueue(), quiet: () => turn(), end: () => Promise.resolve() }),
);

describe('a queue in this process', () => {
  it('counts what is in line as taken, at once', () => {
    const queue = new MemoryQueue();
    queue.serve(() => new Promise(() => undefined), 2);
    queue.wake(1);
    expect(queue.free).toBe(1);
    for (const id of [2, 3]) queue.wake(id);
    expect(queue.free).toBe(0);
  });
});

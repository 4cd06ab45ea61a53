import { setImmediate as turn } from 'node:timers/promises';
import { MemoryQueue } from './memory-queue';
import { queueContract } from './queue.contract';

queueContract('this process', () =>
  Promise.resolve({ queue: new MemoryQueue(), quiet: () => turn(), end: () => Promise.resolve() }),
);

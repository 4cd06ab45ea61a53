import { rm } from 'node:fs/promises';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { idleMemory } from './support/idle-memory';
import { Product, scratchDir } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess } from './support/server-process';
import { inTurns, median } from './support/statistics';

const ROUNDS = 11;
/** Node 20 compiles the bundle at each start; newer ones keep what they compiled. */
const START_LIMIT_MS = 'flushCompileCache' in nodeModule ? 350 : 600;

export const start: Benchmark = {
  name: 'start',
  run: async () => [...(await startUp()), ...(await idleMemory())],
};

/** From the start of the process to the first 200, on a data folder that has been used before. */
async function startUp(): Promise<Row[]> {
  const dir = await scratchDir('start');
  const product = () => Product.start({ dir }).then(({ server }) => timed(server));
  const bare = () =>
    ServerProcess.start([join(__dirname, 'support/bare-server.js')], { readyPath: '/' }).then(timed);
  try {
    const { ours, baseline } = await inTurns(ROUNDS, { ours: product, baseline: bare });
    return [
      bound('process start to first 200', median(ours), { unit: 'ms', atMost: START_LIMIT_MS, values: ours }),
      comparison('process start to first 200', ours, baseline, {
        unit: 'ms',
        baselineName: 'bare node:http',
      }),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function timed(server: ServerProcess): Promise<number> {
  await server.stop();
  return server.startedInMs;
}

import { setTimeout as pause } from 'node:timers/promises';
import { idleMemory } from './support/idle-memory';
import { InstantGraph } from './support/instant-graph-process';
import { Publishing } from './support/publishing-product';
import { bound, type Benchmark, type Row } from './support/report';
import { median } from './support/statistics';

const MEGABYTE = 1024 * 1024;
const FILE_BYTES = 100 * MEGABYTE;
const ROUNDS = 3;
const SETTLE_MS = 5_000;

/** The idle memory, and what publications of 100 MB each take beyond it, at the highest. */
export const memory: Benchmark = {
  name: 'memory',
  run: async () => {
    const rows = await idleMemory();
    for (const [slots, atMost] of [
      [1, undefined],
      [16, undefined],
      [64, 128],
      [256, undefined],
    ] as const)
      rows.push(await ofPublications(slots, atMost));
    return rows;
  },
};

async function ofPublications(slots: number, atMost: number | undefined): Promise<Row> {
  const grown: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const graph = await InstantGraph.start();
    const publishing = await Publishing.start({
      graph,
      slots,
      posts: slots,
      accounts: slots,
      fileBytes: FILE_BYTES,
    });
    try {
      await pause(SETTLE_MS);
      const { server } = publishing.product;
      const idle = server.resident;
      server.forgetPeak();
      await publishing.publish(slots);
      await graph.published(slots);
      grown.push((server.peak - idle) / MEGABYTE);
    } finally {
      await publishing.end();
      await graph.end();
    }
  }
  return bound(`memory above idle, ${slots} publications of 100 MB`, median(grown), {
    unit: 'MB',
    atMost,
    values: grown,
  });
}

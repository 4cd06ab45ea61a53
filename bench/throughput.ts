import { randomFillSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultConcurrency } from '../backend/config/concurrency';
import { InstantGraph } from './support/instant-graph-process';
import { scratchDir } from './support/product';
import { FILE_BYTES, Publishing } from './support/publishing-product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess, TYPESCRIPT } from './support/server-process';
import { inTurns, median } from './support/statistics';

const ROUNDS = 5;

/** Of one publication: start, bytes, one look, finish, one look. */
const CALLS = 5;
const SLOW_MS = 200;

const BURST = 1_000;

/** Posts per round, so that each takes some seconds. */
const SETTINGS = [
  { slots: 1, posts: 200, slowPosts: 6 },
  { slots: 16, posts: 800, slowPosts: 80 },
  { slots: 64, posts: 800, slowPosts: 320 },
];

export const throughput: Benchmark = {
  name: 'throughput',
  run: async () => {
    const rows: Row[] = [];
    for (const { slots, posts, slowPosts } of SETTINGS) {
      rows.push(await againstBareLoop(slots, posts));
      rows.push(await withSlowCalls(slots, slowPosts));
    }
    rows.push(...(await burst()));
    return rows;
  },
};

async function againstBareLoop(slots: number, posts: number): Promise<Row> {
  const graph = await InstantGraph.start();
  const ours = await Publishing.start({ graph, slots, posts: posts * (ROUNDS + 1) });
  const bare = await BareLoop.start({ graph, slots });
  try {
    const rates = await inTurns(ROUNDS, {
      ours: () => graph.rate(posts, () => ours.publish(posts)),
      bare: () => graph.rate(posts, () => bare.publish(posts)),
    });
    return comparison(`posts a second, ${slots} at once`, rates.ours, rates.bare, {
      unit: 'posts/s',
      baselineName: 'bare loop',
      atLeast: 0.7,
    });
  } finally {
    await ours.end();
    await bare.end();
    await graph.end();
  }
}

/** Against what the network's own time allows. */
async function withSlowCalls(slots: number, posts: number): Promise<Row> {
  const graph = await InstantGraph.start(SLOW_MS);
  const ours = await Publishing.start({ graph, slots, posts: posts * 3 });
  try {
    const { ours: rates } = await inTurns(2, { ours: () => graph.rate(posts, () => ours.publish(posts)) });
    const allowed = (slots * 1000) / (CALLS * SLOW_MS);
    return bound(`of what ${SLOW_MS} ms a call allow, ${slots} at once`, median(rates) / allowed, {
      unit: '',
      atLeast: 0.85,
      values: rates,
    });
  } finally {
    await ours.end();
    await graph.end();
  }
}

/** A thousand accounts with a post each, all due within one second; as many at once as the product takes by itself. */
async function burst(): Promise<Row[]> {
  const graph = await InstantGraph.start();
  const ours = await Publishing.start({ graph, slots: defaultConcurrency(), posts: BURST, accounts: BURST });
  try {
    const due = Date.now() + 2_000;
    await ours.schedule(BURST, (n) => due + n);
    await graph.published(BURST);
    const { startedAt, lastStartAt } = await graph.tally();
    const early = Object.entries(startedAt).map(([page, at]) => at - (due + Number(page) - 7_000_000_001));
    return [
      bound(`last first byte, ${BURST} due in one second`, lastStartAt - (due + BURST), {
        unit: 'ms',
        atMost: 1_000,
      }),
      bound('earliest of them', Math.min(...early), { unit: 'ms', atLeast: 0 }),
    ];
  } finally {
    await ours.end();
    await graph.end();
  }
}

class BareLoop {
  private constructor(
    private readonly server: ServerProcess,
    private readonly dir: string,
  ) {}

  static async start({ graph, slots }: { graph: InstantGraph; slots: number }): Promise<BareLoop> {
    const dir = await scratchDir('bare-loop');
    const file = join(dir, 'video');
    await writeFile(file, randomFillSync(Buffer.alloc(FILE_BYTES)));
    const server = await ServerProcess.start(
      [...TYPESCRIPT, join(__dirname, 'support/publish-baseline.ts')],
      {
        readyPath: '/?posts=0',
        env: {
          DIR: dir,
          FILE: file,
          FILE_BYTES: String(FILE_BYTES),
          GRAPH_URL: graph.url,
          WORKERS: String(slots),
        },
      },
    );
    return new BareLoop(server, dir);
  }

  async publish(posts: number): Promise<void> {
    await (await fetch(`${this.server.url}/?posts=${posts}`)).text();
  }

  async end(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

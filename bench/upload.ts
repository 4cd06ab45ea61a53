import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/client';
import { HealthProbe } from './support/health-probe';
import { Product, scratchDir } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess, TYPESCRIPT } from './support/server-process';
import { inTurns, median, quantile } from './support/statistics';
import { send, videoBody, type VideoBody } from './support/video-body';

const MEGABYTE = 1024 * 1024;
const ROUNDS = 5;
const LANES = 8;
const MANY_LANES = 64;

/** Uploads one after another in a round of one lane: a single one would be over too soon to be timed well. */
const IN_A_ROW = 3;

/** What each lane of the memory runs uploads in all; the peak would grow with the number of bytes. */
const LANE_BYTES = 200 * MEGABYTE;
const MEMORY_ROUNDS = 3;
const SETTLE_MS = 5_000;

/** Something that takes uploads. */
interface Receiver {
  upload(lane: number, body: VideoBody): Promise<void>;
  /** Forgets what was uploaded. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

export const upload: Benchmark = {
  name: 'upload',
  run: async () => [...(await throughput()), ...(await memory())],
};

async function throughput(): Promise<Row[]> {
  const body = await videoBody(100 * MEGABYTE);
  const ours = await productReceiver();
  const pipe = await baselineReceiver('pipe');
  const multer = await baselineReceiver('multer');
  // None that syncs besides ours: rented disks allow so many bytes, and what one takes the next lacks.
  const all = { ours, pipe, multer };
  try {
    const rows: Row[] = [];
    for (const lanes of [1, LANES]) {
      const files = lanes === 1 ? IN_A_ROW : 1;
      const rates = await inTurns(
        ROUNDS,
        mapped(all, (receiver) => () => rate(receiver, body, lanes, files)),
      );
      const against = (
        what: string,
        of: number[],
        baseline: number[],
        baselineName: string,
        atLeast?: number,
      ) =>
        rows.push(
          comparison(`${what}, ${lanes} x 100 MB`, of, baseline, { unit: 'MB/s', baselineName, atLeast }),
        );
      against('upload', rates.ours, rates.pipe, 'pipe', 0.7);
      against('upload', rates.ours, rates.multer, 'multer', lanes === 1 ? 1.05 : 1.45);
    }
    rows.push(await health(ours, body));
    return rows;
  } finally {
    for (const receiver of Object.values(all)) await receiver.end();
  }
}

/** How the others fare meanwhile. */
async function health(ours: ProductReceiver, body: VideoBody): Promise<Row> {
  const probe = HealthProbe.start(`${ours.product.url}/health/live`);
  await rate(ours, body, LANES, 1);
  await rate(ours, body, LANES, 2);
  const latencies = await probe.stop();
  return bound(`/health/live p99, ${LANES} uploads`, quantile(latencies, 0.99), { unit: 'ms', atMost: 10 });
}

async function memory(): Promise<Row[]> {
  const small = await videoBody(10 * MEGABYTE);
  const large = await videoBody(100 * MEGABYTE);
  const grown = await inTurns(MEMORY_ROUNDS, { small: () => growth(small), large: () => growth(large) });
  const [of10, of100] = [median(grown.small), median(grown.large)];
  const ofMany = await growth(large, MANY_LANES);
  const mib = (bytes: number) => bytes / MEGABYTE;
  return [
    bound(`memory above idle, ${LANES} x 100 MB`, mib(of100), {
      unit: 'MB',
      atMost: 64,
      values: grown.large,
    }),
    bound(`memory above idle, ${LANES} x 10 MB`, mib(of10), { unit: 'MB', atMost: 64, values: grown.small }),
    bound(`memory above idle, ${MANY_LANES} x 100 MB`, mib(ofMany), { unit: 'MB', atMost: 256 }),
    bound('memory, 100 MB over 10 MB files', (of100 / of10 - 1) * 100, { unit: '%', atMost: 10 }),
  ];
}

/** What a fresh process takes beyond its idle memory while all lanes upload, at the highest. */
async function growth(body: VideoBody, lanes = LANES): Promise<number> {
  const receiver = await productReceiver(lanes);
  try {
    await rate(receiver, body, 1, 1);
    await pause(SETTLE_MS);
    const idle = receiver.product.server.resident;
    receiver.product.server.forgetPeak();
    await rate(receiver, body, lanes, lanes === LANES ? LANE_BYTES / body.fileBytes : 1);
    return receiver.product.server.peak - idle;
  } finally {
    await receiver.end();
  }
}

/** @returns megabytes of video a second, from the first byte sent to the last answer. */
async function rate(receiver: Receiver, body: VideoBody, lanes: number, files: number): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let n = 0; n < files; n++) await receiver.upload(lane, body);
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  await receiver.clear();
  return (lanes * files * body.fileBytes) / MEGABYTE / seconds;
}

class ProductReceiver implements Receiver {
  private readonly uploaded: { user: Client; id: number }[] = [];

  constructor(
    readonly product: Product,
    private readonly users: Client[],
  ) {}

  async upload(lane: number, body: VideoBody): Promise<void> {
    const user = this.users[lane]!;
    const answer = await send(`${this.product.url}/api/videos`, body, user.token);
    const { videos } = JSON.parse(answer) as { videos: { id: number }[] };
    this.uploaded.push({ user, id: videos[0]!.id });
  }

  async clear(): Promise<void> {
    for (const { user, id } of this.uploaded.splice(0)) await user.delete(`/api/videos/${id}`);
  }

  end(): Promise<void> {
    return this.product.end();
  }
}

async function productReceiver(lanes = LANES): Promise<ProductReceiver> {
  const product = await Product.start();
  return new ProductReceiver(product, await product.subscribers(lanes));
}

async function baselineReceiver(kind: 'pipe' | 'multer'): Promise<Receiver> {
  const dir = await scratchDir(kind);
  const args = [...TYPESCRIPT, join(__dirname, 'support/upload-baseline.ts'), kind];
  const server = await ServerProcess.start(args, { readyPath: '/', env: { DIR: dir } });
  return {
    upload: async (_lane, body) => {
      await send(server.url, body);
    },
    clear: async () => {
      await fetch(server.url, { method: 'DELETE' });
    },
    end: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function mapped<Name extends string, From, To>(
  values: Record<Name, From>,
  change: (value: From) => To,
): Record<Name, To> {
  return Object.fromEntries(
    Object.entries<From>(values).map(([name, value]) => [name, change(value)]),
  ) as Record<Name, To>;
}

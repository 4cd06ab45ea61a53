import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/client';
import { FakeGraphProcess } from '../test/support/fake-graph';
import { RedisServer } from '../test/support/redis-server';
import { connected, pageOf, uploadEach } from './support/page-users';
import { Product } from './support/product';
import { bound, comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess, TYPESCRIPT } from './support/server-process';
import { quantile } from './support/statistics';

const USERS = 25;
const WAVES = 8;

/** Ten a second, nearly twice what an installation of ten thousand pages has on average, and no multiple of the tick. */
const APART_MS = 101;
const LEAD_MS = 3_000;
const CALM_MS = 2_000;

/** From the due instant to the first byte of the first call, by the network's wall clock; it counts whole milliseconds. */
export const lateness: Benchmark = {
  name: 'lateness',
  run: async () => {
    const fake = new FakeGraphProcess();
    const hosts = await fake.start();
    const product = await Product.start({
      env: { NETWORK: 'live', GRAPH_URL: hosts.graphUrl, RUPLOAD_URL: hosts.ruploadUrl },
    });
    try {
      const users = await connected(product, fake, USERS);
      const due = await schedule(product, users);
      const late = await latenessOf(fake, users, due);
      return [...judge(late), ...(await againstBullmq(late))];
    } finally {
      await product.end();
      await fake.stop();
    }
  },
};

/** Waves of one post per user. @returns the due instants, by user and wave. */
async function schedule(product: Product, users: Client[]): Promise<number[][]> {
  const ids = await uploadEach(product, users, WAVES);
  const first = Date.now() + LEAD_MS + USERS * WAVES * 5;
  const due = users.map((_, n) =>
    Array.from({ length: WAVES }, (__, wave) => first + (wave * USERS + n) * APART_MS + wave * CALM_MS),
  );
  for (const [n, user] of users.entries()) {
    for (const [wave, id] of ids[n]!.entries()) {
      const scheduled_for = new Date(due[n]![wave]!).toISOString();
      const { status } = await user.put(`/api/videos/${id}/reschedule`, { scheduled_for });
      if (status !== 200) throw new Error(`a reschedule was answered with ${status}`);
    }
  }
  if (Date.now() > first) throw new Error('scheduling took longer than the lead; nothing was measured');
  await pause(due.at(-1)!.at(-1)! - Date.now() + CALM_MS);
  return due;
}

async function latenessOf(fake: FakeGraphProcess, users: Client[], due: number[][]): Promise<number[]> {
  const calls = await fake.history('reels.start');
  const late = users.flatMap((_, n) =>
    calls.filter(({ page }) => page === pageOf(n)).map(({ date }, wave) => Date.parse(date) - due[n]![wave]!),
  );
  if (late.length !== USERS * WAVES) throw new Error(`${late.length} of ${USERS * WAVES} posts were started`);
  const violations = await fake.violations();
  if (violations.length) throw new Error(`the network complains: ${violations.slice(0, 3).join('; ')}`);
  return late;
}

function judge(late: number[]): Row[] {
  return [
    bound(`lateness of ${late.length} posts, min`, Math.min(...late), { unit: 'ms', atLeast: 0 }),
    bound('lateness p50', quantile(late, 0.5), { unit: 'ms', atMost: 5 }),
    bound('lateness p99', quantile(late, 0.99), { unit: 'ms', atMost: 25 }),
    bound('lateness max', Math.max(...late), { unit: 'ms' }),
  ];
}

/** The same number of jobs, as far apart. They call nobody. */
async function againstBullmq(ours: number[]): Promise<Row[]> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('There is no redis-server: lateness is not held against BullMQ.');
    return [];
  }
  const redis = await RedisServer.start();
  const args = [...TYPESCRIPT, join(__dirname, 'support/bullmq-baseline.ts')];
  const server = await ServerProcess.start(args, { readyPath: '/', env: { REDIS_URL: redis.url } });
  try {
    const first = Date.now() + LEAD_MS;
    const due = ours.map((_, n) => first + n * APART_MS);
    const late = (await (await fetch(`${server.url}/?due=${due.join()}`)).json()) as number[];
    return [
      comparison('lateness p99', [quantile(ours, 0.99)], [quantile(late, 0.99)], {
        unit: 'ms',
        baselineName: 'BullMQ',
        atMost: 0.3,
      }),
    ];
  } finally {
    await server.stop();
    await redis.end();
  }
}

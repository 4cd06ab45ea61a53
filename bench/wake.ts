import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/client';
import { FakeGraphProcess } from '../test/support/fake-graph';
import { RedisServer } from '../test/support/redis-server';
import { connected, pageOf, uploadEach } from './support/page-users';
import { Product } from './support/product';
import { bound, type Benchmark, type Row } from './support/report';
import { quantile } from './support/statistics';

const USERS = 25;
const WAVES = 4;

/** No multiple of the tick. */
const APART_MS = 101;
const CALM_MS = 2_000;

/** A tick, and what it starts. */
const MOST_WITHOUT_REDIS_MS = 1_100;
const MOST_WITH_REDIS_MS = 50;

/**
 * From the answer of an api process that makes a post due to the first call by a publisher process, by the wall clock,
 * with Redis between them and without.
 */
export const wake: Benchmark = {
  name: 'wake',
  run: async () => {
    const redis = await RedisServer.start();
    try {
      return [
        ...(await measure('with Redis', { QUEUE_URL: redis.url }, MOST_WITH_REDIS_MS)),
        ...(await measure('without Redis', {}, MOST_WITHOUT_REDIS_MS)),
      ];
    } finally {
      await redis.end();
    }
  },
};

async function measure(name: string, queue: Record<string, string>, atMost: number): Promise<Row[]> {
  const fake = new FakeGraphProcess();
  const hosts = await fake.start();
  const network = { NETWORK: 'live', GRAPH_URL: hosts.graphUrl, RUPLOAD_URL: hosts.ruploadUrl };
  const env = { ...network, ...queue };
  const api = await Product.start({ env: { ...env, ROLE: 'api' } });
  const publisher = await Product.start({ env: { ...env, ROLE: 'publisher' }, dir: api.dir });
  try {
    const users = await connected(api, fake, USERS);
    const answeredAt = await postNow(users, await uploadEach(api, users, WAVES));
    const late = await lateness(fake, answeredAt);
    return [
      bound(`${name}: p50 of ${late.length} posts`, quantile(late, 0.5), { unit: 'ms' }),
      bound(`${name}: p99`, quantile(late, 0.99), { unit: 'ms', atMost }),
      bound(`${name}: max`, Math.max(...late), { unit: 'ms' }),
    ];
  } finally {
    await publisher.server.stop();
    await api.end();
    await fake.stop();
  }
}

/** Waves of one post per user. @returns when each was answered, by user and wave */
async function postNow(users: Client[], ids: number[][]): Promise<number[][]> {
  const answeredAt: number[][] = users.map(() => []);
  for (let wave = 0; wave < WAVES; wave++) {
    for (const [n, user] of users.entries()) {
      const scheduled_for = new Date().toISOString();
      const { status } = await user.put(`/api/videos/${ids[n]![wave]!}/reschedule`, { scheduled_for });
      if (status !== 200) throw new Error(`a reschedule was answered with ${status}`);
      answeredAt[n]!.push(Date.now());
      await pause(APART_MS);
    }
    await pause(CALM_MS);
  }
  return answeredAt;
}

/** A publisher that is faster than the answer is not late. */
async function lateness(fake: FakeGraphProcess, answeredAt: number[][]): Promise<number[]> {
  const calls = await fake.history('reels.start');
  const late = answeredAt.flatMap((own, n) =>
    calls
      .filter(({ page }) => page === pageOf(n))
      .map(({ date }, wave) => Math.max(0, Date.parse(date) - own[wave]!)),
  );
  if (late.length !== USERS * WAVES) throw new Error(`${late.length} of ${USERS * WAVES} posts were started`);
  return late;
}

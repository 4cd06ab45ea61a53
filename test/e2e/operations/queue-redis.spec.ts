import { resolve } from 'node:path';
import { LEASE_MS } from '../../../backend/accounts/turns/account-turns';
import { Client } from '../../support/client';
import { eventually } from '../../support/eventually';
import { nowToPost } from '../../support/post-times';
import type { Product } from '../../support/process';
import { onRedis, RedisServer } from '../../support/redis-server';
import { TwoProcesses } from '../../support/two-processes';

jest.setTimeout(150_000);

const NAMES_MODULES = resolve(__dirname, '../../support/names-modules.cjs');
const AN_HOUR_S = '3600';
const PASSWORD = 'a-password-that-nobody-may-read';

const queueOf = async ({ url }: Product): Promise<string> =>
  (await new Client(url).get('/health/ready')).body.queue;

const saysOf = (product: Product, health: string) =>
  eventually(
    () => queueOf(product),
    (now) => now === health,
  );

/** What it has told of Redis so far. */
const toldBy = ({ logs }: Product): string[] =>
  logs.flatMap(({ msg }) => /^Redis (cannot be used|works again)/.exec(String(msg))?.slice(1) ?? []);

const loadedBy = async (product: Product): Promise<string[]> => {
  product.signal('SIGTERM');
  expect(await product.exit()).toEqual({ code: 0, signal: null });
  const line = product.printed.find((text) => text.startsWith('loaded: ')) ?? '';
  return line.split(' ').filter((name) => /bull|ioredis/.test(name));
};

onRedis('with Redis between them', () => {
  let server: RedisServer;
  let processes: TwoProcesses;
  let env: Record<string, string>;
  beforeEach(async () => {
    server = await RedisServer.at();
    env = { QUEUE_URL: `redis://:${PASSWORD}@127.0.0.1:${server.port}` };
  });
  afterEach(async () => {
    const all = processes.products.flatMap(({ logs, printed }) => [JSON.stringify(logs), ...printed]);
    await processes.end();
    await server.end();
    expect(all.join('\n')).not.toContain(PASSWORD);
  });
  const startRedis = () => server.start('--requirepass', PASSWORD);

  it('a publisher learns from an api process what is due, long before its tick', async () => {
    await startRedis();
    processes = await TwoProcesses.start({ ...env, ROLE: 'api', PUBLISH_TICK_SECONDS: AN_HOUR_S });
    const publisher = await processes.spawn({ ...env, ROLE: 'publisher', PUBLISH_TICK_SECONDS: AN_HOUR_S });
    const [api] = processes.products as [Product];
    await Promise.all([saysOf(api, 'ok'), saysOf(publisher, 'ok')]);
    const user = await processes.user();

    const first = await processes.post(user, 'Post now', 40_000, await nowToPost());
    expect((await processes.ended(api, user, first)).status).toBe('published');

    const second = await processes.post(user, 'Moved up', 40_000);
    const at = await nowToPost(2_000);
    processes.fake.expectNotBefore('Moved up', at);
    const moved = await user.put(`/api/videos/${second}/reschedule`, { scheduled_for: at.toISOString() });
    expect(moved.status).toBe(200);
    expect((await processes.ended(api, user, second)).status).toBe('published');
    expect(processes.fake.violations()).toEqual([]);
  });

  it('the loss of Redis costs a tick and is told once, by every process', async () => {
    processes = await TwoProcesses.start({ ...env, ROLE: 'api' });
    const publisher = await processes.spawn({ ...env, ROLE: 'publisher' });
    const both = processes.products;
    const [api] = both as [Product];
    const user = await processes.user();
    const told = () => Promise.resolve(both.map(toldBy));
    const everybodyTold = (words: string) =>
      eventually(told, (all) => all.every((lines) => lines.at(-1) === words));
    const publishes = async (title: string) => {
      const id = await processes.post(user, title, 40_000, await nowToPost());
      expect((await processes.ended(api, user, id)).status).toBe('published');
    };
    // It is not there yet.
    await Promise.all(both.map((product) => saysOf(product, 'degraded')));
    await everybodyTold('cannot be used');
    await publishes('Before Redis');
    for (let round = 0; round < 2; round++) {
      await startRedis();
      await Promise.all(both.map((product) => saysOf(product, 'ok')));
      await publishes(`With Redis ${round}`);
      await server.stop();
      await Promise.all(both.map((product) => saysOf(product, 'degraded')));
      await everybodyTold('cannot be used');
      const before = await told();
      await publishes(`Without Redis ${round}`);
      expect(await told()).toEqual(before);
    }
    for (const product of [api, publisher]) {
      // One and the other in turn. A Redis that gets no processor for half a second is lost once more.
      const lines = toldBy(product);
      expect(lines.length).toBeGreaterThanOrEqual(5);
      expect(lines).toEqual(lines.map((_, n) => (n % 2 ? 'works again' : 'cannot be used')));
      expect(product.logs.filter(({ level }) => level >= 50 || level === 'error')).toEqual([]);
    }
    expect(processes.fake.violations()).toEqual([]);
  });

  it('another publisher takes over from one that was killed, although Redis cannot know of it', async () => {
    await startRedis();
    processes = await TwoProcesses.start({ ...env, ROLE: 'api' });
    const killed = await processes.spawn({ ...env, ROLE: 'publisher' });
    const [api] = processes.products as [Product];
    const user = await processes.user();
    processes.fake.fault({ on: 'reels.bytes', do: { drip: 10_000 } });
    const half = new Promise<void>((goOn) => processes.fake.onBytes('reels.bytes', 10_000, () => goOn()));
    const id = await processes.post(user, 'Taken over', 400_000, await nowToPost());
    await half;
    await killed.kill();
    await processes.spawn({ ...env, ROLE: 'publisher' });
    const item = await processes.ended(api, user, id, 2 * LEASE_MS);
    expect(item.status).toBe('published');
    expect(processes.fake.published()).toHaveLength(1);
  });
});

describe('without Redis', () => {
  it('loads neither Bull nor its module', async () => {
    const env = { NODE_OPTIONS: `--require ${NAMES_MODULES}` };
    const processes = await TwoProcesses.start(env);
    try {
      const [product] = processes.products as [Product];
      expect(await loadedBy(product)).toEqual([]);
      const away = { ...env, QUEUE_URL: 'redis://127.0.0.1:1', ROLE: 'api' };
      expect(await loadedBy(await processes.spawn(away))).toContain('bull');
    } finally {
      await processes.end();
    }
  });
});

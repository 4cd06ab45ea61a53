import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from '../backend/ports/queue/queue';
import { MemoryQueue } from '../backend/ports/queue/memory-queue';
import { BullQueue } from '../backend/ports/queue/bull-queue';
import { openBullQueue } from '../backend/ports/queue/bull-queue-under-test.contract';
import { DuePosts } from '../backend/publishing/publisher/due-posts';
import { Publisher } from '../backend/publishing/publisher/publisher';
import { mariadbListens, openDatabase, scratchMariadb } from '../test/support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../test/support/many-accounts';
import { RedisServer } from '../test/support/redis-server';
import { InstantNetworks, servicesOn } from '../test/support/services';
import { bound, type Benchmark, type Row } from './support/report';

const PUBLISHERS = [1, 2, 4];

/** Few and slow, so that the network is what takes the time, and not this process, in which all publishers are. */
const AT_ONCE = 4;
const CALL_MS = 900;
const POSTS_EACH = Number(process.env.SPREAD_POSTS ?? 160);

const ENVIRONMENT = { PUBLISH_CONCURRENCY: String(AT_ONCE) };

const LEAST = 0.9;
const DAY_MS = 86_400_000;
const LOOK_MS = 50;

/** How much faster two and four publishers on one MariaDB are than one, without and with Redis between them. */
export const spread: Benchmark = {
  name: 'spread',
  run: async () => {
    if (!mariadbListens()) throw new Error('No MariaDB listens.');
    const redis = await RedisServer.start();
    const { make, clean } = scratchMariadb();
    const database = await make();
    const { db, dataSource } = await openDatabase(database);
    const total = 2 * POSTS_EACH * PUBLISHERS.reduce((sum, count) => sum + count);
    try {
      await addAccounts(db, total);
      await addPosts(db, { count: total, accounts: total, dueAt: Date.now() + DAY_MS });
      await bringUpToDate(db);
      const rows: Row[] = [];
      let done = 0;
      for (const kind of ['memory', 'Redis'] as const) {
        const installation = randomUUID();
        const queue = async (): Promise<Queue> =>
          kind === 'memory' ? new MemoryQueue() : openBullQueue(redis.url, installation);
        const rates: number[] = [];
        for (const publishers of PUBLISHERS) {
          const posts = publishers * POSTS_EACH;
          await makeDue(db, done, done + posts);
          done += posts;
          const { rate, inVain } = await clear(publishers, posts, database, queue);
          rates.push(rate);
          const [first = rate] = rates;
          const what = `${kind}: ${publishers} publishers of ${AT_ONCE} at once, ${inVain} claims in vain`;
          const ratio = { unit: `× ${publishers} × one's rate`, atLeast: LEAST };
          rows.push(bound(what, rate, { unit: 'posts/s' }));
          if (publishers > 1)
            rows.push(bound(`${kind}: ${publishers} publishers`, rate / first / publishers, ratio));
        }
      }
      return rows;
    } finally {
      await dataSource.destroy();
      await clean();
      await redis.end();
    }
  },
};

class SlowNetworks extends InstantNetworks {
  constructor(private readonly onAnswer: () => void) {
    super();
  }

  protected override async answer(): Promise<void> {
    await pause(CALL_MS);
    this.onAnswer();
  }
}

/** @returns posts a second from the first answer to the last, and how often an account was claimed in vain */
async function clear(
  publishers: number,
  posts: number,
  config: Parameters<typeof openDatabase>[0],
  makeQueue: () => Promise<Queue>,
): Promise<{ rate: number; inVain: number }> {
  const at: number[] = [];
  const started: { duePosts: DuePosts; publisher: Publisher; close: () => Promise<void> }[] = [];
  for (let n = 0; n < publishers; n++) {
    const { db, dataSource } = await openDatabase(config);
    const queue = await makeQueue();
    const networks = new SlowNetworks(() => at.push(performance.now()));
    const services = servicesOn({ db, dataSource, networks, env: ENVIRONMENT, queue });
    const close = async () => {
      if (queue instanceof BullQueue) await queue.close();
      await dataSource.destroy();
    };
    started.push({ duePosts: services.get(DuePosts), publisher: services.get(Publisher), close });
  }
  let inVain = 0;
  for (const { publisher } of started) {
    const publish = publisher.publish.bind(publisher);
    publisher.publish = async (account) => {
      const found = await publish(account);
      if (!found) inVain++;
      return found;
    };
  }
  for (const { duePosts } of started) duePosts.onApplicationBootstrap();
  while (at.length < posts) await pause(LOOK_MS);
  await Promise.all(started.map(({ duePosts }) => duePosts.beforeApplicationShutdown()));
  await Promise.all(started.map(({ close }) => close()));
  if (at.length !== posts) throw new Error(`${at.length} answers to ${posts} posts`);
  return { rate: ((posts - 1) * 1000) / (at.at(-1)! - at[0]!), inVain };
}

async function makeDue(
  db: Awaited<ReturnType<typeof openDatabase>>['db'],
  after: number,
  upTo: number,
): Promise<void> {
  const range = [Date.now() - 60_000, after, upTo];
  await db.run('UPDATE posts SET scheduled_for = ?, due_at = scheduled_for WHERE id > ? AND id <= ?', range);
  await db.run('UPDATE accounts SET turn = NULL, next_due_at = ? WHERE id > ? AND id <= ?', range);
}

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../test/support/databases';
import { insertRows } from '../test/support/many-accounts';
import { getRequest, Load } from './support/load';
import { JWT_SECRET, seed } from './support/many-users';
import { Product, scratchDir } from './support/product';
import { comparison, type Benchmark, type Row } from './support/report';
import { inTurns } from './support/statistics';

const ROUNDS = 5;
const CONNECTIONS = 20;
const REQUESTS = 1_000;

/** So many that nobody comes near the 600 requests a minute that a user has. */
const USERS = 100;
const POSTS_EACH = 1_000;
const MANY = 50;

/** What was written lately is still being written out. */
const SETTLE_MS = 2_000;
const DAY_MS = 86_400_000;

const day = (after: number) => new Date(Date.now() + after * DAY_MS).toISOString().slice(0, 10);

const CALLS: [what: string, path: string][] = [
  ['list', '/api/videos?page=1'],
  ['a month of the calendar', `/api/calendar?from=${day(-15)}&to=${day(15)}`],
  ['home', '/api/calendar/outlook'],
];

/** What it costs a user that the same number of posts is spread over fifty accounts. */
export const accounts: Benchmark = {
  name: 'accounts',
  run: async () => {
    const load = Load.start();
    const [many, one] = [await withAccounts(MANY), await withAccounts(1)];
    try {
      await pause(SETTLE_MS);
      const rows: Row[] = [];
      for (const [what, path] of CALLS) {
        const costs = await inTurns(ROUNDS, {
          many: () => many.cost(load, path),
          one: () => one.cost(load, path),
        });
        rows.push(
          comparison(`${what}, ${MANY} accounts`, costs.many, costs.one, {
            unit: 'µs',
            baselineName: 'one account',
            atMost: 1.2,
          }),
        );
      }
      return rows;
    } finally {
      await many.end();
      await one.end();
      load.stop();
    }
  },
};

async function withAccounts(count: number) {
  const dir = await scratchDir('accounts');
  const config = { kind: 'sqlite', file: join(dir, 'pagecast.sqlite') } as const;
  const tokens = await seed(config, { users: USERS, postsEach: POSTS_EACH });
  await spread(config, count);
  const product = await Product.start({ dir, env: { JWT_SECRET, ROLE: 'api' } });
  return {
    cost: async (load: Load, path: string): Promise<number> => {
      const requests = tokens.map((token) => getRequest(path, token));
      const port = Number(new URL(product.url).port);
      const { perSecond } = await load.run({ port, requests, connections: CONNECTIONS, count: REQUESTS });
      return 1e6 / perSecond;
    },
    end: () => product.end(),
  };
}

/** Gives everybody so many Pages, and each of them as many posts as the others. One post in 51 is still to come. */
async function spread(config: { kind: 'sqlite'; file: string }, count: number): Promise<void> {
  const { dataSource, db } = await openDatabase(config);
  const now = Date.now();
  try {
    await insertRows(db, 'accounts', USERS * count, (n) => ({
      id: n,
      user_id: ((n - 1) % USERS) + 1,
      network: 'facebook' as const,
      remote_id: String(7_000_000_000 + n),
      name: `Page ${n}`,
      is_default: n <= USERS ? (1 as const) : null,
      token: 'sealed',
      verified_at: now,
      next_check_at: now + DAY_MS,
    }));
    // Users uploaded in turn.
    await db.run('UPDATE posts SET account_id = user_id + ? * ((id - 1) / ? % ?)', [USERS, USERS, count]);
    await db.run(
      `UPDATE posts SET status = 'pending', published_at = NULL, scheduled_for = ? + id * 60000, due_at = ? + id * 60000
        WHERE (id - 1) / ? % 51 = 0`,
      [now, now, USERS],
    );
  } finally {
    await dataSource.destroy();
  }
}

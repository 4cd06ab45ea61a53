import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseConfig } from '../backend/config/config';
import { mariadbListens, scratchMariadb } from '../test/support/databases';
import { JWT_SECRET, seed, type Crowd } from './support/many-users';
import { getRequest, Load, type Answered } from './support/load';
import { Product, scratchDir } from './support/product';
import { comparison, type Benchmark, type Row } from './support/report';
import { ServerProcess, TYPESCRIPT } from './support/server-process';
import { inTurns } from './support/statistics';

const ROUNDS = 5;
const CONNECTIONS = 50;

/** So many that nobody comes near the 600 requests a minute that a user has. */
const USERS = 600;
const POSTS_EACH = 30;
const REQUESTS = 6_000;

const LONG_LISTS: Crowd = { users: 150, postsEach: 1_600 };
const LONG_LIST_REQUESTS = 2_000;

/** What was written lately is still being written out. */
const SETTLE_MS = 2_000;

interface Contender {
  ask(page: number, count: number): Promise<Answered>;
  /** The body of user n's page, with nothing in it that is signed. */
  body(n: number, page: number): Promise<unknown>;
  end(): Promise<void>;
}

/** `GET /api/videos?page=1`: fifteen rows for somebody who is signed in and has a plan. */
export const list: Benchmark = {
  name: 'list',
  run: async () => {
    const load = Load.start();
    try {
      return [
        ...(await onSqlite(load)),
        ...(await amongMany(load)),
        ...(await onePage(load)),
        ...(await onMariadb(load)),
      ];
    } finally {
      load.stop();
    }
  },
};

async function onSqlite(load: Load): Promise<Row[]> {
  const dir = await scratchDir('list');
  const file = join(dir, 'pagecast.sqlite');
  const tokens = await seed({ kind: 'sqlite', file }, { users: USERS, postsEach: POSTS_EACH });
  const ours = await product(load, tokens, { dir });
  const raw = await baseline(load, USERS, file);
  try {
    return await against(ours, raw, 'raw node:http', { perSecond: 0.7, p99: 1.5 });
  } finally {
    await ours.end();
    await raw.end();
  }
}

async function onMariadb(load: Load): Promise<Row[]> {
  if (!mariadbListens()) {
    console.log('No MariaDB listens on 127.0.0.1:3306: the list is not measured there.');
    return [];
  }
  const { make, clean } = scratchMariadb();
  const config = (await make()) as Extract<DatabaseConfig, { kind: 'mysql' }>;
  const tokens = await seed(config, { users: USERS, postsEach: POSTS_EACH });
  const env = { DATABASE_URL: config.url, ENCRYPTION_KEY: '0123456789abcdef'.repeat(4) };
  const ours = await product(load, tokens, { dir: await scratchDir('list'), env });
  const raw = await baseline(load, USERS, config.url);
  try {
    return await against(ours, raw, 'raw mysql2', { perSecond: 0.6 });
  } finally {
    await ours.end();
    await raw.end();
    await clean();
  }
}

async function against(
  ours: Contender,
  raw: Contender,
  baselineName: string,
  goal: { perSecond: number; p99?: number },
): Promise<Row[]> {
  await sameAnswer(ours, raw);
  const seen: Record<'ours' | 'raw', Answered[]> = { ours: [], raw: [] };
  await inTurns(ROUNDS, {
    ours: () => noted(seen.ours, ours.ask(1, REQUESTS)),
    raw: () => noted(seen.raw, raw.ask(1, REQUESTS)),
  });
  // The first lap warmed up.
  const of = (who: 'ours' | 'raw', what: keyof Answered) => seen[who].slice(1).map((each) => each[what]);
  const what = `list, ${CONNECTIONS} connections`;
  return [
    comparison(what, of('ours', 'perSecond'), of('raw', 'perSecond'), {
      unit: 'requests/s',
      baselineName,
      atLeast: goal.perSecond,
    }),
    comparison(`${what}, p99`, of('ours', 'p99'), of('raw', 'p99'), {
      unit: 'ms',
      baselineName,
      atMost: goal.p99,
    }),
  ];
}

async function noted(seen: Answered[], answer: Promise<Answered>): Promise<number> {
  seen.push(await answer);
  return seen.at(-1)!.perSecond;
}

/** What it costs that others have posts as well. */
async function amongMany(load: Load): Promise<Row[]> {
  const among = async (otherPosts: number) => {
    const dir = await scratchDir('list');
    const crowd = { users: USERS, postsEach: POSTS_EACH, otherPosts };
    return product(load, await seed({ kind: 'sqlite', file: join(dir, 'pagecast.sqlite') }, crowd), { dir });
  };
  const [many, few] = [await among(1_000_000), await among(10_000)];
  try {
    await pause(SETTLE_MS);
    const costs = await inTurns(ROUNDS, {
      many: () => many.ask(1, REQUESTS).then(microseconds),
      few: () => few.ask(1, REQUESTS).then(microseconds),
    });
    return [
      comparison('list among 1,000,000 rows of others', costs.many, costs.few, {
        unit: 'µs',
        baselineName: '10,000 rows',
        atMost: 1.2,
      }),
    ];
  } finally {
    await many.end();
    await few.end();
  }
}

async function onePage(load: Load): Promise<Row[]> {
  const dir = await scratchDir('list');
  const tokens = await seed({ kind: 'sqlite', file: join(dir, 'pagecast.sqlite') }, LONG_LISTS);
  const ours = await product(load, tokens, { dir });
  try {
    await pause(SETTLE_MS);
    const costs = await inTurns(ROUNDS, {
      last: () => ours.ask(100, LONG_LIST_REQUESTS).then(microseconds),
      first: () => ours.ask(1, LONG_LIST_REQUESTS).then(microseconds),
    });
    return [
      comparison('page 100 of 1,600 rows', costs.last, costs.first, {
        unit: 'µs',
        baselineName: 'page 1',
        atMost: 1.5,
      }),
    ];
  } finally {
    await ours.end();
  }
}

const microseconds = ({ perSecond }: Answered): number => 1e6 / perSecond;

async function product(
  load: Load,
  tokens: string[],
  { dir, env = {} }: { dir: string; env?: Record<string, string> },
): Promise<Contender> {
  const running = await Product.start({ dir, env: { JWT_SECRET, ...env } });
  return {
    ...contender(load, running.url, (n, page) => [`/api/videos?page=${page}`, tokens[n]], tokens.length),
    end: () => running.end(),
  };
}

async function baseline(load: Load, users: number, source: string): Promise<Contender> {
  const args = [...TYPESCRIPT, join(__dirname, 'support/list-baseline.ts'), source];
  const server = await ServerProcess.start(args, { readyPath: '/' });
  return {
    ...contender(load, server.url, (n, page) => [`/${n + 1}?page=${page}`], users),
    end: () => server.stop(),
  };
}

function contender(
  load: Load,
  url: string,
  request: (n: number, page: number) => [path: string, token?: string],
  users: number,
): Omit<Contender, 'end'> {
  const port = Number(new URL(url).port);
  return {
    ask: (page, count) => {
      const requests = Array.from({ length: users }, (_, n) => getRequest(...request(n, page)));
      return load.run({ port, requests, connections: CONNECTIONS, count });
    },
    body: async (n, page) => {
      const [path, token] = request(n, page);
      const answer = await fetch(url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
      return JSON.parse((await answer.text()).replaceAll(/\?expires=\d+&signature=[\w-]{43}/g, ''));
    },
  };
}

/** Otherwise the two would not be comparable. */
async function sameAnswer(ours: Contender, raw: Contender): Promise<void> {
  const [mine, theirs] = [await ours.body(7, 2), await raw.body(7, 2)].map((body) => JSON.stringify(body));
  if (mine !== theirs) throw new Error(`the answers differ:\n${mine}\n${theirs}`);
}

import { median } from './support/statistics';
import { mariadbListens } from '../test/support/databases';
import { servicesOn } from '../test/support/services';
import { Installation, type DatabaseName, type Size } from './support/installation';
import { latenessBeside, pace } from './support/publishing';
import { bound, type Benchmark, type Row } from './support/report';
import { looks, makeDue, makeWait, scrapes, takes, type Span } from './support/statements';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);

/** To try it out small; a database with no posts is left out. */
const SIZES: Record<DatabaseName, Size> = {
  SQLite: { posts: number('SCALE_SQLITE_POSTS', 10_000_000), accounts: number('SCALE_ACCOUNTS', 200_000) },
  MariaDB: { posts: number('SCALE_MARIADB_POSTS', 1_000_000), accounts: number('SCALE_ACCOUNTS', 200_000) },
};
const SMALL: Size = { posts: 1_000, accounts: 200 };
const BACKLOG = number('SCALE_BACKLOG', 60_000);
const MANY_DUE = number('SCALE_DUE', 100_000);
const SOME_DUE = 2_000;

const ROUNDS = 200;
const SCRAPES = 20;

/** In milliseconds. */
const GOALS: Record<DatabaseName, { look: number; manyDue: number; statement: number }> = {
  SQLite: { look: 0.1, manyDue: 2, statement: 0.2 },
  MariaDB: { look: 1, manyDue: 4, statement: 2 },
};
const MOST_GROWTH = 1.5;
const SCRAPE_MS = 20;
const LEAST_A_SECOND = 150;
const LEAST_OF_FIRST = 0.8;
const MOST_LATE_MS = 1_000;

/**
 * The publisher in this process, on ten million posts that wait. The network is a double that answers at once and has
 * each call written down as a photo's is; the storage is one without a disk. The freezes of an HTTP server are what
 * `freeze` measures.
 */
export const scale: Benchmark = {
  name: 'scale',
  run: async () => {
    const rows: Row[] = [];
    for (const name of ['SQLite', 'MariaDB'] as const) {
      if (SIZES[name].posts === 0) continue;
      if (name === 'MariaDB' && !mariadbListens())
        throw new Error('No MariaDB listens: SCALE_MARIADB_POSTS=0 does without.');
      rows.push(...(await measure(name)));
    }
    return rows;
  },
};

async function measure(name: DatabaseName): Promise<Row[]> {
  const small = await Installation.make(name, SMALL);
  const large = await Installation.make(name, SIZES[name]);
  try {
    const rows: Row[] = [];
    const steps = [
      () => emptyLooks(small, large),
      () => fullLooks(large),
      () => holding(large),
      () => scraping(large),
      () => fairness(large),
      () => backlog(large, Math.min(SOME_DUE, large.size.accounts)),
      () => backlog(large, Math.min(BACKLOG, large.size.accounts)),
    ];
    for (const step of steps) {
      const found = await step();
      for (const { what, ours } of found) console.log(`${what}: ${ours}`);
      rows.push(...found);
    }
    return rows;
  } finally {
    await small.end();
    await large.end();
  }
}

async function emptyLooks(small: Installation, large: Installation): Promise<Row[]> {
  const few = await looks(servicesOn(small), ROUNDS);
  const many = await looks(servicesOn(large), ROUNDS);
  const what = `${large.name}: a look that finds nothing, ${large.size.posts} posts`;
  return [
    figure(what, many, { unit: 'ms', atMost: GOALS[large.name].look }),
    bound(`${what}, against ${small.size.posts}`, median(many) / median(few), {
      unit: '×',
      atMost: MOST_GROWTH,
    }),
  ];
}

async function fullLooks(large: Installation): Promise<Row[]> {
  const due = Math.min(MANY_DUE, large.size.accounts);
  await makeDue(large.db, due, 60_000);
  const took = await looks(servicesOn(large), ROUNDS);
  return [
    figure(`${large.name}: a look with ${due} due`, took, { unit: 'ms', atMost: GOALS[large.name].manyDue }),
  ];
}

/** What `fullLooks` left due is taken here. */
async function holding({ name, db, dataSource }: Installation): Promise<Row[]> {
  // How long a disk takes to keep a commit is not ours.
  if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
  const took = await takes(servicesOn({ db, dataSource }), ROUNDS);
  if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = FULL');
  await makeWait(db);
  return Object.entries(took).map(([what, spans]: [string, Span[]]) => {
    const each = spans.map(({ ms, statements }) => ms / statements);
    const count = median(spans.map(({ statements }) => statements));
    return figure(`${name}: ${what}, each of its ${count} statements`, each, {
      unit: 'ms',
      atMost: GOALS[name].statement,
    });
  });
}

async function scraping(large: Installation): Promise<Row[]> {
  const took = await scrapes(servicesOn(large), SCRAPES);
  return [figure(`${large.name}: /metrics`, took, { unit: 'ms', atMost: SCRAPE_MS })];
}

async function fairness(large: Installation): Promise<Row[]> {
  const beside = async (what: string, accounts: number, postsEach: number, callMs: number) => {
    const late = await latenessBeside(large, { accounts, postsEach, callMs });
    await makeWait(large.db);
    return bound(`${large.name}: a post beside ${what}, late by`, late, { unit: 'ms', atMost: MOST_LATE_MS });
  };
  return [
    await beside('4 accounts with 12 due posts each, 0.4 s a call', 4, 12, 400),
    await beside('40 accounts whose calls take 30 s', 40, 1, 30_000),
  ];
}

async function backlog(large: Installation, due: number): Promise<Row[]> {
  const posts = await makeDue(large.db, due, 60_000);
  const { all, quarters, parts } = await pace(large, posts);
  await makeWait(large.db);
  const what = `${large.name}: ${due} due among ${large.size.accounts} accounts`;
  return [
    bound(what, all, { unit: 'posts/s', atLeast: LEAST_A_SECOND, values: parts }),
    bound(`${what}, last quarter to first`, quarters[3]! / quarters[0]!, {
      unit: '×',
      atLeast: LEAST_OF_FIRST,
    }),
  ];
}

const figure = (what: string, values: number[], goal: { unit: string; atMost: number }): Row =>
  bound(what, median(values), { ...goal, values });

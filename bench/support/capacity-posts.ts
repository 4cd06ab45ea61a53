import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../backend/database/database';
import { InstantGraph } from './instant-graph-process';
import type { SizedCost, Table } from './capacity-result';
import { Meter, minus, times, type Servers } from './meter';
import { Publishing, type PublishingPlace } from './publishing-product';

const MEGABYTE = 1024 * 1024;
const SLOTS = 16;
const SMALL = { mb: 1, posts: 600, warmUp: 100 };
const LARGE = { mb: 50, posts: 48, warmUp: 16 };

/** Until all have been told when they are due: that is not the product's work. */
const DUE_IN_MS = 8_000;
/** What follows a public call: the last look at it, and the row. */
const SETTLE_MS = 1_500;

export interface Published {
  cost: SizedCost;
  callsPerPost: number;
  tables: Table[];
  /** The highest resident memory while large files went out. */
  memory: number;
}

/** What it costs to publish reels to a network that answers at once. */
export async function publish(
  places: () => Promise<PublishingPlace | undefined>,
  servers?: Servers,
): Promise<Published> {
  const small = await ofSize(SMALL, await places(), servers);
  const large = await ofSize(LARGE, await places(), servers);
  const perMb = times(minus(large.cost, small.cost), 1 / (LARGE.mb - SMALL.mb));
  return {
    cost: { each: minus(small.cost, times(perMb, SMALL.mb)), perMb },
    callsPerPost: small.calls,
    tables: small.tables,
    memory: large.memory,
  };
}

async function ofSize(
  { mb, posts, warmUp }: typeof SMALL,
  place: PublishingPlace | undefined,
  servers: Servers | undefined,
) {
  const graph = await InstantGraph.start();
  const fileBytes = mb * MEGABYTE;
  const ours = await Publishing.start({ graph, slots: SLOTS, posts: posts + warmUp, fileBytes, place });
  try {
    const before = await tablesOf(ours.db, servers);
    const { server } = ours.product;
    await publishAll(graph, ours, warmUp, (work) => work());
    const meter = new Meter(server.pid, servers);
    const cost = await publishAll(graph, ours, posts, (work) => meter.each(posts, work));
    const { calls } = await graph.tally();
    const tables = perPost(before, await tablesOf(ours.db, servers), posts + warmUp);
    return { cost, calls: calls / posts, tables, memory: server.peak };
  } finally {
    await ours.end();
    await graph.end();
  }
}

async function publishAll<T>(
  graph: InstantGraph,
  ours: Publishing,
  posts: number,
  measured: (work: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const due = Date.now() + DUE_IN_MS;
  await ours.schedule(posts, () => due);
  if (Date.now() > due) throw new Error('the machine is too slow to make the posts due before they are');
  return measured(async () => {
    await graph.rate(posts, () => Promise.resolve());
    await pause(SETTLE_MS);
  });
}

interface TableSize {
  name: string;
  /** A sum comes from MariaDB as a text. */
  bytes: number | string;
}

type Sizes = Map<string, { rows: number; bytes: number }>;

/** The posts were there before; all else has come by their publication. */
function perPost(before: Sizes, after: Sizes, posts: number): Table[] {
  return [...after]
    .map(([name, { rows, bytes }]) => {
      const was = name === 'posts' ? { rows: 0, bytes: 0 } : (before.get(name) ?? { rows: 0, bytes: 0 });
      return { name, rowsPerPost: (rows - was.rows) / posts, bytesPerPost: (bytes - was.bytes) / posts };
    })
    .filter(({ rowsPerPost }) => rowsPerPost > 0.01)
    .sort((a, b) => b.bytesPerPost - a.bytesPerPost);
}

/** Rows of all tables, and the bytes of the pages that hold them and their indexes. */
async function tablesOf(db: Database, servers: Servers | undefined): Promise<Sizes> {
  const sizes = servers ? await pagesOfInnodb(db, servers) : await pagesOfSqlite(db);
  const found: Sizes = new Map();
  for (const { name, bytes } of sizes) {
    const count = await db.row<{ count: number | string }>(`SELECT COUNT(*) AS count FROM ${name}`);
    found.set(name, { rows: Number(count?.count), bytes: Number(bytes) });
  }
  return found;
}

const pagesOfSqlite = (db: Database): Promise<TableSize[]> =>
  db.rows(
    `SELECT m.tbl_name AS name, SUM(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_master m ON m.name = d.name
      WHERE m.tbl_name NOT LIKE 'sqlite_%' GROUP BY m.tbl_name`,
  );

/** As the server knows them once it has looked at each table. */
async function pagesOfInnodb(db: Database, { mariadb }: Servers): Promise<TableSize[]> {
  const inThis = "FROM information_schema.tables WHERE table_schema = DATABASE() AND engine = 'InnoDB'";
  const tables = await db.rows<{ name: string }>(
    `SELECT CONCAT(table_schema, '.', table_name) AS name ${inThis}`,
  );
  await mariadb.query(`ANALYZE TABLE ${tables.map(({ name }) => name).join(', ')}`);
  return db.rows(`SELECT table_name AS name, data_length + index_length AS bytes ${inThis}`);
}

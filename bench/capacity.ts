import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBullQueue } from '../backend/ports/queue/bull-queue-under-test.contract';
import { dataSourceOptions } from '../backend/database/data-source';
import { KEPT_MS } from '../backend/publishing/housekeeping/old-steps';
import { eventually } from '../test/support/eventually';
import type { CapacityResult, Cost, SetupCosts } from './support/capacity-result';
import { People } from './support/capacity-people';
import { publish } from './support/capacity-posts';
import { alone, SharedServers } from './support/capacity-setup';
import { nothing, redisFigure } from './support/meter';
import { scratchDir } from './support/product';
import { bound, type Benchmark, type Row } from './support/report';
import { median } from './support/statistics';

const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;

/** Whole rounds of the open streams, which take 15 s. */
const IDLE_S = 30;
const PUBLISHER_IDLE_S = 15;

const ENCRYPTED_MB = 400;
const SYNCS = 400;
const WAKES = 2_000;
const WAKES_AT_ONCE = 100;
const WAKE_PAUSE_MS = 20;

/**
 * What each piece of work costs on one machine and where several processes share MariaDB and Redis, in CPU
 * seconds and in statements. Work of others on the same machine changes these little. `CAPACITY_FILE` keeps the result.
 */
export const capacity: Benchmark = {
  name: 'capacity',
  run: async () => {
    const result = await measure();
    const file = process.env.CAPACITY_FILE;
    if (file) await writeFile(file, `${JSON.stringify(result, rounded, 2)}\n`);
    return [...rowsOf('one process', result.one), ...rowsOf('several', result.many)];
  },
};

async function measure(): Promise<CapacityResult> {
  const began = loadavg()[0]!;
  const shared = await SharedServers.start();
  try {
    const people = await ofPeople(shared);
    const posts = {
      one: await publish(() => Promise.resolve(undefined)),
      many: await publish(() => shared.publishingPlace(), shared),
    };
    const of = (kind: 'one' | 'many'): SetupCosts => ({
      ...people[kind],
      publish: posts[kind].cost,
      memory: { ...people[kind].memory, publishing: posts[kind].memory },
    });
    return {
      ...(await surroundings(shared)),
      load: [began, loadavg()[0]!],
      one: of('one'),
      many: of('many'),
      publisherIdle: people.publisherIdle,
      listBytes: people.listBytes,
      callsPerPost: posts.many.callsPerPost,
      encryptPerMb: encrypting(),
      syncMs: await syncing(),
      redisBytesPerWake: await wakesIn(shared),
      tables: { one: posts.one.tables, many: posts.many.tables },
      stepsKeptDays: KEPT_MS / DAY_MS,
    };
  } finally {
    await shared.end();
  }
}

type Served = Omit<SetupCosts, 'publish' | 'memory'> & { memory: Omit<SetupCosts['memory'], 'publishing'> };

async function ofPeople(
  shared: SharedServers,
): Promise<{ one: Served; many: Served; publisherIdle: Cost; listBytes: number }> {
  const one = await People.start(await alone());
  const many = await People.start(await shared.place(), shared);
  try {
    // Side by side: nothing but time passes.
    const [oneIdle, manyIdle] = await Promise.all([one.idle(IDLE_S), many.idle(IDLE_S)]);
    const resident = { one: one.product.server.resident, many: many.product.server.resident };
    const work = async (people: People) => ({
      list: await people.list(),
      login: await people.login(),
      upload: await people.upload(),
      change: await people.change(),
    });
    const [ofOne, ofMany] = [await work(one), await work(many)];
    const streams = await Promise.all([one.stream(IDLE_S, oneIdle), many.stream(IDLE_S, manyIdle)]);
    const publisher = await many.publisher(PUBLISHER_IDLE_S, manyIdle, ofMany.change);
    const served = (kind: 'one' | 'many', did: typeof ofOne, idle: Cost, look: Cost): Served => {
      const stream = streams[kind === 'one' ? 0 : 1];
      const memory = { idle: resident[kind], stream: stream.bytes };
      return { ...did, list: did.list.cost, idle, look, stream: stream.cost, memory };
    };
    return {
      one: served('one', ofOne, oneIdle, nothing()),
      many: served('many', ofMany, manyIdle, publisher.look),
      publisherIdle: publisher.idle,
      listBytes: ofMany.list.bytes,
    };
  } finally {
    await one.end();
    await many.end();
  }
}

async function surroundings({ mariadb, redis }: SharedServers) {
  const [server] = (await mariadb.query('SELECT VERSION() AS version, @@max_connections AS connections')) as [
    { version: string; connections: number },
  ];
  const { poolSize } = dataSourceOptions(mariadb.config, []);
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB`,
    node: process.version,
    mariadb: server.version,
    redis: await redisFigure(redis, 'redis_version'),
    connections: { perProcess: Number(poolSize), ofServer: server.connections },
  };
}

/** @returns CPU seconds to encrypt a megabyte as TLS does */
function encrypting(): number {
  const megabyte = randomBytes(MEGABYTE);
  const key = randomBytes(16);
  const encrypt = (megabytes: number) => {
    const cipher = createCipheriv('aes-128-gcm', key, randomBytes(12));
    for (let n = 0; n < megabytes; n++) cipher.update(megabyte);
    cipher.final();
  };
  encrypt(ENCRYPTED_MB / 4);
  const before = process.cpuUsage();
  encrypt(ENCRYPTED_MB);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / ENCRYPTED_MB;
}

/** @returns the milliseconds that a durable write of 4 KB takes, at the median */
async function syncing(): Promise<number> {
  const dir = await scratchDir('sync');
  const file = await open(join(dir, 'log'), 'w');
  try {
    const page = randomBytes(4096);
    const took: number[] = [];
    for (let n = 0; n < SYNCS; n++) {
      const begun = performance.now();
      await file.write(page, 0, page.length, n * page.length);
      await file.datasync();
      took.push(performance.now() - begun);
    }
    return median(took);
  } finally {
    await file.close();
    await rm(dir, { recursive: true });
  }
}

/** @returns the memory of Redis that a wake takes which no publisher has fetched */
async function wakesIn({ redis }: SharedServers): Promise<number> {
  const installation = randomUUID();
  const queue = await openBullQueue(redis.url, installation);
  try {
    const before = Number(await redisFigure(redis, 'used_memory'));
    for (let account = 1; account <= WAKES; account++) {
      queue.wake(account, 1);
      // Redis is asked for so many at a time; a queue that waits for it wakes here.
      if (account % WAKES_AT_ONCE === 0) await pause(WAKE_PAUSE_MS);
    }
    const waiting = async () => Number((await redis.call('LLEN', waitingKey(installation))).slice(1));
    const count = await eventually(waiting, (found) => found === WAKES);
    return (Number(await redisFigure(redis, 'used_memory')) - before) / count;
  } finally {
    await queue.close();
  }
}

const waitingKey = (installation: string): string => `pagecast:${installation}:wakes:wait`;

/** Rows that inform; docs/scale.md has what follows from them. */
function rowsOf(
  name: string,
  { idle, publish: posts, upload, list, change, look, login, stream }: SetupCosts,
): Row[] {
  const costs: [string, Cost][] = [
    ['a published reel', posts.each],
    ['and each MB of it', posts.perMb],
    ['an upload', upload.each],
    ['and each MB of it', upload.perMb],
    ['a list', list],
    ['a new time for a post', change],
    ['a look by a publisher', look],
    ['a login', login],
    ['a minute of an open stream', stream],
    ['a minute of an idle process', idle],
  ];
  return costs.map(([what, { product, database, redis, statements }]) =>
    bound(
      `${name}: ${what}, ${ms(database)} ms in MariaDB for ${statements.toFixed(1)} statements, ${ms(redis)} ms in Redis`,
      product * 1000,
      {
        unit: 'ms CPU',
      },
    ),
  );
}

const ms = (seconds: number): string => (seconds * 1000).toFixed(2);

/** No more digits than were measured. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

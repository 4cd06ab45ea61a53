import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../backend/database/database';
import { openDatabase, scratchMariadb } from '../support/databases';
import { FakeGraphProcess } from '../support/fake-graph/process';
import { NetworkCut } from '../support/network-cut';
import { RedisServer } from '../support/redis-server';
import { SECRETS } from '../support/services';
import { readPosts, violationsOf } from './check';
import { Fleet } from './fleet';
import { planOf, type Fault, type OfRedis, type Walk } from './plan';
import { addUsers, addWork, drawPosts } from './work';

/** For the setting up of the posts, before the first is due. */
const LEAD_MS = 5_000;

/** For what is under way when the faults end: leases have to run out, and tries wait for longer each time. */
const SETTLE_MS = 300_000;

export interface Report {
  walk: Walk;
  violations: string[];
  /** How the posts ended: published, or why not. */
  ended: Record<string, number>;
  settledAfterMs: number;
  /** The faults, each with what came of it. */
  faults: string[];
  logs: string[];
}

interface Scene {
  db: Database;
  fleet: Fleet;
  mediaDir: string;
  redis?: Redis;
}

interface Redis {
  server: RedisServer;
  /** The way of all processes to it. */
  link: NetworkCut;
  /** Whether a fault has stopped, frozen or cut it. */
  isDown: boolean;
}

/** Several publishers on one MariaDB, in a world of faults that a seed decides. */
export async function walkOnce(walk: Walk): Promise<Report> {
  const { make, clean } = scratchMariadb();
  const config = await make();
  const databaseUrl = config.kind === 'mysql' ? config.url : '';
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-walk-'));
  const fake = new FakeGraphProcess();
  const { dataSource, db } = await openDatabase(config);
  const redis = walk.hasRedis ? await startRedis() : undefined;
  const fleet = new Fleet(
    { fake: Object.assign(fake, await fake.start()), dir, databaseUrl, env: envOf(redis) },
    walk.processes,
  );
  try {
    await addUsers(db, fake, walk.accounts);
    // The first process makes the folder of the media.
    await fleet.growTo(1);
    const scene = { db, fleet, redis, mediaDir: join(dir, 'media') };
    const wanted = drawPosts(walk, Date.now() + LEAD_MS);
    await addWork(db, scene.mediaDir, wanted);
    await fleet.growTo(Math.ceil(walk.processes / 2));
    const faults = await meetFaults(scene, walk);
    const settledAfterMs = await settle(db);
    const violations = violationsOf(wanted, {
      ...(await readPosts(db)),
      published: await fake.published(),
      complaints: await fake.violations(),
    });
    const counts = await db.rows<{ how: string; n: number }>(
      'SELECT COALESCE(upload_error, status) AS how, COUNT(*) AS n FROM posts GROUP BY how',
    );
    const ended = Object.fromEntries(counts.map(({ how, n }) => [how, n]));
    return { walk, violations, ended, settledAfterMs, faults, logs: fleet.lastLogs(5) };
  } finally {
    await fleet.end();
    redis?.link.end();
    await redis?.server.end();
    await fake.stop();
    await dataSource.destroy();
    await clean();
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function startRedis(): Promise<Redis> {
  const server = await RedisServer.start();
  return { server, link: await NetworkCut.to(server.url.replace('redis:', 'http:')), isDown: false };
}

const envOf = (redis?: Redis): Record<string, string> => ({
  JWT_SECRET: SECRETS.jwt,
  ENCRYPTION_KEY: SECRETS.encryption[0]!.toString('hex'),
  PUBLISH_CONCURRENCY: '16',
  ...(redis && { QUEUE_URL: redis.link.url.replace('http:', 'redis:') }),
});

async function meetFaults(scene: Scene, walk: Walk): Promise<string[]> {
  const begun = performance.now();
  const told: string[] = [];
  const running: Promise<void>[] = [];
  const reach = (at: number) => pause(Math.max(0, at - (performance.now() - begun)));
  const joining = reach(walk.faultsMs / 2).then(() => scene.fleet.growTo(walk.processes));
  for (const fault of planOf(walk)) {
    await reach(fault.at);
    running.push(
      meet(scene, fault).then((happened) => {
        const { at, kind, process, lastsMs } = fault;
        const whom = process === undefined ? '' : ` ${process}`;
        told.push(`${at} ms: ${kind}${whom} for ${lastsMs} ms${happened ? '' : ' (it was down)'}`);
      }),
    );
  }
  await Promise.all([joining, ...running]);
  return told;
}

/** @returns whether it could happen; resolves when it is over. */
async function meet(
  { db, fleet, mediaDir, redis }: Scene,
  { kind, process = 0, lastsMs }: Fault,
): Promise<boolean> {
  switch (kind) {
    case 'kill':
      return fleet.interrupt(process, 'SIGKILL', lastsMs);
    case 'stop':
      return fleet.interrupt(process, 'SIGTERM', lastsMs);
    case 'freeze':
      return fleet.freeze(process, lastsMs);
    case 'cut database':
      return fleet.cutDatabase(process, lastsMs);
    case 'silence database':
      return fleet.silenceDatabase(process);
    case 'kill connections':
      await killConnections(db);
      return true;
    case 'storage away':
      return takeAway(mediaDir, lastsMs);
    case 'flush redis':
    case 'freeze redis':
    case 'cut redis':
    case 'restart redis':
      return redis ? meetRedis(redis, kind, lastsMs) : false;
  }
}

async function meetRedis(redis: Redis, kind: OfRedis, lastsMs: number): Promise<boolean> {
  const { server, link } = redis;
  if (redis.isDown) return false;
  if (kind === 'flush redis') return (await server.call('FLUSHALL')) === '+OK';
  redis.isDown = true;
  if (kind === 'freeze redis') server.freeze();
  else if (kind === 'cut redis') link.cut();
  else await server.stop();
  await pause(lastsMs);
  if (kind === 'freeze redis') server.thaw();
  else if (kind === 'cut redis') link.mend();
  else await server.start();
  redis.isDown = false;
  return true;
}

async function killConnections(db: Database): Promise<void> {
  const others = await db.rows<{ id: number }>(
    'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
  );
  // One may have ended by itself.
  for (const { id } of others) await db.run(`KILL ${id}`).catch(() => undefined);
}

async function takeAway(mediaDir: string, lastsMs: number): Promise<boolean> {
  const elsewhere = `${mediaDir}.away`;
  const isTaken = await rename(mediaDir, elsewhere).then(
    () => true,
    () => false,
  );
  if (!isTaken) return false;
  await pause(lastsMs);
  await rename(elsewhere, mediaDir);
  return true;
}

/** @returns how long it took until every post had ended, or the whole time that it may take. */
async function settle(db: Database): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < SETTLE_MS) {
    const left = await db.row("SELECT 1 FROM posts WHERE status NOT IN ('published', 'failed') LIMIT 1");
    if (!left) break;
    await pause(500);
  }
  return Math.round(performance.now() - begun);
}

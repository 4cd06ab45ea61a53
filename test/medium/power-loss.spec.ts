import { copyFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Database as Handle } from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { Clock } from '../../backend/common/time/clock';
import type { Exchange, Exchanger } from '../../backend/ports/networks/meta/http-exchange';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import { Storage } from '../../backend/ports/storage/storage';
import { Publisher } from '../../backend/publishing/publisher/publisher';
import { openDatabase, scratchSqlite } from '../support/databases';
import { addAccounts, addPosts, bringUpToDate } from '../support/many-accounts';
import { InstantStorage, servicesOn } from '../support/services';
import { clockOf, TestClock } from '../support/test-clock';

const LEASE_MS = 31_000;
const FULL = 2;
const ORIGIN = 'https://graph.example';

const { make, clean } = scratchSqlite();
afterAll(clean);

type Config = Awaited<ReturnType<typeof make>> & { kind: 'sqlite' };

interface Reel {
  hasBytes: boolean;
  isPublic: boolean;
}

/** A Page's reels at Meta, which keep their power. */
class Reels {
  readonly all: Reel[] = [];
  readonly calls: string[] = [];
  /** Asked before a call takes effect and after it. With `true`, the caller hears nothing more. */
  fails: (call: number, when: 'before' | 'after') => boolean = () => false;

  readonly exchange: Exchanger = async ({ method, url, body }) => {
    const { name, id } = callOf(method, url, body);
    this.calls.push(name);
    const number = this.calls.length;
    if (this.fails(number, 'before')) return new Promise<Exchange>(() => undefined);
    const answer = this.effect(name, id);
    if (this.fails(number, 'after')) return new Promise<Exchange>(() => undefined);
    return Promise.resolve({ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(answer) });
  };

  private effect(name: string, id: number): object {
    const reel = this.all[id - 1];
    switch (name) {
      case 'start': {
        const video_id = this.all.push({ hasBytes: false, isPublic: false });
        return { video_id: String(video_id), upload_url: `${ORIGIN}/bytes/${video_id}` };
      }
      case 'bytes':
        reel!.hasBytes = true;
        return { success: true };
      case 'finish':
        reel!.isPublic = true;
        return { success: true };
      case 'list':
        return { data: this.all.flatMap((each, n) => (each.isPublic ? [{ id: String(n + 1) }] : [])) };
      default:
        return statusOf(reel!);
    }
  }
}

function callOf(
  method: string,
  { pathname }: URL,
  body: Buffer | Readable | undefined,
): { name: string; id: number } {
  const last = Number(pathname.split('/').at(-1));
  if (body instanceof Readable) return { name: 'bytes', id: last };
  const { upload_phase: phase, video_id } = (
    method === 'POST'
      ? JSON.parse(String(body))
      : { upload_phase: pathname.endsWith('reels') ? 'list' : 'look' }
  ) as Record<string, string>;
  return { name: phase!, id: Number(video_id ?? last) };
}

const statusOf = ({ hasBytes, isPublic }: Reel) => ({
  published: isPublic,
  status: {
    video_status: isPublic ? 'ready' : 'processing',
    uploading_phase: {
      status: hasBytes ? 'complete' : 'in_progress',
      bytes_transferred: hasBytes ? 1000 : 0,
    },
    processing_phase: { status: isPublic ? 'complete' : 'not_started' },
    publishing_phase: isPublic
      ? { status: 'complete', publish_status: 'published' }
      : { status: 'not_started' },
  },
});

class SmallFiles extends InstantStorage {
  open(): Promise<Readable> {
    return Promise.resolve(Readable.from([Buffer.alloc(1000)]));
  }
}

/** A machine whose disk keeps what was committed with a wait for it, and nothing of what came later. */
class Machine {
  /** How many commits waited for the disk. */
  waits = 0;

  private constructor(
    private readonly file: string,
    private readonly dataSource: DataSource,
    readonly publisher: Publisher,
    readonly post: () => Promise<{ status: string; due_at: number | null }>,
  ) {
    const { databaseConnection: handle } = dataSource.driver as unknown as { databaseConnection: Handle };
    const exec = handle.exec.bind(handle);
    handle.exec = (sql) => {
      const waits = sql === 'COMMIT' && handle.pragma('synchronous', { simple: true }) === FULL;
      const done = exec(sql);
      if (waits) {
        this.waits++;
        this.keep();
      }
      return done;
    };
    this.keep();
  }

  static async start(config: Config, reels: Reels, clock: TestClock, given = async (_: Given) => {}) {
    const { db, dataSource } = await openDatabase(config);
    await given({ db, now: clock.now() });
    const hosts = { graphUrl: ORIGIN, ruploadUrl: ORIGIN, version: 'v26.0' };
    const networks = new MetaNetworks(hosts, clockOf(clock.now), reels.exchange);
    const services = servicesOn({
      ...{ db, dataSource, networks },
      more: [
        [Clock, clockOf(clock.now)],
        [Storage, new SmallFiles()],
      ],
    });
    const post = async () => (await db.rows<any>('SELECT status, due_at FROM posts'))[0];
    return new Machine(config.file, dataSource, services.get(Publisher), post);
  }

  /** Publishes for as long as there is something to do, or the machine has power. */
  async publish(clock: TestClock, failed: Promise<void>): Promise<string | undefined> {
    for (let looks = 0; looks < 50; looks++) {
      const isOver = await Promise.race([
        this.publisher.publish(1).then(() => false),
        failed.then(() => true),
      ]);
      if (isOver) return undefined;
      const { status, due_at } = await this.post();
      if (due_at === null) return status;
      clock.forward(Math.max(0, due_at - clock.now()));
    }
    throw new Error('the post comes to no end');
  }

  /** @returns what another machine finds on the disk. */
  async losePower(): Promise<Config> {
    await this.dataSource.destroy();
    const next = (await make()) as Config;
    for (const end of ['', '-wal']) copyFileSync(`${this.file}${end}.kept`, `${next.file}${end}`);
    return next;
  }

  private keep(): void {
    for (const end of ['', '-wal']) copyFileSync(`${this.file}${end}`, `${this.file}${end}.kept`);
  }
}

interface Given {
  db: Awaited<ReturnType<typeof openDatabase>>['db'];
  now: number;
}

async function aDueReel({ db, now }: Given): Promise<void> {
  await addAccounts(db, 1);
  await addPosts(db, { count: 1, accounts: 1, dueAt: now - 1000 });
  await db.run("UPDATE posts SET format = 'reel'");
  await bringUpToDate(db);
}

const NEVER = new Promise<void>(() => undefined);

/** Calls of a publication that nothing disturbs. */
const CALLS = ['start', 'bytes', 'look', 'finish', 'look'];

let clock: TestClock;
let reels: Reels;

beforeEach(() => {
  clock = new TestClock();
  clock.stop();
  reels = new Reels();
});

describe('a machine that loses power while it publishes', () => {
  it.each(CALLS.flatMap((name, n) => [[name, n + 1, 'before'] as const, [name, n + 1, 'after'] as const]))(
    'publishes the post once: at "%s", call %d, %s its effect',
    async (_name, call, when) => {
      const config = (await make()) as Config;
      const machine = await Machine.start(config, reels, clock, aDueReel);
      const failed = new Promise<void>((resolve) => {
        reels.fails = (number, at) => number === call && at === when && (resolve(), true);
      });
      expect(await machine.publish(clock, failed)).toBeUndefined();
      reels.fails = () => false;
      clock.forward(LEASE_MS);
      const next = await Machine.start(await machine.losePower(), reels, clock);
      expect(await next.publish(clock, NEVER)).toBe('published');
      expect(reels.all.filter(({ isPublic }) => isPublic)).toHaveLength(1);
      await next.losePower();
    },
  );
});

describe('publishing', () => {
  it('waits for the disk before the public call, after it and at the end, and not for leases and notes', async () => {
    const waitsAt: Record<string, number> = {};
    const machine = await Machine.start((await make()) as Config, reels, clock, aDueReel);
    const before = machine.waits;
    reels.fails = (number) => {
      waitsAt[`${number} ${reels.calls.at(-1)}`] = machine.waits - before;
      return false;
    };
    expect(await machine.publish(clock, NEVER)).toBe('published');
    expect(waitsAt).toEqual({ '1 start': 0, '2 bytes': 0, '3 look': 0, '4 finish': 1, '5 look': 2 });
    expect(machine.waits - before).toBe(3);
    await machine.losePower();
  });
});

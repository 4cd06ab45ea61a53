import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { PARAMETERS } from '../../backend/auth/passwords';
import { Client } from '../../test/support/client';
import { openDatabase } from '../../test/support/databases';
import { addPages } from '../../test/support/many-accounts';
import { SECRETS } from '../../test/support/services';
import { Logins, PASSWORD, USERS } from '../login';
import type { Cost, SizedCost } from './capacity-result';
import type { Place } from './capacity-setup';
import { getRequest, Load } from './load';
import { JWT_SECRET, seed } from './many-users';
import { cpuSeconds, Meter, minus, times, type Servers } from './meter';
import { Product } from './product';
import { send, videoBody } from './video-body';

const MEGABYTE = 1024 * 1024;
const MINUTE_S = 60;
const SETTLE_MS = 3_000;
/** Until it has done what it does at its start. */
const PUBLISHER_SETTLE_MS = 10_000;

const LISTS = 4_000;
const LOGINS = 150;
const AT_ONCE = 16;
const SMALL = { mb: 1, files: 96 };
const LARGE = { mb: 50, files: 12 };
const UPLOADS_AT_ONCE = 4;
const CHANGES = 600;
const STREAMS = 1_500;
const DAY_MS = 86_400_000;
const POSTS_EACH = 30;

/** People who are signed in, have a plan, a Page and some posts; and the processes that serve them. */
export class People {
  private readonly load = Load.start();
  private readonly ids: { id: number; user: number }[] = [];
  private readonly meter: Meter;
  private changesMade = 0;

  private constructor(
    readonly product: Product,
    private readonly tokens: string[],
    private readonly servers: Servers | undefined,
    private readonly restart: (env: Record<string, string>) => Promise<Product>,
  ) {
    this.meter = new Meter(product.server.pid, servers);
  }

  /** On one machine a process does all; of several, this one serves people and nothing else. */
  static async start({ database, dir, env }: Place, servers?: Servers): Promise<People> {
    const passwordHash = await hash(PASSWORD, PARAMETERS);
    const tokens = await seed(database, { users: USERS, postsEach: POSTS_EACH, passwordHash });
    const { db, dataSource } = await openDatabase(database);
    await addPages(db, USERS);
    // A storage without the files that rows name would count as missing; once it is known, it is only looked up.
    // What was published long ago would have its media deleted, which is no idleness.
    await db.run('UPDATE posts SET file_key = NULL, poster_key = NULL, published_at = ?, idle_since = ?', [
      Date.now(),
      Date.now(),
    ]);
    const common = {
      ...env,
      JWT_SECRET,
      ENCRYPTION_KEY: SECRETS.encryption.map((each) => each.toString('hex')).join(),
    };
    const start = (more: Record<string, string>) => Product.start({ dir, env: { ...common, ...more } });
    const product = await start(servers ? { ROLE: 'api' } : {});
    await db.run(
      "UPDATE posts SET file_key = CONCAT(SUBSTR(CONCAT(?, id), -40), '.mp4'), poster_key = CONCAT(SUBSTR(CONCAT(?, id), -40), '.jpg')",
      ['0'.repeat(40), '0'.repeat(40)],
    );
    await dataSource.destroy();
    return new People(product, tokens, servers, start);
  }

  /** @returns one page of a list, and the bytes of its answer */
  async list(): Promise<{ cost: Cost; bytes: number }> {
    const requests = this.tokens.map((token) => getRequest('/api/videos?page=1', token));
    const ask = (count: number) => this.load.run({ port: this.port, requests, connections: AT_ONCE, count });
    await ask(LISTS / 4);
    const cost = await this.meter.each(LISTS, () => ask(LISTS));
    const { body } = await new Client(this.product.url, this.tokens[0]).get('/api/videos?page=1');
    return { cost, bytes: Buffer.byteLength(JSON.stringify(body)) };
  }

  async login(): Promise<Cost> {
    const logins = new Logins(this.load, this.product.url);
    const attempt = { known: true, password: PASSWORD, status: 200 };
    await logins.run(attempt, LOGINS / 10, AT_ONCE);
    return this.meter.each(LOGINS, () => logins.run(attempt, LOGINS, AT_ONCE));
  }

  async upload(): Promise<SizedCost> {
    const small = await this.uploadAll(SMALL);
    const large = await this.uploadAll(LARGE);
    const perMb = times(minus(large, small), 1 / (LARGE.mb - SMALL.mb));
    return { each: minus(small, times(perMb, SMALL.mb)), perMb };
  }

  /** A time for a post. */
  async change(): Promise<Cost> {
    return (await this.changeAll()).cost;
  }

  /**
   * Has another process of the installation publish. @returns a minute in which it has nothing to do, and what it does
   * because of a change that this one makes, which costs `change` without it
   */
  async publisher(seconds: number, idle: Cost, change: Cost): Promise<{ idle: Cost; look: Cost }> {
    const { server } = await this.restart({ ROLE: 'publisher' });
    try {
      await pause(PUBLISHER_SETTLE_MS);
      const meter = new Meter(server.pid, this.servers);
      const both = times(await meter.each(1, () => pause(seconds * 1000)), MINUTE_S / seconds);
      const { cost, used } = await this.changeAll(server.pid);
      return {
        idle: { ...minus(both, idle), product: both.product },
        look: { ...minus(cost, change), product: used / CHANGES },
      };
    } finally {
      await server.stop();
    }
  }

  /** What all processes of the installation do by themselves. @returns a minute of it */
  async idle(seconds: number): Promise<Cost> {
    await pause(SETTLE_MS);
    const cost = await this.meter.each(1, () => pause(seconds * 1000));
    return times(cost, MINUTE_S / seconds);
  }

  /** @returns a minute of an open stream, without what the process does anyway, and the memory that it takes */
  async stream(seconds: number, idle: Cost): Promise<{ cost: Cost; bytes: number }> {
    const { server } = this.product;
    const before = server.resident;
    const open: IncomingMessage[] = [];
    await inLanes(AT_ONCE, STREAMS, async (n) => {
      open.push(await followEvents(this.product.url, this.tokens[n % this.tokens.length]!));
    });
    await pause(SETTLE_MS);
    const cost = await this.meter.each(1, () => pause(seconds * 1000));
    const bytes = Math.max(0, server.resident - before) / STREAMS;
    if (open.some(({ closed }) => closed)) throw new Error('a stream of events has ended by itself');
    for (const each of open) each.destroy();
    return { cost: times(minus(times(cost, MINUTE_S / seconds), idle), 1 / STREAMS), bytes };
  }

  async end(): Promise<void> {
    this.load.stop();
    await this.product.end();
  }

  private get port(): number {
    return Number(new URL(this.product.url).port);
  }

  /** Gives what was uploaded times in the future, over and over. @returns also the CPU seconds of process `pid` */
  private async changeAll(pid = this.product.server.pid): Promise<{ cost: Cost; used: number }> {
    const before = cpuSeconds(pid);
    const cost = await this.meter.each(CHANGES, () =>
      inLanes(AT_ONCE, CHANGES, async () => {
        const n = this.changesMade++;
        const { id, user } = this.ids[n % this.ids.length]!;
        const scheduled_for = new Date(Date.now() + DAY_MS + n * MINUTE_S * 1000).toISOString();
        const client = new Client(this.product.url, this.tokens[user]);
        const { status } = await client.put(`/api/videos/${id}/reschedule`, { scheduled_for });
        if (status !== 200) throw new Error(`a reschedule was answered with ${status}`);
      }),
    );
    return { cost, used: cpuSeconds(pid) - before };
  }

  private async uploadAll({ mb, files }: typeof SMALL): Promise<Cost> {
    const body = await videoBody(mb * MEGABYTE);
    const upload = async (n: number) => {
      const user = n % this.tokens.length;
      const answer = await send(`${this.product.url}/api/videos`, body, this.tokens[user]);
      const { videos } = JSON.parse(answer) as { videos: { id: number }[] };
      this.ids.push({ id: videos[0]!.id, user });
    };
    await upload(0);
    return this.meter.each(files, () => inLanes(UPLOADS_AT_ONCE, files, upload));
  }
}

/** @returns the answer, once its first event has come. */
async function followEvents(url: string, token: string): Promise<IncomingMessage> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const request = get(`${url}/api/events`, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
  // Closed by this side in the end.
  response.on('error', () => undefined);
  await once(response, 'data');
  response.resume();
  return response;
}

async function inLanes(lanes: number, count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

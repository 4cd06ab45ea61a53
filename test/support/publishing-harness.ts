import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../../backend/database/database';
import { DuePosts } from '../../backend/publishing/publisher/due-posts';
import { startTestApp, type TestApp } from './app';
import { eventually, type Client } from './client';
import { FakeGraph, type FakeGraphOptions, type PageSpec } from './fake-graph';
import { paddedVideo, saltedPhoto, sha256 } from './media';
import { untilSafeMs } from './post-times';
import { TestClock } from './test-clock';

/** Windows of `/videos` small enough that the fixtures need several. */
const WINDOWS = [20_000, 9_000, 31_000];

interface Row {
  status: string;
  due_at: number | null;
  locked_by: string | null;
  tries: number;
  paused_reason: string | null;
  resumes_at: number | null;
}

export interface ConnectedUser {
  client: Client;
  page: PageSpec;
}

interface UserOptions {
  plan?: number | null;
  instagram?: boolean;
}

export interface HarnessOptions {
  env?: Record<string, string>;
  graph?: FakeGraphOptions;
}

export interface PostOptions {
  /** The fixture to pad to `bytes`. */
  of?: string;
  bytes?: number;
  /** `null`: no time. */
  at?: Date | null;
  /** Where the list of its kind is. */
  path?: '/api/videos' | '/api/instagram/videos' | '/api/photos';
}

/**
 * The product against the fake network, with one clock for both. Set forward, it ends an hour's wait in a moment;
 * nothing else runs faster.
 */
export class PublishingHarness {
  private pages = 0;
  private files = 0;
  private readonly paths = new Map<number, string>();

  private constructor(
    readonly app: TestApp,
    readonly fake: FakeGraph,
    readonly clock: TestClock,
    private readonly folder: string,
  ) {}

  static async start({ env, graph }: HarnessOptions = {}): Promise<PublishingHarness> {
    const clock = new TestClock();
    const fake = new FakeGraph({ windowBytes: WINDOWS, ...graph, now: clock.now });
    await fake.start();
    const folder = await mkdtemp(join(tmpdir(), 'pagecast-publishing-'));
    const app = await startTestApp({ fake, env, clock });
    return new PublishingHarness(app, fake, clock, folder);
  }

  async end(): Promise<void> {
    await this.app.end();
    await this.fake.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  now(): number {
    return this.clock.now();
  }

  /** A user whose own page is connected, and the page's Instagram account if asked for. */
  async addUser({ plan = 2, instagram = false }: UserOptions = {}): Promise<ConnectedUser> {
    const page = this.addPage({ instagram });
    const { users } = this.app;
    if (plan !== null) return { client: await users.subscriber({ plan, connected: page }), page };
    const client = await users.newcomer();
    await users.connect(client, page);
    return { client, page };
  }

  addPage({ instagram = false } = {}): PageSpec {
    const n = ++this.pages;
    const page: PageSpec = { id: `10020030040050${n}`, name: `Page ${n}`, token: `EAAB_PAGE_${n}_` };
    if (instagram) page.igId = `1784140000000005${n}`;
    this.fake.addPage(page);
    return page;
  }

  connect({ client, page }: ConnectedUser): Promise<void> {
    return this.app.users.connect(client, page);
  }

  /** Now or later; near the end of a minute the clock moves on to the next one. */
  nowToPost(aheadMs = 0): Date {
    const wait = untilSafeMs(this.now() + aheadMs);
    if (wait > 0) this.forward(wait);
    return new Date(this.now() + aheadMs);
  }

  /** Uploads a file that no other post has, due at that time (by default at once). @returns its id. */
  async post(
    { client }: ConnectedUser,
    title: string,
    {
      of = 'portrait.mp4',
      bytes = 60_000,
      at = this.nowToPost(),
      path: list = '/api/videos',
    }: PostOptions = {},
  ): Promise<number> {
    const salt = `${++this.files}`;
    const isPhoto = list === '/api/photos';
    const path = isPhoto
      ? await saltedPhoto(join(this.folder, `${salt}.jpg`), salt)
      : await paddedVideo(join(this.folder, `${salt}.mp4`), bytes, { of, salt });
    this.fake.expectBytes(await sha256(path), title);
    if (at) this.fake.expectNotBefore(title, at);
    const times: Record<string, string[]> = at ? { scheduled_for: [at.toISOString()] } : {};
    const { status, body } = await client.upload(
      list,
      [path],
      { titles: [title], ...times },
      isPhoto ? 'photos' : 'videos',
    );
    if (status !== 201) throw new Error(`could not upload: ${status} ${JSON.stringify(body)}`);
    const { id } = (body.videos ?? body.photos)[0];
    this.paths.set(id, list);
    return id;
  }

  async item({ client }: ConnectedUser, id: number): Promise<any> {
    return (await client.get(`${this.paths.get(id) ?? '/api/videos'}/${id}`)).body;
  }

  async tasksUsed({ client }: ConnectedUser): Promise<number> {
    return (await client.get('/api/user/subscription')).body.submissions.used;
  }

  async row(id: number): Promise<Row> {
    const row = await this.app.running.nest.get(Database).row<Row>(
      `SELECT p.status, p.due_at, p.locked_by, p.tries, a.paused_reason, a.resumes_at FROM posts p
         LEFT JOIN accounts a ON a.id = p.account_id WHERE p.id = ?`,
      [id],
    );
    if (!row) throw new Error(`no post ${id}`);
    return row;
  }

  /** Sets the clock forward and lets the publisher look. */
  forward(ms: number): void {
    this.setClockBy(Math.max(0, ms));
  }

  /** From now on only `forward` moves the clock: what is done between two instants takes no time. */
  stopClock(): void {
    this.clock.stop();
  }

  startClock(): void {
    this.clock.start();
    this.look();
  }

  /** Also backwards. */
  setClockBy(ms: number): void {
    this.clock.forward(ms);
    this.look();
  }

  private look(): void {
    void this.app.running.nest.get(DuePosts).look();
  }

  /** Some hours pass, and the publisher looks again and again. */
  async passHours(id: number, hours: number): Promise<void> {
    for (let n = 0; n < hours; n++) {
      this.forward(3_600_000);
      await this.untilIdle(id);
    }
  }

  /** Waits in real time until no process works on the post and nothing of it is due. */
  async untilIdle(id: number, timeoutMs = 20_000): Promise<Row> {
    const until = performance.now() + timeoutMs;
    for (;;) {
      const row = await this.row(id);
      const { locked_by, due_at, paused_reason, resumes_at } = row;
      const isHeldBack = paused_reason !== null && (resumes_at === null || resumes_at > this.now());
      if (locked_by === null && (due_at === null || due_at > this.now() || isHeldBack)) return row;
      if (performance.now() > until)
        throw new Error(`post ${id} does not come to rest: ${JSON.stringify(row)}`);
      await pause(10);
    }
  }

  /** Waits in real time until the post has ended: for what the tick finds by itself. */
  async untilEnded(id: number): Promise<void> {
    await eventually(
      () => this.row(id),
      ({ status }) => ['published', 'failed'].includes(status),
    );
  }

  /** Sets the clock forward from wait to wait until the post has ended or needs its user. @returns the item. */
  async runToEnd(account: ConnectedUser, id: number, timeoutMs = 20_000): Promise<any> {
    for (;;) {
      const { status, due_at, paused_reason, resumes_at } = await this.untilIdle(id, timeoutMs);
      const waitsForUser = paused_reason !== null && resumes_at === null;
      if (due_at === null || waitsForUser || ['published', 'failed'].includes(status))
        return this.item(account, id);
      const isPaused = paused_reason !== null && resumes_at !== null && resumes_at > this.now();
      // The network's own work takes real time.
      await pause(20);
      this.forward(Math.max(due_at, isPaused ? resumes_at : 0) - this.now() + 1);
    }
  }

  /** How often each call was made for this page. */
  calls(page: PageSpec, ...names: string[]): number[] {
    return names.map((name) => this.fake.history(name).filter((call) => call.page === page.id).length);
  }
}

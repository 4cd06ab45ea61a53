import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../../backend/common/clock';
import { Database } from '../../backend/database/database';
import { DuePosts } from '../../backend/publishing/due-posts';
import { ADMIN, startTestApp, type TestApp } from './app';
import { eventually, type Client } from './client';
import { FakeGraph, type FakeGraphOptions, type PageSpec } from './fake-graph';
import { paddedVideo, saltedPhoto, sha256 } from './media';
import { untilSafeMs } from './times';

/** Windows of `/videos` small enough that the fixtures need several. */
const WINDOWS = [20_000, 9_000, 31_000];

interface Row {
  status: string;
  due_at: number | null;
  owner: string | null;
  tries: number;
  paused_reason: string | null;
  resumes_at: number | null;
}

export interface Account {
  client: Client;
  page: PageSpec;
}

interface AccountOptions {
  plan?: number | null;
  instagram?: boolean;
}

export interface SceneOptions {
  env?: Record<string, string>;
  graph?: FakeGraphOptions;
}

export interface PostOptions {
  /** The fixture that is padded to so many bytes. */
  of?: string;
  bytes?: number;
  /** `null`: no time. */
  at?: Date | null;
  /** Where the list of its kind is. */
  path?: '/api/videos' | '/api/instagram/videos' | '/api/photos';
}

/**
 * The product against the fake network, with one clock for both that the test can put forward: what waits for an hour
 * is over in a moment, and nothing else runs faster.
 */
export class Scene {
  private pages = 0;
  private files = 0;
  private readonly paths = new Map<number, string>();
  private admin?: Client;

  private constructor(
    readonly app: TestApp,
    readonly fake: FakeGraph,
    private readonly folder: string,
    private readonly time: { offsetMs: number; stoodAt?: number },
  ) {}

  static async start({ env, graph }: SceneOptions = {}): Promise<Scene> {
    const time: { offsetMs: number; stoodAt?: number } = { offsetMs: 0 };
    const now = () => (time.stoodAt ?? Date.now()) + time.offsetMs;
    const fake = new FakeGraph({ windowBytes: WINDOWS, ...graph, now });
    await fake.start();
    const folder = await mkdtemp(join(tmpdir(), 'pagecast-scene-'));
    const app = await startTestApp({ fake, env });
    app.running.nest.get(Clock).now = now;
    return new Scene(app, fake, folder, time);
  }

  async end(): Promise<void> {
    await this.app.end();
    await this.fake.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  now(): number {
    return this.app.running.nest.get(Clock).now();
  }

  /** A user whose own page is connected, and the page's Instagram account if asked for. */
  async account({ plan = 2, instagram = false }: AccountOptions = {}): Promise<Account> {
    const client = await this.app.client.register();
    const page = this.addPage({ instagram });
    if (plan !== null) await this.grant(client, plan);
    await this.connect({ client, page });
    return { client, page };
  }

  addPage({ instagram = false } = {}): PageSpec {
    const n = ++this.pages;
    const page: PageSpec = { id: `10020030040050${n}`, name: `Page ${n}`, token: `EAAB_PAGE_${n}_` };
    if (instagram) page.igId = `1784140000000005${n}`;
    this.fake.addPage(page);
    return page;
  }

  async grant({ user }: Client, plan: number): Promise<void> {
    this.admin ??= await this.app.client.login(ADMIN.email, ADMIN.password);
    await this.admin.post('/api/admin/subscriptions', { user_id: user.id, plan_id: plan });
  }

  async connect({ client, page }: Account): Promise<void> {
    const settings = {
      access_token: page.token,
      page_id: page.id,
      instagram_page_id: page.igId ?? '',
    };
    const { status, body } = await client.put('/api/user/facebook-settings', settings);
    if (status !== 200) throw new Error(`could not connect: ${status} ${JSON.stringify(body)}`);
  }

  /** Now, or so much later; near the end of a minute, the clock is put forward to the next one. */
  nowToPost(aheadMs = 0): Date {
    const wait = untilSafeMs(this.now() + aheadMs);
    if (wait > 0) this.forward(wait);
    return new Date(this.now() + aheadMs);
  }

  /** Uploads a file that no other post has, to go out at that time (by default at once). @returns its id. */
  async post(
    { client }: Account,
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

  async item({ client }: Account, id: number): Promise<any> {
    return (await client.get(`${this.paths.get(id) ?? '/api/videos'}/${id}`)).body;
  }

  async tasksUsed({ client }: Account): Promise<number> {
    return (await client.get('/api/user/subscription')).body.submissions.used;
  }

  async row(id: number): Promise<Row> {
    const row = await this.app.running.nest.get(Database).row<Row>(
      `SELECT p.status, p.due_at, p.owner, p.tries, a.paused_reason, a.resumes_at FROM posts p
         LEFT JOIN accounts a ON a.id = p.account_id WHERE p.id = ?`,
      [id],
    );
    if (!row) throw new Error(`no post ${id}`);
    return row;
  }

  forward(ms: number): void {
    this.setClockBy(Math.max(0, ms));
  }

  /** From now on only `forward` moves the clock: what is done between two instants takes no time. */
  stopClock(): void {
    this.time.stoodAt ??= Date.now();
  }

  /** It runs again, on from where it stands. */
  startClock(): void {
    const { stoodAt = Date.now() } = this.time;
    this.time.stoodAt = undefined;
    this.setClockBy(stoodAt - Date.now());
  }

  /** Also backwards, as an administrator or a bad time server may set it. */
  setClockBy(ms: number): void {
    this.time.offsetMs += ms;
    void this.app.running.nest.get(DuePosts).look();
  }

  /** Waits, for real, until nobody works on the post and nothing is due of it just now. */
  async rest(id: number, timeoutMs = 20_000): Promise<Row> {
    const until = performance.now() + timeoutMs;
    for (;;) {
      const row = await this.row(id);
      const { owner, due_at, paused_reason, resumes_at } = row;
      const isHeldBack = paused_reason !== null && (resumes_at === null || resumes_at > this.now());
      if (owner === null && (due_at === null || due_at > this.now() || isHeldBack)) return row;
      if (performance.now() > until)
        throw new Error(`post ${id} does not come to rest: ${JSON.stringify(row)}`);
      await pause(10);
    }
  }

  /** Waits, for real, until the post has ended: for what the tick finds by itself. */
  async ended(id: number): Promise<void> {
    await eventually(
      () => this.row(id),
      ({ status }) => ['published', 'failed'].includes(status),
    );
  }

  /** Puts the clock forward from wait to wait until the post has ended, or only the user can go on. @returns the item. */
  async play(account: Account, id: number, timeoutMs = 20_000): Promise<any> {
    for (;;) {
      const { status, due_at, paused_reason, resumes_at } = await this.rest(id, timeoutMs);
      const waitsForUser = paused_reason !== null && resumes_at === null;
      if (due_at === null || waitsForUser || ['published', 'failed'].includes(status))
        return this.item(account, id);
      const isPaused = paused_reason !== null && resumes_at !== null && resumes_at > this.now();
      // The network's own work takes real time.
      await pause(20);
      this.forward(Math.max(due_at, isPaused ? resumes_at : 0) - this.now() + 1);
    }
  }

  /** How often each call was made on this page. */
  calls(page: PageSpec, ...names: string[]): number[] {
    return names.map((name) => this.fake.history(name).filter((call) => call.page === page.id).length);
  }
}

/** Runs all of them, so many at once; each result is there to be awaited. */
export function inParallel<T>(width: number, tasks: Array<() => Promise<T>>): Promise<T>[] {
  let free = width;
  const line: Array<() => void> = [];
  const run = async (task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else free++;
    }
  };
  return tasks.map((task) => {
    const result = run(task);
    // Whoever awaits it sees the failure; until then it is not unhandled.
    result.catch(() => undefined);
    return result;
  });
}

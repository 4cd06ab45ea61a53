import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFake } from './app';
import { Client, eventually } from './client';
import type { FakeGraph } from './fake-graph';
import { paddedVideo, sha256 } from './media';
import { MAIN, Product } from './process';
import { Users } from './users';

/** How long a process has to end what it does when it is told to stop. */
export const GRACE_SECONDS = 20;

/** Up to two processes on one data folder, and one network for both. */
export class TwoProcesses {
  readonly products: Product[] = [];
  private files = 0;
  private pages = 0;
  private users?: Users;

  private constructor(
    readonly fake: FakeGraph,
    readonly dir: string,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<TwoProcesses> {
    const both = new TwoProcesses(await startFake(), await mkdtemp(join(tmpdir(), 'pagecast-processes-')));
    await both.spawn(env);
    return both;
  }

  async spawn(more: Record<string, string> = {}): Promise<Product> {
    const env = { SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS), ...more };
    const product = await Product.start(MAIN, { fake: this.fake, dir: this.dir, env });
    this.products.push(product);
    return product;
  }

  /** A subscriber with a page of their own. */
  user(): Promise<Client> {
    const n = ++this.pages;
    const page = { id: `20020030040050${n}`, name: `Page ${n}`, token: `EAAB_PAGE_${n}_` };
    this.fake.addPage(page);
    this.users ??= new Users(new Client(this.products[0]!.url));
    return this.users.subscriber({ connected: page });
  }

  async post(user: Client, title: string, bytes: number, at?: Date): Promise<number> {
    const salt = `${++this.files}`;
    const path = await paddedVideo(join(this.dir, `upload-${salt}.mp4`), bytes, { salt });
    this.fake.expectBytes(await sha256(path), title);
    if (at) this.fake.expectNotBefore(title, at);
    const { body } = await user.upload('/api/videos', [path], {
      titles: [title],
      ...(at && { scheduled_for: [at.toISOString()] }),
    });
    return body.videos[0].id;
  }

  /** The item, once it has ended, as that process shows it. */
  async ended({ url }: Product, user: Client, id: number, withinMs?: number): Promise<any> {
    const client = new Client(url, user.token);
    const { body } = await eventually(
      () => client.get(`/api/videos/${id}`),
      (answer) => ['published', 'failed'].includes(answer.body.status),
      withinMs,
    );
    return body;
  }

  /** All items of that user, once they have ended. */
  async allEnded(user: Client, withinMs: number): Promise<any[]> {
    const { body } = await eventually(
      () => user.get('/api/videos'),
      (answer) => answer.body.data?.every(({ status }: any) => ['published', 'failed'].includes(status)),
      withinMs,
    );
    return body.data;
  }

  async end(): Promise<void> {
    await Promise.all(this.products.map((product) => product.kill()));
    await this.fake.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

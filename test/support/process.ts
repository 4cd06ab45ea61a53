import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { environment } from './app';
import type { FakeGraph } from './fake-graph';
import { START_PATIENCE_MS } from './patience';

const CLOCK_AHEAD = join(__dirname, 'clock-ahead.cjs');
const RUNNING = /Pagecast is running: (\S+)/;

/** The server as it is shipped, built by `npm test`. */
export const MAIN = resolve(__dirname, '../../dist/server/backend/main.js');

export interface ProductOptions {
  fake: Pick<FakeGraph, 'graphUrl' | 'ruploadUrl'>;
  dir: string;
  env?: Record<string, string>;
  /** Its clock is so far ahead: what waits for less is over when it starts. */
  clockAheadMs?: number;
}

/** The product as a process of its own, which a test may stop, freeze and kill. */
export class Product {
  url = '';
  /** The structured logs, as far as they have come. */
  readonly logs: any[] = [];
  /** What it printed that is no log. */
  readonly printed: string[] = [];
  private readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  private constructor(private readonly child: ChildProcess) {
    // Not at its exit: what it wrote last may still be on its way.
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  static async start(
    main: string,
    { fake, dir, env = {}, clockAheadMs = 0 }: ProductOptions,
  ): Promise<Product> {
    const given = {
      LOG_LEVEL: 'info',
      GRAPH_URL: fake.graphUrl,
      RUPLOAD_URL: fake.ruploadUrl,
      CLOCK_AHEAD_MS: String(clockAheadMs),
      ...env,
    };
    const child = spawn(process.execPath, [...(clockAheadMs ? ['-r', CLOCK_AHEAD] : []), main], {
      env: { PATH: process.env.PATH, ...environment(dir, given) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const product = new Product(child);
    await product.listen().catch(async (error: unknown) => {
      await product.kill();
      throw error;
    });
    return product;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Ids of the posts that this process brought to that end. */
  settled(outcome: string): number[] {
    return this.logs
      .filter((line) => line.msg === 'post settled' && line.outcome === outcome)
      .map((line) => line.post);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** @returns how it ended. */
  exit(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    return this.ended;
  }

  /** As if the power went: nothing of it runs any more once this has resolved. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private listen(): Promise<void> {
    const { stdout, stderr } = this.child;
    if (!stdout || !stderr) throw new Error('a process without output');
    return new Promise((started, failed) => {
      const timer = setTimeout(() => failed(new Error('no start in time')), START_PATIENCE_MS);
      const read = (line: string) => {
        const log = parsed(line);
        if (log) this.logs.push(log);
        else this.printed.push(line);
        const url = RUNNING.exec(line)?.[1];
        if (!url) return;
        clearTimeout(timer);
        this.url = url.replace('localhost', '127.0.0.1');
        started();
      };
      createInterface(stdout).on('line', read);
      createInterface(stderr).on('line', read);
      void this.ended.then(({ code }) => {
        clearTimeout(timer);
        failed(new Error(`ended with ${String(code)} before it ran:\n${this.printed.join('\n')}`));
      });
    });
  }
}

function parsed(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

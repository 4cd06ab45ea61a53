import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { environment } from './app';
import type { FakeGraph } from './fake-graph';

const ROOT = resolve(__dirname, '../..');
const START_TIMEOUT_MS = 30_000;
const RUNNING = /Pagecast is running: (\S+)/;

export interface Build {
  main: string;
  remove(): Promise<void>;
}

/** The server as it is shipped, compiled from the sources as they are now, beside the build that others may be using. */
export async function buildServer(): Promise<Build> {
  // Below the root, so that it finds the packages.
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'dist', 'test-'));
  const config = JSON.parse(await readFile(join(ROOT, 'nest-cli.json'), 'utf8'));
  config.compilerOptions.builder.options.outDir = relative(ROOT, join(folder, 'server'));
  await writeFile(join(folder, 'nest-cli.json'), JSON.stringify(config));
  const nest = join(ROOT, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const args = [nest, 'build', '--config', relative(ROOT, join(folder, 'nest-cli.json'))];
  const main = join(folder, 'server', 'backend', 'main.js');
  await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  await promisify(execFile)(process.execPath, [join(ROOT, '.setup', 'bundle-server.mjs'), main]);
  return {
    main,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface ProductOptions {
  fake: FakeGraph;
  dir: string;
  env?: Record<string, string>;
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
    this.ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  }

  static async start(main: string, { fake, dir, env = {} }: ProductOptions): Promise<Product> {
    const hosts = { GRAPH_URL: fake.graphUrl, RUPLOAD_URL: fake.ruploadUrl };
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, ...environment(dir, { LOG_LEVEL: 'info', ...hosts, ...env }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const product = new Product(child);
    await product.listen();
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
      const timer = setTimeout(() => failed(new Error('no start in time')), START_TIMEOUT_MS);
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

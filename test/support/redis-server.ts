import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';
import { closedPort } from './ports';

/** Skipped where there is no redis-server, but never in CI: there a missing one is a failure. */
export function onRedis(name: string, tests: () => void): void {
  const isWanted = process.env.CI === 'true' || spawnSync('redis-server', ['--version']).status === 0;
  (isWanted ? describe : describe.skip)(name, tests);
}

/** A Redis of a test's own, which it may stop, freeze, fill and flush. */
export class RedisServer {
  private child?: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly dir: string,
  ) {}

  /** Started unless `start` is called later. */
  static async at(port?: number): Promise<RedisServer> {
    return new RedisServer(port ?? (await closedPort()), await mkdtemp(join(tmpdir(), 'pagecast-redis-')));
  }

  static async start(): Promise<RedisServer> {
    const server = await RedisServer.at();
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  async start(...more: string[]): Promise<void> {
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.dir];
    this.child = spawn('redis-server', [...place, '--save', '', '--appendonly', 'no', ...more], {
      stdio: 'ignore',
    });
    const pong = () => this.call('PING').catch(() => '');
    await eventually(pong, (answer) => /^(\+PONG|-NOAUTH)/.test(answer));
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = undefined;
  }

  /** @returns the first line of the answer, as it came */
  async call(...words: string[]): Promise<string> {
    return (await this.answer(...words)).split('\r\n')[0] ?? '';
  }

  /** Asks by a connection of its own. @returns the first of the answer that comes, which is all of a short one */
  async answer(...words: string[]): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString();
    } finally {
      socket.destroy();
    }
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

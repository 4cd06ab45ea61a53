import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Lets a process of Node run TypeScript. */
export const TYPESCRIPT = ['-r', resolve(__dirname, '../../test/support/register-ts.js')];

const CORES = { server: 0, client: 1 };

const CAN_PIN = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
const POLL_MS = 1;
const START_LIMIT_MS = 120_000;

/** This process and what it starts from now on keeps to the client's core. */
export function keepToClientCore(): void {
  if (CAN_PIN) spawnSync('taskset', ['-a', '-c', '-p', String(CORES.client), String(process.pid)]);
  else console.log('taskset is not available: client and servers share all cores, the figures are rough.');
}

/** A server under measurement, in a process and on a core of its own. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** From the start of the process to its first 200. */
    readonly startedInMs: number,
  ) {}

  static async start(
    args: string[],
    {
      env = {},
      readyPath,
      core = 'server',
    }: { env?: Record<string, string>; readyPath: string; core?: keyof typeof CORES },
  ): Promise<ServerProcess> {
    const port = await freePort();
    const command = [process.execPath, ...args];
    const pinned = CAN_PIN ? ['taskset', '-c', String(CORES[core]), ...command] : command;
    const begin = performance.now();
    const child = spawn(pinned[0]!, pinned.slice(1), {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // A benchmark that fails stops nothing itself.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const url = `http://127.0.0.1:${port}`;
    while (!(await answers(url + readyPath))) {
      if (child.exitCode !== null) throw new Error(`${args.at(-1) ?? ''} ended with ${child.exitCode}`);
      if (performance.now() - begin > START_LIMIT_MS) throw new Error(`${args.at(-1) ?? ''} does not answer`);
      await pause(POLL_MS);
    }
    return new ServerProcess(child, url, performance.now() - begin);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Resident memory in bytes. */
  get resident(): number {
    return this.memory('VmRSS');
  }

  /** The part of `resident` that the system can read again from files. Processes that run the same files share it. */
  get residentFiles(): number {
    return this.memory('RssFile');
  }

  /** The highest resident memory since the start, or since `forgetPeak`. */
  get peak(): number {
    return this.memory('VmHWM');
  }

  forgetPeak(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private memory(field: string): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) * 1024;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

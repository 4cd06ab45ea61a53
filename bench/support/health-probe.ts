import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 4;

/** Asks a server how it is, over and over, from a process of its own: the uploading one is too busy to keep time. */
export class HealthProbe {
  private constructor(private readonly child: ChildProcess) {}

  static start(url: string): HealthProbe {
    return new HealthProbe(fork(__filename, [url], { execArgv: process.execArgv }));
  }

  /** @returns how long each answer took, in milliseconds. */
  async stop(): Promise<number[]> {
    const answer = once(this.child, 'message');
    this.child.send('stop');
    return ((await answer) as [number[]])[0];
  }
}

async function probe(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  process.once('message', () => {
    process.send!(latencies, () => process.exit());
  });
  for (;;) {
    const begin = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
    latencies.push(performance.now() - begin);
    await pause(EVERY_MS);
  }
}

if (require.main === module) void probe(process.argv[2]!);

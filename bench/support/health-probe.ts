import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { TYPESCRIPT } from './server-process';

const EVERY_MS = 4;

/** Asks a server how it is, over and over, from a process of its own: the uploading one is too busy to keep time. */
export class HealthProbe {
  private constructor(private readonly child: ChildProcess) {}

  /** With tokens each call is somebody else's: nobody comes near the requests a minute that a user has. */
  static start(url: string, tokens: string[] = []): HealthProbe {
    const child = fork(__filename, [url], { execArgv: TYPESCRIPT });
    child.send(tokens);
    return new HealthProbe(child);
  }

  /** @returns how long each answer took, in milliseconds. */
  async stop(): Promise<number[]> {
    const answer = once(this.child, 'message');
    this.child.send('stop');
    return ((await answer) as [number[]])[0];
  }
}

async function probe(url: string, tokens: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  process.once('message', () => {
    process.send!(latencies, () => process.exit());
  });
  for (let n = 0; ; n++) {
    const token = tokens[n % tokens.length];
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const begin = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        response.resume().once('end', resolve);
      }).once('error', reject);
    });
    latencies.push(performance.now() - begin);
    await pause(EVERY_MS);
  }
}

if (require.main === module)
  process.once('message', (tokens: string[]) => void probe(process.argv[2]!, tokens));

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tally } from './instant-graph';
import { ServerProcess, TYPESCRIPT } from './server-process';

const LOOK_MS = 20;
const LIMIT_MS = 120_000;

/** A network that publishes at once, or after `delayMs` for each call. It shares the client's core. */
export class InstantGraph {
  private constructor(private readonly server: ServerProcess) {}

  static async start(delayMs = 0): Promise<InstantGraph> {
    const args = [...TYPESCRIPT, join(__dirname, 'instant-graph.ts')];
    const env = { DELAY_MS: String(delayMs) };
    return new InstantGraph(await ServerProcess.start(args, { readyPath: '/__tally', env, core: 'client' }));
  }

  get url(): string {
    return this.server.url;
  }

  async tally(): Promise<Tally> {
    return (await (await fetch(`${this.url}/__tally`)).json()) as Tally;
  }

  async published(posts: number): Promise<Tally> {
    const until = performance.now() + LIMIT_MS;
    for (;;) {
      const tally = await this.tally();
      if (tally.published >= posts) return tally;
      if (performance.now() > until) throw new Error(`${tally.published} of ${posts} were published`);
      await pause(LOOK_MS);
    }
  }

  /** @returns posts a second, from the first call of the first to the public call of the last. */
  async rate(posts: number, publish: () => Promise<void>): Promise<number> {
    await fetch(`${this.url}/__tally`, { method: 'DELETE' });
    await publish();
    const { firstStartAt, lastPublishAt } = await this.published(posts);
    // What follows the last public call ends before the next round.
    await pause(LOOK_MS * 10);
    return (posts * 1000) / (lastPublishAt - firstStartAt);
  }

  async end(): Promise<void> {
    await this.server.stop();
  }
}

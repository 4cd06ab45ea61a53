import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PATIENCE_MS } from '../patience';
import type { PageSpec } from './accounts';
import type { PublicObject } from './checker';
import type { ControlCall } from './control';
import type { Fault } from './faults';
import type { Call } from './history';

/** Runs the fake in a process of its own, which outlives the processes that a test kills. It has no hooks. */
export class FakeGraphProcess {
  graphUrl = '';
  ruploadUrl = '';
  controlUrl = '';
  #child: ChildProcess | undefined;

  constructor(private readonly args: string[] = []) {}

  async start(): Promise<{ graphUrl: string; ruploadUrl: string }> {
    const folder = __dirname;
    const command = ['-r', join(folder, '..', 'register-ts.js'), join(folder, 'main.ts'), ...this.args];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`the fake ended with ${String(code)}`))),
    ])) as [string];
    Object.assign(this, JSON.parse(line));
    return { graphUrl: this.graphUrl, ruploadUrl: this.ruploadUrl };
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async control(call: ControlCall, ...args: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ call, args });
    const answer = await fetch(`${this.controlUrl}/__control`, { method: 'POST', body });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  }

  async addPage(page: PageSpec): Promise<void> {
    await this.control('addPage', page);
  }

  async fault(fault: Fault): Promise<void> {
    await this.control('fault', fault);
  }

  async waitForCall(name: string, n = 1, timeoutMs = PATIENCE_MS): Promise<Call> {
    return (await this.control('waitForCall', name, n, timeoutMs)) as Call;
  }

  async history(name?: string): Promise<Call[]> {
    return (await this.control('history', ...(name === undefined ? [] : [name]))) as Call[];
  }

  async published(): Promise<PublicObject[]> {
    const objects = (await this.control('published')) as PublicObject[];
    return objects.map((object) => ({ ...object, at: new Date(object.at) }));
  }

  async violations(): Promise<string[]> {
    return (await this.control('violations')) as string[];
  }
}

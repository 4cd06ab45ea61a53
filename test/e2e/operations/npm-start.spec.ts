import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { environment } from '../../support/app';

// It may have to build first.
jest.setTimeout(180_000);

const ROOT = resolve(__dirname, '../../..');

describe('npm start', () => {
  let dir: string;
  let npm: ChildProcess;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-npm-'));
  });
  afterEach(async () => {
    // The whole group: also what a failed test left running.
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing is left, as it should be.
    }
    await rm(dir, { recursive: true, force: true });
  });

  async function start(): Promise<{ url: string; lines: string[]; closed: Promise<string> }> {
    npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment(dir, { LOG_LEVEL: 'info' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const { stdout, stderr } = npm;
    if (!stdout || !stderr) throw new Error('a process without output');
    stderr.resume();
    // Not when npm ends, but when nobody is left who holds its output.
    const closed = once(npm, 'close').then(() => 'nobody is left');
    const lines: string[] = [];
    const url = await new Promise<string>((started) => {
      createInterface(stdout).on('line', (line) => {
        lines.push(line);
        const found = /Pagecast is running: (\S+)/.exec(line)?.[1];
        if (found) started(found.replace('localhost', '127.0.0.1'));
      });
    });
    return { url, lines, closed };
  }

  const inTime = (closed: Promise<string>) =>
    Promise.race([closed, pause(10_000, 'somebody is left', { ref: false })]);

  it.each(['SIGTERM', 'SIGINT'] as const)('ends the server, well, when npm alone gets %s', async (signal) => {
    const { url, lines, closed } = await start();
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    npm.kill(signal);
    expect(await inTime(closed)).toBe('nobody is left');
    expect(lines.filter((line) => line.includes('"msg":"stopped"'))).toHaveLength(1);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('leaves the server running when the terminal closes', async () => {
    const { url, closed } = await start();
    const group = -(npm.pid ?? 0);
    process.kill(group, 'SIGHUP');
    await once(npm, 'exit');
    await pause(500);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    process.kill(group, 'SIGTERM');
    expect(await inTime(closed)).toBe('nobody is left');
  });
});

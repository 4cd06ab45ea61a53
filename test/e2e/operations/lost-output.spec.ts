import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { environment } from '../../support/app';
import { CLI, cli } from '../../support/cli';
import { eventually } from '../../support/eventually';
import { PATIENCE_MS, START_PATIENCE_MS } from '../../support/patience';
import { MAIN } from '../../support/process';
import { useScratchFolder } from '../../support/scratch-folder';

const inFolder = useScratchFolder();

/** On a device of Linux on which there is never room. In CI it must be there. */
const itOnFullDevice = existsSync('/dev/full') || process.env.CI === 'true' ? it : it.skip;

describe('a product whose output', () => {
  let product: ChildProcess;
  let ended: Promise<unknown[]>;
  let url: string;

  afterEach(async () => {
    product.kill('SIGKILL');
    await ended;
  });

  async function start(stdio: StdioOptions): Promise<void> {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const given = { LOG_LEVEL: 'info', NETWORK: 'rehearsal', PORT: String(port) };
    product = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...environment(inFolder(`data-${port}`), given) },
      stdio,
    });
    ended = once(product, 'exit');
    await eventually(isReady, (is) => is, START_PATIENCE_MS);
  }

  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );

  /** Each is a line of the log. */
  async function signIn(times: number): Promise<void> {
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'x'.repeat(12) });
    const headers = { 'content-type': 'application/json' };
    const send = async () =>
      (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).arrayBuffer();
    for (let n = 0; n < times; n += 10) await Promise.all(Array.from({ length: 10 }, send));
  }

  async function endsWell(): Promise<void> {
    product.kill('SIGTERM');
    expect(await Promise.race([ended, pause(PATIENCE_MS, 'it runs on', { ref: false })])).toEqual([0, null]);
  }

  itOnFullDevice('finds no room serves on, and ends when it is told to', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      await start(['ignore', full, full]);
      await signIn(10);
      await pause(500);
      expect(await isReady()).toBe(true);
      await endsWell();
    } finally {
      closeSync(full);
    }
  });

  it('was closed serves on, and ends when it is told to', async () => {
    await start(['ignore', 'pipe', 'pipe']);
    product.stdout?.destroy();
    product.stderr?.destroy();
    await signIn(10);
    await pause(500);
    expect(await isReady()).toBe(true);
    await endsWell();
  });

  it('is read by nobody serves on, and ends when it is told to', async () => {
    await start(['ignore', 'pipe', 'pipe']);
    // A pipe holds 64 KiB.
    await signIn(600);
    expect(await isReady()).toBe(true);
    await endsWell();
  });
});

it('a command whose output was closed does all its work', async () => {
  const [dir, to] = [inFolder('commanded'), inFolder('backups')];
  await mkdir(dir);
  const env = { NETWORK: 'rehearsal' };
  expect((await cli(dir, ['migrate'], { env })).code).toBe(0);
  for (let times = 0; times < 2; times++)
    expect(await cli(dir, ['backup', '--to', to], { env })).toMatchObject({ code: 0 });
  const child = spawn(process.execPath, [CLI, 'backup', '--to', to, '--keep', '1'], {
    env: { PATH: process.env.PATH, ...environment(dir, env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, err]).toEqual([0, '']);
  expect((await readdir(to)).filter((name) => name.startsWith('2'))).toHaveLength(1);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

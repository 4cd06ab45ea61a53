import 'reflect-metadata';
import * as nodeModule from 'node:module';
import { basename, join, resolve } from 'node:path';
import type { RunningApp } from './app';
import { ConfigError, loadConfig, type Config } from './config/config';
import { keepFilesPrivate } from './common/files/private-files';
import { withSourcePositions } from './common/errors/source-positions';
import { giveBackAfterStart } from './heap';
import { explainStartError } from './start-errors';

/** The built file lies in dist/server/backend, the transpiled one in backend. */
const DIST_DIR =
  basename(resolve(__dirname, '../..')) === 'dist'
    ? resolve(__dirname, '../..')
    : resolve(__dirname, '../dist');

export interface StartOptions {
  /** Uses a separate data folder and an account that is ready to post. */
  demo?: boolean;
}

/** Starts the product with the current environment, and prints where to go. */
export async function main({ demo = false }: StartOptions = {}): Promise<void> {
  keepFilesPrivate();
  // A closed terminal does not end the process; SIGTERM does. Nor does a line that cannot be written there.
  process.on('SIGHUP', () => undefined);
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // Node prints the error of a crash after this event.
  process.on('uncaughtExceptionMonitor', (error: Partial<Error>) => {
    if (typeof error.stack === 'string') error.stack = withSourcePositions(error.stack);
  });
  const config = readConfig(demo);
  if (demo && config.network.mode === 'live') fail(['The demo is for the rehearsal network. Unset NETWORK.']);
  try {
    // Imported here and not with this file: it loads native parts, and one that fails to load is explained in words.
    const { startApp } = await import('./app');
    const app = await startApp(config, DIST_DIR);
    announce(config, app.url, demo ? await makeDemoAccount(app) : undefined, app.firstAdmin);
    keepCompiledCode();
    giveBackAfterStart();
  } catch (error) {
    fail([`Pagecast could not start: ${explainStartError(error, config)}`]);
  }
}

/** Writes the compile cache for the next start. Node 20 cannot. */
function keepCompiledCode(): void {
  (nodeModule as { flushCompileCache?: () => void }).flushCompileCache?.();
}

async function makeDemoAccount({ nest }: RunningApp): Promise<Login> {
  const { DEMO_LOGIN, ensureDemoAccount } = await import('./demo');
  await ensureDemoAccount(nest);
  return DEMO_LOGIN;
}

function readConfig(demo: boolean): Config {
  try {
    return loadConfig(undefined, demo ? { DATA_DIR: join('data', 'demo') } : {});
  } catch (error) {
    if (error instanceof ConfigError)
      fail(['Pagecast could not start. Please mend:', ...error.lines.map((line) => `  ${line}`)]);
    throw error;
  }
}

type Login = { email: string; password: string } | undefined;

function announce(config: Config, url: string, demo: Login, firstAdmin: Login): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const local = url.replace('127.0.0.1', 'localhost');
  const address = config.http.publicUrl.includes('localhost') ? local : config.http.publicUrl;
  say('');
  // A publisher answers at its own address alone: PUBLIC_URL leads to the processes that answer people.
  const isPublisher = config.role === 'publisher';
  if (isPublisher) {
    say(`  Pagecast is running: ${local}   (a publisher: it sends what is due)`);
    say('  Only /health and /metrics are at this address. People use a process with ROLE=api.');
  } else say(`  Pagecast is running: ${address}`);
  if (demo) say(`  Demo account:        ${demo.email}   password: ${demo.password}`);
  if (firstAdmin)
    say(`  First administrator: ${firstAdmin.email}   password: ${firstAdmin.password}   (shown once)`);
  if (config.network.mode === 'rehearsal' && !isPublisher)
    say(`  Rehearsal page:      ${address}/rehearsal   (nothing leaves this computer)`);
  say('');
}

function fail(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

/** The commands for operators, which share the bundle. */
export async function cli(): Promise<void> {
  await (await import('./cli')).main();
}

if (require.main === module) void main();

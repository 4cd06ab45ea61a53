import 'reflect-metadata';
import { resolve } from 'node:path';
import { startApp } from './app';
import { Config, ConfigError, loadConfig } from './config/config';

const DIST_DIR = resolve(__dirname, '..', '..');

/** Starts the product with the environment as it is; prints where to go. */
export async function main(): Promise<void> {
  const config = readConfig();
  try {
    const app = await startApp(config, DIST_DIR);
    announce(config, app.url, app.firstAdmin);
  } catch (error) {
    fail([`Pagecast could not start: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError)
      fail(['Pagecast could not start. Please mend:', ...error.lines.map((line) => `  ${line}`)]);
    throw error;
  }
}

function announce(config: Config, url: string, firstAdmin?: { email: string; password: string }): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const address = config.http.publicUrl.includes('localhost')
    ? url.replace('127.0.0.1', 'localhost')
    : config.http.publicUrl;
  say(`Pagecast is running: ${address}`);
  if (config.network.mode === 'rehearsal')
    say(`Rehearsal: nothing leaves this computer. What is "posted" shows at ${address}/rehearsal`);
  if (firstAdmin)
    say(`First administrator (shown once): ${firstAdmin.email}  password: ${firstAdmin.password}`);
}

function fail(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

if (require.main === module) void main();

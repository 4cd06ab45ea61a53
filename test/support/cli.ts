import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCli } from '../../backend/cli';
import { environment } from './app';

/** The commands as they are shipped, built by `npm test`. */
export const CLI = resolve(__dirname, '../../dist/server/backend/cli.js');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface CliOptions {
  env?: Record<string, string>;
  /** What is typed. */
  stdin?: string;
}

/** Runs a command in this process, for the product of that folder. @returns what it printed, and how it ended. */
export async function cli(dir: string, args: string[], { env = {} }: CliOptions = {}): Promise<Ended> {
  const printed = { out: '', err: '' };
  const code = await runCli(args, {
    env: environmentOf(dir, env),
    say: (line) => void (printed.out += `${line}\n`),
    tell: (line) => void (printed.err += `${line}\n`),
    readSecret: () => Promise.resolve(''),
  });
  return { code, ...printed };
}

/** The same in a process of its own, which may be killed. */
export function startCli(
  dir: string,
  args: string[],
  { env = {}, stdin = '' }: CliOptions = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [CLI, ...args], { env: environmentOf(dir, env) });
  child.stdin.end(stdin && `${stdin}\n`);
  // One that is killed closes it.
  child.stdin.on('error', () => undefined);
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]) => ({ code: code as number | null, out, err }),
  );
  return { child, ended };
}

export const cliProcess = (dir: string, args: string[], options?: CliOptions): Promise<Ended> =>
  startCli(dir, args, options).ended;

const environmentOf = (dir: string, env: Record<string, string>) => ({
  PATH: process.env.PATH,
  ...environment(dir, env),
});

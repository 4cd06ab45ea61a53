/** Commands for operators, `cli <command>`. Each is a file in cli/, and loaded only when it is called. */
import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { UsageError, type Command, type Surroundings } from './cli/command';
import { readSecret } from './cli/read-secret';
import { JsonLogger, makeErrorLogger } from './common/log/json-logger';
import { keepFilesPrivate } from './common/files/private-files';
import { ConfigError, loadConfig } from './config/config';
import { explainStartError } from './start-errors';
import { VERSION } from './version';

interface Listed {
  summary: string;
  load: () => Promise<{ default: Command }>;
}

const COMMANDS: Record<string, Listed> = {
  migrate: { summary: 'bring the database to the newest version', load: () => import('./cli/migrate') },
  'move-database': { summary: 'move from SQLite to MySQL', load: () => import('./cli/move-database') },
  'move-media': { summary: 'move media to another storage', load: () => import('./cli/move-media') },
  'admin create': { summary: 'add an administrator', load: () => import('./cli/admin-create') },
  'admin reset-password': {
    summary: 'give somebody a new password',
    load: () => import('./cli/admin-reset-password'),
  },
  backup: { summary: 'copy database, media and keys while running', load: () => import('./cli/backup') },
  verify: { summary: 'check rows against files, or a backup', load: () => import('./cli/verify') },
  'rotate-key': { summary: 'change the encryption key', load: () => import('./cli/rotate-key') },
  doctor: { summary: 'look for what is wrong, and say what to do', load: () => import('./cli/doctor') },
  restore: { summary: 'bring a backup back', load: () => import('./cli/restore') },
  sweep: { summary: 'move media that no row names to the trash', load: () => import('./cli/sweep') },
  recover: { summary: 'restore swept media', load: () => import('./cli/recover') },
};

const OF_PROCESS: Surroundings = {
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  readSecret,
};

/** @returns the exit code: 0, 1 for a failure, 2 for a command line that is not understood. */
export async function runCli(args: string[], to: Surroundings = OF_PROCESS): Promise<number> {
  const [first = 'help'] = args;
  if (first === 'help' || first === '--help' || first === '-h') return listCommands(to.say, 0);
  if (first === '--version') {
    to.say(VERSION);
    return 0;
  }
  const found = find(args);
  if (!found) {
    to.tell(`There is no command ${args.filter((word) => !word.startsWith('-')).join(' ')}.`);
    return listCommands(to.tell, 2);
  }
  try {
    const { default: command } = await found.load();
    if (found.rest.includes('--help') || found.rest.includes('-h')) {
      for (const line of [`Usage: cli ${command.usage}`, '', ...command.help]) to.say(line);
      return 0;
    }
    return await run(command, found.rest, to);
  } catch (error) {
    to.tell(sentenceOf(error, to));
    return 1;
  }
}

async function run(command: Command, args: string[], to: Surroundings): Promise<number> {
  try {
    return await command.run(args, to);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    to.tell(`${error.message}.`);
    to.tell(`Usage: cli ${command.usage}`);
    return 2;
  }
}

/** The command that the first words name, the longest name first. */
function find(args: string[]): (Listed & { rest: string[] }) | undefined {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ');
    const listed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (listed) return { ...listed, rest: args.slice(length) };
  }
  return undefined;
}

function listCommands(line: (text: string) => void, code: number): number {
  line('Usage: cli <command>');
  line('');
  for (const [name, { summary }] of Object.entries(COMMANDS)) line(`  ${name.padEnd(22)}${summary}`);
  line('');
  line('`cli <command> --help` explains one. The environment variables are those of the product.');
  return code;
}

/** One sentence, never a stack. */
function sentenceOf(error: unknown, { env }: Surroundings): string {
  if (error instanceof ConfigError)
    return ['Please mend:', ...error.lines.map((each) => `  ${each}`)].join('\n');
  return explainStartError(error, configOf(env));
}

function configOf(env: Surroundings['env']) {
  try {
    return loadConfig(env);
  } catch {
    return undefined;
  }
}

/** For the file that is started: the arguments and the exit code of this process. */
export async function main(): Promise<void> {
  keepFilesPrivate();
  // The work goes on where nobody reads what it prints, as in `cli backup | head -1`.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  Logger.overrideLogger(new JsonLogger(makeErrorLogger()));
  // Does not wait for a connection that a silent server keeps open.
  process.exit(await runCli(process.argv.slice(2)));
}

if (require.main === module) void main();

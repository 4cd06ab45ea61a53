import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Environment } from '../config/reader';

/** What a command meets: the process, or a test in its place. */
export interface Surroundings {
  env: Environment;
  /** A line on stdout: the result. */
  say(line: string): void;
  /** A line on stderr: progress and warnings. */
  tell(line: string): void;
  /** The first line of stdin. A person at a terminal is asked with these words, and does not see what is typed. */
  readSecret(prompt: string): Promise<string>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

type Values<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>['values'];

interface Definition<T extends Options> {
  /** As it is typed after `cli`: `backup --to FOLDER [--keep N]`. */
  usage: string;
  /** The rest of the help, one line each. */
  help: string[];
  options: T;
  /** How many words it takes besides its options. */
  words?: number;
  /** @returns the exit code; 0 without one. @throws an error whose message is a sentence for a person. */
  run(given: { values: Values<T>; words: string[] }, to: Surroundings): Promise<number> | Promise<void>;
}

export interface Command {
  usage: string;
  help: string[];
  /** @returns the exit code. @throws UsageError */
  run(args: string[], to: Surroundings): Promise<number>;
}

/** The command line is not understood: the usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function command<const T extends Options>(definition: Definition<T>): Command {
  const { usage, help, options, words: most = 0, run } = definition;
  return {
    usage,
    help,
    run: async (args, to) => {
      const { values, positionals } = parse(args, options);
      if (positionals.length > most) throw new UsageError(`Too many words: ${String(positionals[most])}`);
      refuseEmpty(values);
      const code: unknown = await run({ values, words: positionals }, to);
      return typeof code === 'number' ? code : 0;
    },
  };
}

function parse<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's advice after the first sentence is for programmers.
    const [sentence = ''] = (error as Error).message.split(/\. |\.$/);
    throw new UsageError(sentence);
  }
}

/** As in `--backup "$UNSET"`: it must not mean the same as no option. @throws UsageError */
function refuseEmpty(values: object): void {
  for (const [option, value] of Object.entries(values) as [string, unknown][])
    if (typeof value === 'string' && value.trim() === '') throw new UsageError(`--${option} is empty`);
}

/** A whole number from `least` on. @throws UsageError */
export function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < least)
    throw new UsageError(`--${option} takes a whole number from ${least} on`);
  return number;
}

/** @throws UsageError when the option is not given. */
export function needed(option: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing`);
  return value;
}

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const DOCKER = resolve(__dirname, '../../../docker');

/** As far as our files use it; the schema holds the rest. */
export interface Service {
  image?: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  ports?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  init?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  stop_grace_period?: string;
  restart?: string;
  tmpfs?: string[];
  configs?: (string | { source: string })[];
  secrets?: (string | { source: string })[];
  logging?: { options?: Record<string, string> };
  deploy?: { replicas?: number };
}

export interface Compose {
  services: Record<string, Service>;
  networks?: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
  volumes?: Record<string, unknown>;
  configs?: Record<string, object>;
  secrets?: Record<string, object>;
}

export const textOf = (name: string): string => readFileSync(join(DOCKER, name), 'utf8');

/** With merged keys, and before the variables. */
export const readCompose = (name: string): Compose => parse(textOf(name), { merge: true }) as Compose;

const VARIABLE = /\$(?:\$|\{(\w+)(?:(:[-?])([^}]*))?\})/g;

export interface Use {
  name: string;
  /** `:-` has a default, `:?` must be given. */
  kind: string | undefined;
  word: string;
}

/** Every use of a variable. */
export function usesIn(value: unknown): Use[] {
  if (typeof value === 'string')
    return [...value.matchAll(VARIABLE)].flatMap(([, name, kind, word = '']) =>
      name ? [{ name, kind, word }] : [],
    );
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(usesIn) : [];
}

/** Puts variables in, as Compose does: an empty one counts as absent. @throws if one is lacking that must be given. */
export function interpolate<T>(value: T, env: Record<string, string>): T {
  if (typeof value === 'string')
    return value.replace(VARIABLE, (_, name?: string, kind?: string, word = '') => {
      if (!name) return '$';
      const given = env[name] ?? '';
      if (given === '' && kind === ':?') throw new Error(`${name}: ${word}`);
      return given === '' && kind === ':-' ? word : given;
    }) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => interpolate(each, env)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, interpolate<unknown>(each, env)]),
  ) as T;
}

/** The variables of an example, with the values that it has for them. */
export function readExample(name: string): Record<string, string> {
  const lines = textOf(name).split('\n');
  const pairs = lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => /^(\w+)=(.*)$/.exec(line));
  if (pairs.includes(null)) throw new Error(`${name} has a line that is neither a comment nor NAME=value`);
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

/** Of 35s, 2m or 1h. */
export function seconds(text: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  const factor = { s: 1, m: 60, h: 3600 }[unit ?? ''];
  if (factor === undefined) throw new Error(`${text} is no duration`);
  return Number(count) * factor;
}

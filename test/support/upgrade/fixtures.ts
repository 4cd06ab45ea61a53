import { readdirSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fixture } from '../media';
import { Product } from '../process';
import type { Answers } from './answers';
import type { World } from './world';

/** What an installation keeps beside its database. */
export const KEPT = ['media', 'rehearsal', 'encryption-key', 'jwt-secret'];

/** Of an earlier version, as it was left at an instant. */
export interface Installation extends World {
  version: string;
  /** When it was stopped and read, in ms since 1970. */
  at: number;
  answers: Answers;
}

/** The names of the installations in the fixtures, the oldest first. */
export function earlierVersions(): string[] {
  return readdirSync(fixture('.'))
    .filter((name) => name.startsWith('version-'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

export const readInstallation = async (name: string): Promise<Installation> =>
  JSON.parse(await readFile(join(fixture(name), 'installation.json'), 'utf8')) as Installation;

/** Puts its data folder there, with the SQLite database. */
export async function placeInstallation(version: string, dir: string): Promise<void> {
  const folder = fixture(version);
  for (const name of KEPT) await cp(join(folder, name), join(dir, name), { recursive: true });
  await writeFile(
    join(dir, 'pagecast.sqlite'),
    gunzipSync(await readFile(join(folder, 'pagecast.sqlite.gz'))),
  );
}

const NO_NETWORK = { graphUrl: 'http://127.0.0.1:9', ruploadUrl: 'http://127.0.0.1:9' };

/** A product on the rehearsal network, whose clock shows `at`. */
export function startAt(
  main: string,
  dir: string,
  at: number,
  env: Record<string, string> = {},
): Promise<Product> {
  const settings = { NETWORK: 'rehearsal', MEDIA_RETENTION_DAYS: '0', ...env };
  return Product.start(main, { fake: NO_NETWORK, dir, env: settings, clockAheadMs: at - Date.now() });
}

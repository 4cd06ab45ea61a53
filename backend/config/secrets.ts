import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../common/error-code';
import type { Config } from './config';

/** Injection token: the keys in use. `encryption` holds one or more keys of 32 bytes, the newest first. */
export class Secrets {
  jwt: string;
  encryption: Buffer[];
}

/** Takes the secrets from the configuration, else from `dataDir`, where they are created once with mode 0600. */
export function loadSecrets(config: Config): Secrets {
  const kept = (name: string, bytes: number) => keptSecret(config.dataDir, name, bytes);
  return {
    jwt: config.secrets.jwt ?? kept('jwt-secret', 48),
    encryption: config.secrets.encryptionKeys
      ? config.secrets.encryptionKeys.map((key) => Buffer.from(key, 'hex'))
      : keysIn(kept(KEY_FILE, 32), join(config.dataDir, KEY_FILE)),
  };
}

const KEY_FILE = 'encryption-key';

/** The keys that `dataDir` has, the newest first; undefined if it has none. */
export function readEncryptionKeys(dataDir: string): Buffer[] | undefined {
  const path = join(dataDir, KEY_FILE);
  const text = readIfThere(path);
  return text === undefined ? undefined : keysIn(text, path);
}

/** Replaces the keys in `dataDir`, whole or not at all. */
export function writeEncryptionKeys(dataDir: string, keys: Buffer[]): void {
  const fresh = join(dataDir, `.${KEY_FILE}.${process.pid}`);
  const text = keys.map((key) => key.toString('hex')).join(',');
  writeFileSync(fresh, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, join(dataDir, KEY_FILE));
}

function keysIn(text: string, path: string): Buffer[] {
  const keys = text.split(/[\s,]+/).filter(Boolean);
  if (keys.length === 0 || !keys.every((key) => /^[0-9a-f]{64}$/i.test(key)))
    throw new Error(
      `${path} has to hold 64 hexadecimal digits, or several such keys with commas between them.`,
    );
  return keys.map((key) => Buffer.from(key, 'hex'));
}

/** Two processes that start at the same time agree: `link` is atomic and fails if the name is taken. */
function keptSecret(dir: string, name: string, bytes: number): string {
  const file = join(dir, name);
  const existing = readIfThere(file);
  if (existing) return existing;
  mkdirSync(dir, { recursive: true });
  const fresh = join(dir, `.${name}.${process.pid}`);
  writeFileSync(fresh, randomBytes(bytes).toString('hex'), { mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(fresh);
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

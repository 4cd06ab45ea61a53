import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../common/errors/error-code';
import { hasNoLinks } from '../common/files/hard-links';
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
    jwt: config.secrets.jwt ?? longEnough(kept(JWT_FILE, 48), join(config.dataDir, JWT_FILE)),
    encryption: config.secrets.encryptionKeys
      ? config.secrets.encryptionKeys.map((key) => Buffer.from(key, 'hex'))
      : keysIn(kept(KEY_FILE, 32), join(config.dataDir, KEY_FILE)),
  };
}

/** The secrets that there are, in the configuration or in `dataDir`. Makes none. */
export function keptSecrets({ secrets, dataDir }: Config): { jwt?: string; encryption: Buffer[] } {
  return {
    jwt: secrets.jwt ?? readJwtSecret(dataDir),
    encryption:
      secrets.encryptionKeys?.map((key) => Buffer.from(key, 'hex')) ?? readEncryptionKeys(dataDir) ?? [],
  };
}

const JWT_FILE = 'jwt-secret';
const KEY_FILE = 'encryption-key';

/** As with JWT_SECRET. */
const JWT_CHARACTERS = 32;

/** The secret that `dataDir` has; undefined if it has none. */
export function readJwtSecret(dataDir: string): string | undefined {
  const path = join(dataDir, JWT_FILE);
  const text = readIfThere(path);
  return text === undefined ? undefined : longEnough(text, path);
}

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
  writeDraft(fresh, `${text}\n`);
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

function longEnough(secret: string, path: string): string {
  if (secret.length < JWT_CHARACTERS)
    throw new Error(
      `${path} has to hold at least ${JWT_CHARACTERS} characters. Put it back from a backup, or remove it: the next start makes a new one, and everybody has to sign in again.`,
    );
  return secret;
}

/** Two processes that start at the same time agree: `link` is atomic and fails if the name is taken. */
function keptSecret(dir: string, name: string, bytes: number): string {
  const file = join(dir, name);
  const existing = readIfThere(file);
  if (existing !== undefined) return existing;
  mkdirSync(dir, { recursive: true });
  const fresh = join(dir, `.${name}.${process.pid}`);
  const secret = randomBytes(bytes).toString('hex');
  writeDraft(fresh, secret);
  try {
    linkOrWrite(fresh, file, secret);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(fresh);
  }
  return readFileSync(file, 'utf8').trim();
}

/** On a full disk it leaves nothing: every start that is tried again would leave one more. */
function writeDraft(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flush: true });
  } catch (error) {
    rmSync(path, { force: true });
    // A write that fails does not name its file.
    throw Object.assign(error as Error, { path });
  }
}

/** Without links a kill may leave a part of it, which the next start refuses. */
function linkOrWrite(fresh: string, file: string, secret: string): void {
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    writeFileSync(file, secret, { mode: 0o600, flush: true, flag: 'wx' });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

import { randomBytes, randomInt } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fact, Facts, Store } from '../meta-world/store';

const MINTED_ID = /^99\d{17}$/;
const STALE_PART_MS = 3_600_000;

export const isMinted = (id: string) => MINTED_ID.test(id);

/**
 * The world as files: a folder of facts for each object.
 *
 * A fact is written to a temporary file and appears under its name by a hard link, which fails if another process was
 * first. So a process may be killed at any line, and two processes may share the folder.
 */
export class RehearsalStore implements Store {
  constructor(readonly dir: string) {
    for (const folder of ['objects', 'published', 'faults', 'accounts', 'parts'])
      mkdirSync(join(dir, folder), { recursive: true });
  }

  /** 19 digits with the prefix 99, which no Page id has. Exceeds 2^53 and grows with time, as Meta's ids do. */
  mintId(now: number): string {
    return `99${now.toString().padStart(13, '0')}${randomInt(10_000).toString().padStart(4, '0')}`;
  }

  keep<F extends Fact>(id: string, fact: F, value: Facts[F]): boolean {
    mkdirSync(this.objectDir(id), { recursive: true });
    const part = this.writePart(value);
    try {
      linkSync(part, this.factPath(id, fact));
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      unlinkSync(part);
    }
  }

  replace<F extends Fact>(id: string, fact: F, value: Facts[F]): void {
    renameSync(this.writePart(value), this.factPath(id, fact));
  }

  read<F extends Fact>(id: string, fact: F): Facts[F] | undefined {
    if (!isMinted(id)) return undefined;
    const text = ifPresent(() => readFileSync(this.factPath(id, fact), 'utf8'));
    return text === undefined ? undefined : (JSON.parse(text) as Facts[F]);
  }

  forget(id: string): void {
    rmSync(this.objectDir(id), { recursive: true, force: true });
  }

  bytesPath(id: string): string {
    return join(this.objectDir(id), 'bytes');
  }

  received(id: string): { bytes: number; at: number } {
    const found = ifPresent(() => statSync(this.bytesPath(id)));
    return { bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
  }

  /** Opens for writing at any offset and keeps the bytes that exist. */
  async openBytes(id: string): Promise<FileHandle> {
    appendFileSync(this.bytesPath(id), '');
    return open(this.bytesPath(id), 'r+');
  }

  /** Moves the first file into place; appends a later chunk, which it reads into memory. */
  add(id: string, part: string): void {
    if (this.received(id).bytes === 0) renameSync(part, this.bytesPath(id));
    else appendFileSync(this.bytesPath(id), readFileSync(part));
  }

  copy(from: string, to: string): void {
    copyFileSync(this.bytesPath(from), this.bytesPath(to));
  }

  mark(name: string): void {
    writeFileSync(join(this.dir, 'published', name), '');
  }

  unmark(name: string): void {
    ifPresent(() => unlinkSync(join(this.dir, 'published', name)));
  }

  marks(): string[] {
    return readdirSync(join(this.dir, 'published'));
  }

  nameAccount(id: string): void {
    writeFileSync(join(this.dir, 'accounts', id), '');
  }

  namedAccounts(): string[] {
    return readdirSync(join(this.dir, 'accounts')).sort();
  }

  partPath(): string {
    return join(this.dir, 'parts', randomBytes(12).toString('hex'));
  }

  /** Removes files of killed processes. Younger files may belong to a process that uses the same folder. */
  sweepParts(now: number): void {
    for (const name of readdirSync(join(this.dir, 'parts'))) {
      const path = join(this.dir, 'parts', name);
      const found = ifPresent(() => statSync(path));
      if (found && now - found.mtimeMs > STALE_PART_MS) ifPresent(() => unlinkSync(path));
    }
  }

  private writePart(value: object): string {
    const part = this.partPath();
    writeFileSync(part, JSON.stringify(value));
    return part;
  }

  private objectDir(id: string): string {
    if (!isMinted(id)) throw new Error('not an id of this store');
    return join(this.dir, 'objects', id);
  }

  private factPath(id: string, fact: Fact): string {
    return join(this.objectDir(id), `${fact}.json`);
  }
}

export function ifPresent<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

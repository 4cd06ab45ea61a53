import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../common/errors/error-code';
import { makeFolder } from '../../common/files/folders';
import { hasNoLinks } from '../../common/files/hard-links';
import type { Mark } from './storage';

/** Not a hidden file, so that people who copy the folder copy it too. */
export const MARK_FILE = 'installation-id';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORM = new RegExp(`^pagecast (${UUID}) (${UUID})\\s*$`);

export const textOf = ({ installation, storage }: Mark): string => `pagecast ${installation} ${storage}\n`;

/** @throws if the text is no mark. */
export function markOf(text: string, path: string): Mark {
  const [, installation, storage] = FORM.exec(text) ?? [];
  if (installation === undefined || storage === undefined)
    throw new Error(`${path} does not say whose storage this is`);
  return { installation, storage };
}

/** @returns null without a mark. @throws if the mark cannot be read or is malformed. */
export async function readMark(dir: string): Promise<Mark | null> {
  const path = join(dir, MARK_FILE);
  try {
    return markOf(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the mark completely or not at all, and never over another. @returns false if there is a mark already. */
export async function writeMark(dir: string, mark: Mark): Promise<boolean> {
  await makeFolder(dir);
  const path = join(dir, MARK_FILE);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await write(draft, mark);
    await link(draft, path).catch((error: unknown) => {
      if (!hasNoLinks(error)) throw error;
      return write(path, mark);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

async function write(path: string, mark: Mark): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(textOf(mark));
    await file.sync();
  } finally {
    await file.close();
  }
}

import { accessSync, constants, statSync } from 'node:fs';
import { errorCode } from '../errors/error-code';

/**
 * Whether there is such a file.
 * @throws a sentence where this user may not read it: then it may well be there; ENOTDIR where a part of its path is a file
 */
export function isThere(path: string): boolean {
  try {
    // Never opened: to close it would end the locks that SQLite holds in this process.
    statSync(path);
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return false;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new Error(`${path} cannot be read by this user. Run it as the product's user.`);
  }
}

import { statSync } from 'node:fs';

/**
 * Everything that this process creates is private to its user, whichever code creates it: files have mode 0600, folders
 * 0700.
 */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** Whether other users of this machine have access to the folder. Nobody has access to one that is not there. */
export function isOpenToOthers(dir: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    const found = statSync(dir);
    return found.isDirectory() && (found.mode & 0o077) !== 0;
  } catch {
    // That it cannot be used is told elsewhere.
    return false;
  }
}

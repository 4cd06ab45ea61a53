import { statSync } from 'node:fs';

/**
 * Everything that this process creates is private to its user, whichever code creates it: files have mode 0600, folders
 * 0700.
 */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** Whether other users of this machine have access to the folder. */
export const isOpenToOthers = (dir: string): boolean =>
  process.platform !== 'win32' && (statSync(dir).mode & 0o077) !== 0;

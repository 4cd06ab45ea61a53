import { statSync } from 'node:fs';

/**
 * Everything that this process creates is private to its user, whichever code creates it: files have mode 0600, folders
 * 0700.
 */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** Whether other users of this machine have access to the folder. Nobody has access to one that is not there. */
export const isOpenToOthers = (dir: string): boolean =>
  process.platform !== 'win32' && ((statSync(dir, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;

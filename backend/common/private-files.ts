import { statSync } from 'node:fs';

/** What this process creates is for its own user alone, whoever creates it: files have mode 0600, folders 0700. */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** Whether other users of this machine may look into the folder. */
export const isOpenToOthers = (dir: string): boolean =>
  process.platform !== 'win32' && (statSync(dir).mode & 0o077) !== 0;

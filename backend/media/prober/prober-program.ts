import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import ffprobeStatic from 'ffprobe-static';

const NAME = process.platform === 'win32' ? 'ffprobe.exe' : 'ffprobe';

export interface ProberChoice {
  /** `FFPROBE_PATH`: a file, or a name on the search path. */
  named?: string;
  /** `PATH`. */
  searchPath?: string;
  /** The package's binary; it has none for every platform (arm64). */
  bundled?: string;
}

/** Path of the prober: the configured one, else the one bundled with the package, else the one on the search path. */
export async function findProber({
  named,
  searchPath = '',
  bundled = ffprobeStatic.path,
}: ProberChoice): Promise<string> {
  if (named) return /[\\/]/.test(named) ? named : ((await onPath(named, searchPath)) ?? named);
  if (await canRun(bundled)) return bundled;
  return (await onPath(NAME, searchPath)) ?? bundled;
}

async function onPath(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter(Boolean))
    if (await canRun(join(folder, name))) return join(folder, name);
  return undefined;
}

export const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

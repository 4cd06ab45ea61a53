import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of a block of tests, gone after the last of them. @returns the path of a file in it. */
export function useScratchFolder(): (...names: string[]) => string {
  let folder: string | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagecast-scratch-'));
  });
  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return (...names) => {
    if (!folder) throw new Error('the folder is made before the first test');
    return join(folder, ...names);
  };
}

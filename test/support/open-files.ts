import { readdir, readlink } from 'node:fs/promises';

/** Files under `folder` that this process has open, whether they still have a name or not. */
export async function openFilesUnder(folder: string): Promise<string[]> {
  const open = await Promise.all(
    (await readdir('/proc/self/fd').catch(() => [])).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    ),
  );
  return open.filter((path) => path.startsWith(`${folder}/`));
}

import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { useScratchFolder } from '../../test/support/scratch-folder';
import { withScratch } from './scratch-folder';

const HOUR_MS = 3_600_000;

const at = useScratchFolder();

async function write(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
}

/** A folder as a process leaves it that was killed while it removed it, or before it locked it. */
async function unlocked(name: string, ageMs: number): Promise<void> {
  await write(at(name, 'draft', 'database.sqlite'));
  const then = new Date(Date.now() - ageMs);
  await utimes(at(name), then, then);
}

/** Whether something of the folder was left without the lock, until the work has ended. */
async function isBared(folder: () => string | undefined, work: Promise<unknown>): Promise<boolean> {
  let bared = false;
  const look = setInterval(() => {
    const path = folder();
    if (path && existsSync(join(path, 'draft')) && !existsSync(join(path, '.lock'))) bared = true;
  });
  await work.finally(() => clearInterval(look));
  return bared;
}

async function fill(folder: string): Promise<void> {
  for (let n = 0; n < 300; n++) await write(join(folder, 'draft', `${n % 20}`, `${n}`));
}

it('is there for the work alone', async () => {
  const folder = await withScratch(at(), async (path) => {
    await write(join(path, 'draft', 'database.sqlite'));
    return path;
  });
  expect(dirname(folder)).toBe(at());
  expect(existsSync(folder)).toBe(false);
});

it('stays while other work uses it', async () => {
  await withScratch(at(), async (folder) => {
    await withScratch(at(), () => Promise.resolve());
    expect(existsSync(folder)).toBe(true);
  });
});

it('is locked until all that was in it is removed', async () => {
  let folder: string | undefined;
  const work = withScratch(at(), async (path) => fill((folder = path)));
  expect(await isBared(() => folder, work)).toBe(false);
  expect(await readdir(at())).toEqual([]);
});

it('is locked until all is removed also when its process has died', async () => {
  await fill(at('.backup-killed'));
  await writeFile(at('.backup-killed', '.lock'), '');
  const work = withScratch(at(), () => Promise.resolve());
  expect(await isBared(() => at('.backup-killed'), work)).toBe(false);
  expect(await readdir(at())).toEqual([]);
});

it('goes without a lock when it is old, and stays when it may be another that has just begun', async () => {
  await unlocked('.backup-AbC123', 2 * HOUR_MS);
  await unlocked('.backup-DeF456', 1_000);
  await withScratch(at(), () => Promise.resolve());
  expect(await readdir(at())).toEqual(['.backup-DeF456']);
});

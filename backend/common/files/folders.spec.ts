import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './folders';

let dir: string;
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'pagecast-folders-'))));
afterEach(() => rm(dir, { recursive: true, force: true }));

it('creates missing folders for its own user alone, even when called concurrently', async () => {
  const path = join(dir, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 10 }, () => makeFolder(path)));
  for (const each of [join(dir, 'a'), path]) expect((await stat(each)).mode & 0o777).toBe(0o700);
  await makeFolder(path);
});

it('leaves an existing folder unchanged', async () => {
  const before = await stat(dir);
  await makeFolder(dir);
  expect((await stat(dir)).mode).toBe(before.mode);
});

it('names the file that is in the way', async () => {
  const path = join(dir, 'file');
  await writeFile(path, '');
  for (const wanted of [path, join(path, 'a', 'b')])
    await expect(makeFolder(wanted)).rejects.toMatchObject({ code: 'ENOTDIR', path });
});

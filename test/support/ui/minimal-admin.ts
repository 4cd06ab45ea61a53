import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const ROOT = resolve(__dirname, '../../..');
const SOURCE = resolve(__dirname, '../../fixtures/minimal-admin');

/** @returns how many bytes of compressed script the least possible react-admin application loads. */
export async function sizeOfMinimalAdmin(): Promise<number> {
  const assets = join(await builtMinimalAdmin(), 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (name) => (await promisify(brotliCompress)(await readFile(join(assets, name)))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @returns its folder. It is built anew only when its source or a package has changed. */
export async function builtMinimalAdmin(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [join(SOURCE, 'main.jsx'), join(ROOT, 'package-lock.json')])
    hash.update(await readFile(file));
  const folder = join(ROOT, 'dist', `minimal-admin-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--outDir', unfinished, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', SOURCE, ...options], { cwd: ROOT });
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  return folder;
}

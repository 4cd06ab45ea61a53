import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client } from './client';

/** Uploads a file once for each title, in one request; the first title is the oldest post. @returns their ids. */
export async function uploadMany(
  client: Client,
  path: string,
  file: string,
  titles: string[],
): Promise<number[]> {
  const form = new FormData();
  const bytes = new Uint8Array(await readFile(file));
  const field = path.endsWith('photos') ? 'photos' : 'videos';
  for (const title of titles) form.append('titles[]', title);
  for (const title of titles) form.append(`${field}[]`, new Blob([bytes]), `${title}-${basename(file)}`);
  const { status, body } = await client.post(path, form);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return (body[field] as { id: number }[]).map(({ id }) => id);
}

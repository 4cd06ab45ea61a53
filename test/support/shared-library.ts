import { readFile } from 'node:fs/promises';
import type { Client } from './client';
import { fixture } from './media';

/** @returns the id of a new category. */
export async function addCategory(admin: Client, name: string, more: object = {}): Promise<number> {
  const { body } = await admin.post('/api/categories', { name, description: '', is_active: true, ...more });
  return body.id;
}

/** @returns the id of a new video of the shared library. */
export async function addSharedVideo(admin: Client, title: string, categoryId?: number): Promise<number> {
  const form = new FormData();
  form.append('title', title);
  if (categoryId) form.append('category_id', String(categoryId));
  form.append('video', new Blob([new Uint8Array(await readFile(fixture('portrait.mp4')))]), 'portrait.mp4');
  const { status, body } = await admin.post('/api/shared-videos', form);
  expect(status).toBe(201);
  return body.id;
}

/** Deletes the whole library, so that a test begins with none. */
export async function clearLibrary(admin: Client): Promise<void> {
  for (const path of ['/api/shared-videos', '/api/categories']) {
    const { body } = await admin.get(path);
    for (const { id } of body as { id: number }[]) await admin.delete(`${path}/${id}`);
  }
}

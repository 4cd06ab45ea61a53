import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { Client } from '../client';
import { fixture, paddedVideo } from '../media';
import type { Look, Visit } from './browser';
import type { Dashboard } from './dashboard';

/** Opens the product without waiting for what it shows. */
export async function arrive(
  ui: Dashboard,
  client: Client,
  path = '/dashboard',
  look: Look = {},
): Promise<Visit> {
  const guest = await ui.visitAs(client, look);
  await guest.page.goto(path);
  return guest;
}

export const region = ({ page }: Visit, name: string): Locator => page.getByRole('region', { name });

/** Uploads one post; `scratch` names the file that a video is written to. */
export async function uploadPost(
  user: Client,
  kind: 'videos' | 'photos',
  title: string,
  at: string,
  scratch: (name: string) => string,
): Promise<void> {
  const form = new FormData();
  const photo = kind === 'photos';
  const bytes = await readFile(
    photo ? fixture('photo.jpg') : await paddedVideo(scratch(`${title}.mp4`), 60_000, { salt: title }),
  );
  form.append(`${kind}[]`, new Blob([bytes]), photo ? 'photo.jpg' : 'video.mp4');
  form.append('titles[]', title);
  form.append('scheduled_for[]', at);
  expect((await user.post(`/api/${kind}`, form)).status).toBe(201);
}

import { readFileSync } from 'node:fs';
import type { Client } from './client';
import { fixture } from './media';

export const PATHS = {
  video: '/api/videos',
  instagram_video: '/api/instagram/videos',
  photo: '/api/photos',
};
export type Kind = keyof typeof PATHS;

/** Uploads one item, with a time or without. */
export async function uploadItem(user: Client, kind: Kind, scheduled_for = ''): Promise<any> {
  const form = new FormData();
  const file = new Blob([readFileSync(fixture(kind === 'photo' ? 'photo.jpg' : 'portrait.mp4'))]);
  const collection = kind === 'photo' ? 'photos' : 'videos';
  form.append(`${collection}[]`, file, kind === 'photo' ? 'photo.jpg' : 'portrait.mp4');
  form.append('scheduled_for[]', scheduled_for);
  const { status, body } = await user.post(PATHS[kind], form);
  expect([status, body.errors]).toEqual([201, undefined]);
  return { kind, ...body[collection][0] };
}

export const windowOf = (user: Client, from: unknown, to: unknown) =>
  user.get(`/api/calendar?from=${encodeURIComponent(String(from))}&to=${encodeURIComponent(String(to))}`);

export const idsIn = async (user: Client, from: unknown, to: unknown): Promise<string[]> =>
  (await windowOf(user, from, to)).body.items.map(nameOf);

export const nameOf = ({ kind, id }: any) => `${kind} ${id}`;

export const batch = (user: Client, items: unknown, start: unknown, every_minutes: unknown = 60) =>
  user.post('/api/calendar/batch', { items, start, every_minutes });

export const storedItem = async (user: Client, { kind, id }: { kind: Kind; id: number }) =>
  (await user.get(`${PATHS[kind]}/${id}`)).body;

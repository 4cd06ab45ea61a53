import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AutoPosting } from '../../backend/autopost/auto-posting';
import type { TestApp } from './app';
import { eventually, type Client } from './client';
import { PAGE } from './credentials';
import { fixture } from './media';

const MINUTE_MS = 60_000;

let named = 0;
export const uniqueName = (what: string) => `${what} ${++named}`;

export async function connectPage(user: Client, more: Record<string, unknown> = {}): Promise<void> {
  const settings = { access_token: PAGE.token, page_id: PAGE.id, ...more };
  expect((await user.put('/api/user/facebook-settings', settings)).status).toBe(200);
}

/** @returns the title. */
export async function uploadOne(
  user: Client,
  kind: 'videos' | 'photos',
  more: Record<string, string> = {},
): Promise<string> {
  const title = uniqueName('Upload');
  const [file, type] = kind === 'videos' ? ['portrait.mp4', 'video/mp4'] : ['photo.jpg', 'image/jpeg'];
  const form = new FormData();
  form.append('titles[]', title);
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append(`${kind}[]`, new Blob([new Uint8Array(await readFile(fixture(file)))], { type }), file);
  expect((await user.post(`/api/${kind}`, form)).status).toBe(201);
  return title;
}

export interface WallTime {
  at: number;
  slot: { day: number; time: string };
}

/** The time on a UTC wall so many minutes after the minute that comes after `now`. */
export function wallTimeIn(minutes: number, now: number): WallTime {
  const at = (Math.floor(now / MINUTE_MS) + minutes + 1) * MINUTE_MS;
  const date = new Date(at);
  return { at, slot: { day: date.getUTCDay() || 7, time: date.toISOString().slice(11, 16) } };
}

export async function savePostingTimes(user: Client, account: number, times: WallTime[]): Promise<void> {
  const slots = times.map(({ slot }) => slot);
  expect((await user.put(`/api/accounts/${account}`, { posting: 'slots', slots })).status).toBe(200);
}

/** An app that posts automatically, when a test says so. */
export function autopostOf(app: TestApp) {
  const captions = () => app.fake.published().map(({ caption }) => caption);

  /** Looks as a tick would, and lets what it released go out. */
  async function tick(): Promise<void> {
    await app.running.nest.get(AutoPosting).look();
    await pause(300);
  }

  const isOut = (caption: string) =>
    eventually(
      () => Promise.resolve(captions()),
      (all) => all.includes(caption),
    );

  return { captions, tick, isOut };
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './app';
import { eventually, type Answer, type Client } from './client';
import { fixture, multipart, type Part } from './media';

export const PORTRAIT = fixture('portrait.mp4');

export const videoPart = (filename = 'portrait.mp4'): Part => ({
  name: 'videos[]',
  path: PORTRAIT,
  filename,
});

/** Uploads of videos to an app, and what they leave in it. */
export function videoUploads(app: TestApp) {
  const usage = async (who: Client) => {
    const { body } = await who.get('/api/user/subscription');
    return { tasks: body.submissions.used as number, bytes: body.storage.used as number };
  };

  const filesKept = async (): Promise<string[]> => {
    const entries = await readdir(join(app.dir, 'media'), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  };

  /** Runs it and shows that it left no row, no file and nothing charged. */
  async function leavesNothing<T>(who: Client, work: () => Promise<T>): Promise<T> {
    const state = async () => [
      await usage(who),
      await filesKept(),
      (await who.get('/api/videos')).body.total,
    ];
    const before = await state();
    const result = await work();
    await eventually(state, (after) => JSON.stringify(after) === JSON.stringify(before));
    return result;
  }

  /** Sends parts as they are, unlike a form. */
  async function send(who: Client, parts: Part[], headers: Record<string, string> = {}): Promise<Answer> {
    const body = multipart(parts);
    const response = await fetch(`${app.url}/api/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': body.contentType, ...headers },
      body: new Uint8Array(body.buffer()),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  return { usage, filesKept, leavesNothing, send };
}

/** @returns the video, as the answer has it. */
export async function uploadVideo(
  who: Client,
  title = 'A video',
  more: Record<string, string[]> = {},
): Promise<any> {
  const { status, body } = await who.upload('/api/videos', [PORTRAIT], { titles: [title], ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.videos[0];
}

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture, multipart } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import { openSocket } from '../../support/raw-http';

const app = useApp();
let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber({ connected: true });
});

async function filesIncoming(): Promise<number> {
  const folder = join(app.dir, 'media', 'incoming');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** An upload that has begun and is complete when `end` is called. */
async function begin(title: string, fields: Record<string, string> = {}) {
  const form = multipart([
    { name: 'titles[]', value: title },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'videos[]', path: fixture('portrait.mp4') },
  ]);
  const bytes = form.buffer();
  const half = Math.floor(bytes.length / 2);
  const before = await filesIncoming();
  const socket = await openSocket(app.url);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(
    `POST /api/videos HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${user.token}\r\n` +
      `Content-Type: ${form.contentType}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, half));
  await eventually(filesIncoming, (files) => files > before);
  // The next one begins at a later instant.
  await pause(2);
  return {
    end: async () => {
      socket.write(bytes.subarray(half));
      await once(socket, 'close');
      return JSON.parse(answer.split('\r\n\r\n')[1]!.replace(/^[0-9a-f]+\r\n|\r\n0\r\n$/g, ''));
    },
  };
}

const titles = (items: any[]) => items.map(({ title }) => title);

it('is the order in which uploads began, whichever was complete first, and that of the files in a request', async () => {
  const first = await begin('1');
  const second = await begin('2');
  await second.end();
  await first.end();
  await user.upload('/api/videos', [fixture('portrait.mp4'), fixture('portrait.mp4')], {
    titles: ['3', '4'],
  });

  const newestFirst = ['4', '3', '2', '1'];
  const oldestFirst = [...newestFirst].reverse();
  expect(titles((await user.get('/api/videos')).body.data)).toEqual(newestFirst);
  const sorted = (order: string) =>
    user.get(`/api/videos?range=[0,9]&sort=["created_at","${order}"]&filter={"scheduled":false}`);
  expect(titles((await sorted('ASC')).body)).toEqual(oldestFirst);
  expect(titles((await sorted('DESC')).body)).toEqual(newestFirst);
  const day = 86_400_000;
  const [from, to] = [Date.now(), Date.now() + day].map((at) => new Date(at).toISOString());
  expect(titles((await user.get(`/api/calendar?from=${from}&to=${to}`)).body.slots)).toEqual(oldestFirst);
  expect((await user.get('/api/calendar/outlook')).body.next.map(({ item }: any) => item.title)).toEqual(
    oldestFirst.slice(0, 3),
  );
});

it('takes a time that passed only while the upload came in', async () => {
  const now = (await nowToPost(app.clock.ahead)).toISOString();
  const upload = await begin('On time', { 'scheduled_for[]': now });
  app.clock.forward(5 * 60_000);
  expect((await upload.end()).videos[0].scheduled_for).toBe(now);
});

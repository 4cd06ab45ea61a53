import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture, multipart, type Part } from '../../support/media';
import { openSocket, wholeAnswer } from '../../support/raw-http';

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

const db = () => app.running.nest.get(Database);

async function filesKept(): Promise<string[]> {
  const entries = await readdir(join(app.dir, 'media'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'installation-id')
    .map(({ name }) => name)
    .sort();
}

interface HalfUpload {
  socket: Socket;
  finish(): Promise<{ status: number; body: any }>;
}

/** Sends all but the end. */
async function begin(
  who: Client,
  method = 'POST',
  path = '/api/videos',
  name = 'videos[]',
): Promise<HalfUpload> {
  const body = multipart([{ name, path: fixture('portrait.mp4') }]);
  const bytes = body.buffer();
  const half = Math.floor(bytes.length / 2);
  const socket = await openSocket(app.url);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${who.token}\r\nContent-Type: ${body.contentType}\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, half));
  const incoming = join(app.dir, 'media', 'incoming');
  await eventually(
    () => readdir(incoming, { recursive: true, withFileTypes: true }),
    (entries) => entries.some((entry) => entry.isFile()),
  );
  return {
    socket,
    finish: async () => {
      socket.write(bytes.subarray(half));
      return (await eventually(() => Promise.resolve(wholeAnswer(text)), Boolean))!;
    },
  };
}

const endPlan = (who: Client) =>
  db().run('UPDATE subscriptions SET expires_at = ? WHERE user_id = ?', [Date.now() - 1, who.user.id]);

describe('what ends while an upload is under way', () => {
  it.each<[string, (who: Client) => Promise<unknown>, number, string]>([
    ['the account', (who) => admin.delete(`/api/admin/users/${who.user.id}`), 403, 'subscription_required'],
    ['the plan', endPlan, 403, 'subscription_required'],
    [
      'the free task',
      (who) => who.upload('/api/videos', [fixture('portrait-1080.mp4')]),
      422,
      'task_quota_exceeded',
    ],
  ])('refuses the upload in words and leaves nothing: %s', async (_what, end, status, error) => {
    const user = await app.users.subscriber({ tasks: 1 });
    const upload = await begin(user);
    await end(user);
    const before = await filesKept();
    const answer = await upload.finish();
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    const after = before.filter((name) => /^[0-9a-f]{40}\./.test(name));
    await eventually(filesKept, (files) => JSON.stringify(files) === JSON.stringify(after));
    const posts = await db().row<{ n: number }>("SELECT COUNT(*) AS n FROM posts WHERE title = 'portrait'");
    expect(Number(posts?.n)).toBe(0);
  });

  it('keeps the file of an item that does not stay failed while it is replaced', async () => {
    const user = await app.users.subscriber();
    const { body } = await user.upload('/api/videos', [fixture('portrait-1080.mp4')]);
    const [{ id }] = body.videos;
    await db().run("UPDATE posts SET status = 'failed', due_at = NULL WHERE id = ?", [id]);
    const kept = await filesKept();
    const replacing = await begin(user, 'PUT', `/api/videos/${id}/file`, 'file');
    expect((await user.post(`/api/videos/${id}/retry`)).status).toBe(200);
    const answer = await replacing.finish();
    expect([answer.status, answer.body.error]).toEqual([409, 'conflict']);
    await eventually(filesKept, (files) => JSON.stringify(files) === JSON.stringify(kept));
    expect((await user.get(`/api/videos/${id}`)).body).toMatchObject({ status: 'pending', width: 1080 });
  });

  it('keeps the bytes that are being sent when the item is claimed meanwhile', async () => {
    const user = await app.users.subscriber();
    const { body } = await user.upload('/api/videos', [fixture('portrait-1080.mp4')]);
    const [{ id }] = body.videos;
    for (const status of ['scheduled', 'processing', 'uploaded', 'published', 'pending']) {
      await db().run('UPDATE posts SET status = ?, due_at = NULL WHERE id = ?', ['failed', id]);
      const kept = await filesKept();
      const replacing = await begin(user, 'PUT', `/api/videos/${id}/file`, 'file');
      await db().run("UPDATE posts SET status = ?, locked_by = 'another', fence = fence + 1 WHERE id = ?", [
        status,
        id,
      ]);
      const answer = await replacing.finish();
      expect([status, answer.status, answer.body.error]).toEqual([status, 409, 'conflict']);
      await eventually(filesKept, (files) => JSON.stringify(files) === JSON.stringify(kept));
    }
  });
});

describe('a name', () => {
  const ALPHABETS = [
    'العربية',
    'עברית',
    'हिन्दी',
    'বাংলা',
    'ไทย',
    '日本語',
    '한국어',
    '中文',
    'ქართული',
    'Ελληνικά',
    'Հայերեն',
    'አማርኛ',
    'မြန်မာ',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    'e\u0301te\u0301',
    '𝒻𝒾𝓁𝓂',
    'İıſẞ',
    'ﷺ'.repeat(60),
  ];
  const MARKS = '\u202e\u200f\u2066\u2069\ufeff\u200b\u00ad';

  const send = async (who: Client, part: Part) => {
    const body = multipart([part]);
    const response = await fetch(`${app.url}/api/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': body.contentType },
      body: new Uint8Array(body.buffer()),
    });
    return { status: response.status, body: (await response.json()) as any };
  };

  it('becomes the title in any alphabet, and stands in the sentence of a refusal', async () => {
    const user = await app.users.subscriber();
    for (const name of ALPHABETS) {
      const good = await send(user, {
        name: 'videos[]',
        path: fixture('portrait.mp4'),
        filename: `${name}.mp4`,
      });
      expect([name, good.status]).toEqual([name, 201]);
      const { id, title } = good.body.videos[0];
      // Marks of direction are not shown alone; joiners belong to the letters beside them.
      expect(title).toBe(name.replaceAll(/(?:(?![\u200c\u200d])\p{Cf})+/gu, ' ').trim());
      expect((await user.get(`/api/videos/${id}`)).body.title).toBe(title);
      await user.delete(`/api/videos/${id}`);
      const bad = await send(user, { name: 'videos[]', path: fixture('text.mp4'), filename: `${name}.mp4` });
      expect([bad.status, Object.values(bad.body.errors)]).toEqual([
        422,
        [['Only MP4 videos are supported']],
      ]);
    }
  });

  // A part may have 16 KB of headers.
  it.each([
    ['of 10,000 characters', 'x'.repeat(10_000), true],
    ['of 10,000 characters of four bytes', '🎬'.repeat(10_000), false],
    ['of 10,000 marks', MARKS.repeat(1430), false],
    ['of nothing but marks', MARKS, true],
    ['of blanks', '   \u3000\u00a0 ', true],
    ['of dots', '......', true],
    ['of half a character', 'film \ud83c', true],
    [
      'of a control of every kind',
      String.fromCharCode(...Array.from({ length: 32 }, (_, n) => n + 1).filter((n) => n !== 10 && n !== 13)),
      false,
    ],
  ])('is cut to a title that can be shown: %s', async (_what, name, taken) => {
    const user = await app.users.subscriber();
    const { status, body } = await send(user, {
      name: 'videos[]',
      path: fixture('portrait.mp4'),
      filename: `${name}.mp4`,
    });
    expect([status, body.error]).toEqual(taken ? [201, undefined] : [400, 'bad_request']);
    if (!taken) return;
    const { title } = body.videos[0];
    expect(title.length).toBeLessThanOrEqual(255);
    expect(title.trim()).not.toBe('');
    expect(title.isWellFormed()).toBe(true);
    expect(title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

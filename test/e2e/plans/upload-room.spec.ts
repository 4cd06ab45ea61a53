import { readdir, readFile, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { box } from '../../../backend/media/mp4/mp4-box';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture } from '../../support/media';
import { openSocket, wholeAnswer } from '../../support/raw-http';

const MEGABYTE = 1024 * 1024;
const PLAN_BYTES = 3 * MEGABYTE;
/** Of a box that takes whatever follows. */
const START_OF_MORE = box('free', Buffer.alloc(24 * MEGABYTE)).subarray(0, 8);

const app = useApp();
let admin: Client;
beforeAll(async () => {
  admin = await app.users.admin();
});

interface Upload {
  socket: Socket;
  send(bytes: Buffer): void;
  answer(): Promise<{ status: number; body: any }>;
  /** As it came. */
  answered(): string;
}

/** An upload that does not say how long it will be. */
async function begin(user: Client, name = 'videos[]', path = '/api/videos'): Promise<Upload> {
  const socket = await openSocket(app.url);
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.on('error', () => undefined);
  const send = (bytes: Buffer) => {
    socket.write(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    );
  };
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  send(
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    ),
  );
  send(await readFile(fixture('portrait.mp4')));
  send(START_OF_MORE);
  const answer = async () => (await eventually(() => Promise.resolve(wholeAnswer(text)), Boolean))!;
  return { socket, send, answer, answered: () => text };
}

async function incoming(): Promise<string[]> {
  const folder = join(app.dir, 'media', 'incoming');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
}

async function bytesIncoming(): Promise<number> {
  const sizes = (await incoming()).map((path) =>
    stat(path).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Waits until a piece of them is on the disk. What they were answered instead, the failure says. */
async function begunToWrite(...uploads: Upload[]): Promise<number> {
  try {
    return await eventually(bytesIncoming, (bytes) => bytes >= MEGABYTE);
  } catch (cause) {
    throw new Error(uploads.map(({ answered }) => answered() || 'no answer').join('\n'), { cause });
  }
}

describe('unfinished uploads of one user', () => {
  it('together take no more of the disk than is free of the storage', async () => {
    const user = await app.users.subscriber({ bytes: PLAN_BYTES });
    const uploads = await Promise.all(Array.from({ length: 4 }, () => begin(user)));
    // What comes in small pieces of many may be refused before any of it is written.
    uploads[0]?.send(Buffer.alloc(2 * MEGABYTE));
    let most = await begunToWrite(...uploads);
    const allSent = new AbortController();
    const looks = (async () => {
      while (!allSent.signal.aborted) most = Math.max(most, await bytesIncoming());
    })();
    for (let sent = 0; sent < 5 * MEGABYTE; sent += MEGABYTE / 2) {
      for (const { socket, send } of uploads) if (!socket.destroyed) send(Buffer.alloc(MEGABYTE / 2));
      await pause(50);
    }
    allSent.abort();
    await looks;
    expect(most).toBeLessThanOrEqual(PLAN_BYTES + MEGABYTE);
    for (const { answer } of uploads) {
      const { status, body } = await answer();
      expect([status, body.error]).toEqual([422, 'storage_quota_exceeded']);
    }
    await eventually(incoming, (files) => files.length === 0);
    expect((await user.upload('/api/videos', [fixture('portrait.mp4')])).status).toBe(201);
  });

  it('leave their room to the next when they are given up', async () => {
    const user = await app.users.subscriber({ bytes: PLAN_BYTES });
    for (let n = 0; n < 3; n++) {
      const upload = await begin(user);
      upload.send(Buffer.alloc(2 * MEGABYTE));
      await begunToWrite(upload);
      upload.socket.destroy();
      await eventually(incoming, (files) => files.length === 0);
    }
    expect((await user.upload('/api/videos', [fixture('portrait.mp4')])).status).toBe(201);
  });

  it('do not bound those of others, nor what goes into the library', async () => {
    const [user, other] = [
      await app.users.subscriber({ bytes: PLAN_BYTES }),
      await app.users.subscriber({ bytes: PLAN_BYTES }),
    ];
    const hoard = await begin(user);
    hoard.send(Buffer.alloc(2.9 * MEGABYTE));
    await pause(100);
    const library = await begin(admin, 'video', '/api/shared-videos');
    library.send(Buffer.alloc(8 * MEGABYTE));
    await pause(100);
    expect(library.socket.destroyed).toBe(false);
    expect((await other.upload('/api/videos', [fixture('portrait.mp4')])).status).toBe(201);
    for (const { socket } of [hoard, library]) socket.destroy();
    await eventually(incoming, (files) => files.length === 0);
  });
});

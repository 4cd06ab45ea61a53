import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/client';
import { Product } from './support/product';
import { bound, type Benchmark, type Row } from './support/report';
import { bodyOf, CONTENT_TYPE, videoBody } from './support/video-body';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Small and slow, so that what was sent before the answer came is what the server let itself be sent. */
const PIECE_BYTES = 4 * KILOBYTE;
const PIECE_EVERY_MS = 3;
const MOST_BYTES = 4 * MEGABYTE;

interface Case {
  what: string;
  user: Client;
  status: number;
  /** Of the answer, so that it is this refusal and no other. */
  word: string;
  bytes: Buffer;
  contentLength: number;
}

export const refusal: Benchmark = {
  name: 'refusal',
  run: async () => {
    const product = await Product.start();
    try {
      const rows: Row[] = [];
      for (const refused of await cases(product)) rows.push(await measure(product, refused));
      return rows;
    } finally {
      await product.end();
    }
  },
};

async function cases(product: Product): Promise<Case[]> {
  const [user] = (await product.subscribers(1)) as [Client];
  const [poor] = (await product.subscribers(1, await smallPlan(product))) as [Client];
  const video = Buffer.concat((await videoBody(100 * MEGABYTE)).pieces);
  const tooLarge = Buffer.concat((await videoBody(101 * MEGABYTE)).pieces);
  const text = Buffer.concat(bodyOf(Buffer.alloc(100 * MEGABYTE, 'not a video ')).pieces);
  const contentLength = video.length;
  return [
    {
      what: '100 MB over the quota of storage',
      user: poor,
      status: 422,
      word: 'storage_quota_exceeded',
      bytes: video,
      contentLength,
    },
    {
      what: 'a file of 101 MB',
      user,
      status: 422,
      word: '100MB',
      bytes: tooLarge,
      contentLength: tooLarge.length,
    },
    { what: 'no MP4 at all', user, status: 422, word: 'MP4', bytes: text, contentLength: text.length },
    {
      what: 'a request of 3 GB',
      user,
      status: 413,
      word: '20 files',
      bytes: video,
      contentLength: 3 * 1024 * MEGABYTE,
    },
  ];
}

/** A plan that has room for the smallest of videos only. */
async function smallPlan(product: Product): Promise<number> {
  const admin = await product.admin();
  const plan = {
    name: 'Small',
    price: 1,
    duration_days: 30,
    max_storage_bytes: MEGABYTE,
    max_pending_submissions: 10,
  };
  const { body } = await admin.post('/api/admin/plans', plan);
  return (body as { id: number }).id;
}

async function measure(product: Product, refused: Case): Promise<Row> {
  const sent = await sentBeforeAnswer(product, refused);
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(product.dir, 'media/incoming'), options).catch(() => []);
  const left = entries.filter((entry) => entry.isFile());
  if (left.length) throw new Error(`${refused.what}: ${left.length} files were left behind`);
  return bound(`sent before the refusal: ${refused.what}`, sent / KILOBYTE, { unit: 'KB', atMost: 128 });
}

/** Sends a body in small pieces until the server answers. @returns how many bytes of the body went out. */
function sentBeforeAnswer(
  product: Product,
  { user, status, word, bytes, contentLength }: Case,
): Promise<number> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let sent = 0;
    const answer = new AbortController();
    socket.once('error', reject);
    socket.once('data', (head: Buffer) => {
      answer.abort();
      const text = head.toString('latin1');
      socket.destroy();
      if (text.startsWith(`HTTP/1.1 ${status} `) && text.includes(word)) resolve(sent);
      else reject(new Error(`expected ${status} with ${word}, got ${text}`));
    });
    socket.write(
      'POST /api/videos HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n' +
        `Authorization: Bearer ${user.token ?? ''}\r\n` +
        `Content-Type: ${CONTENT_TYPE}\r\nContent-Length: ${contentLength}\r\n\r\n`,
    );
    void (async () => {
      await pause(PIECE_EVERY_MS);
      while (!answer.signal.aborted && sent < MOST_BYTES) {
        sent += Math.min(PIECE_BYTES, bytes.length - sent);
        socket.write(bytes.subarray(sent - PIECE_BYTES, sent));
        await pause(PIECE_EVERY_MS);
      }
      if (!answer.signal.aborted) reject(new Error(`no answer after ${sent} bytes`));
    })();
  });
}

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Publishes reels and checks nothing, so that the network costs next to nothing. Each call is answered after `DELAY_MS`.
 * `GET /__tally` tells what has happened since the last `DELETE /__tally`; instants are in ms on this process's clock.
 */
export interface Tally {
  /** Of all kinds. */
  calls: number;
  started: number;
  published: number;
  firstStartAt: number;
  lastStartAt: number;
  lastPublishAt: number;
  /** When each post was started, by its Page. */
  startedAt: Record<string, number>;
}

const delayMs = Number(process.env.DELAY_MS ?? 0);
const port = Number(process.env.PORT);
const LIVE = {
  status: {
    video_status: 'ready',
    uploading_phase: { status: 'complete' },
    processing_phase: { status: 'complete' },
    publishing_phase: { status: 'complete', publish_status: 'published' },
  },
  published: true,
  permalink_url: '/reel/1',
};

let tally = fresh();
let ids = 10 ** 14;

function fresh(): Tally {
  return {
    calls: 0,
    started: 0,
    published: 0,
    firstStartAt: 0,
    lastStartAt: 0,
    lastPublishAt: 0,
    startedAt: {},
  };
}

createServer((request, response) => {
  const at = Date.now();
  answer(request, at).then(
    (json) => {
      const text = JSON.stringify(json);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    },
    () => response.destroy(),
  );
}).listen(port, '127.0.0.1');

async function answer(request: IncomingMessage, at: number): Promise<unknown> {
  const { method, url = '/' } = request;
  if (url === '/__tally') {
    const told = tally;
    if (method === 'DELETE') tally = fresh();
    return told;
  }
  tally.calls++;
  if (url.startsWith('/bytes/')) {
    request.resume();
    await once(request, 'end');
    await pause(delayMs);
    return { success: true };
  }
  const page = /\/(\d+)\/video_reels/.exec(url)?.[1];
  const body = page === undefined ? '' : await bodyOf(request);
  if (page !== undefined && body.includes('start')) start(page, at);
  if (delayMs > 0) await pause(delayMs);
  if (page === undefined) return LIVE;
  if (body.includes('start')) {
    const id = String(++ids);
    return { video_id: id, upload_url: `http://127.0.0.1:${port}/bytes/${id}` };
  }
  tally.published++;
  tally.lastPublishAt = Date.now();
  return { success: true };
}

function start(page: string, at: number): void {
  tally.started++;
  tally.firstStartAt ||= at;
  tally.lastStartAt = at;
  tally.startedAt[page] = at;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString('latin1');
  return /upload_phase"?[=:]"?(\w+)/.exec(text)?.[1] ?? text;
}

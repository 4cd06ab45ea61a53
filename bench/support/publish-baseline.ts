import { createReadStream } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';

/**
 * What publishing is held against: the same calls with the same number of durable writes, and nothing else.
 * `GET /?posts=n` publishes n posts with `WORKERS` at the same time, and answers when it is done.
 */
const { DIR, FILE, GRAPH_URL, WORKERS, PORT } = process.env as Record<string, string>;
const FILE_BYTES = Number(process.env.FILE_BYTES);
const MEGABYTE = 1024 * 1024;

/** The claim, the begin and the end of three steps, and the settlement. The last three wait for the disk. */
const WRITES = { claim: 1, step: 2, settlement: 1 };

const database = new SqliteHandle(join(DIR!, 'baseline.sqlite'));
database.pragma('journal_mode = WAL');
database.exec('CREATE TABLE IF NOT EXISTS posts (id INTEGER PRIMARY KEY, state TEXT, changes INTEGER)');
const insert = database.prepare("INSERT INTO posts (state, changes) VALUES ('pending', 0)");
const update = database.prepare('UPDATE posts SET state = ?, changes = changes + 1 WHERE id = ?');

const agent = new Agent({ keepAlive: true });

createServer((incoming, response) => {
  const posts = Number(new URL(incoming.url ?? '/', 'http://bench').searchParams.get('posts'));
  publishAll(posts).then(
    () => response.end('{}'),
    () => response.destroy(),
  );
}).listen(Number(PORT), '127.0.0.1');

async function publishAll(posts: number): Promise<void> {
  const ids = database.transaction(() => Array.from({ length: posts }, () => insert.run().lastInsertRowid))();
  const worker = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) await publish(Number(id));
  };
  await Promise.all(Array.from({ length: Number(WORKERS) }, worker));
}

async function publish(id: number): Promise<void> {
  const page = 7_000_000_000 + id;
  const write = (state: string, times: number, durable = false) => {
    database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
    for (let n = 0; n < times; n++) update.run(state, id);
  };
  write('claimed', WRITES.claim);
  const reels = `${GRAPH_URL}/v26.0/${page}/video_reels`;
  const { video_id, upload_url } = (await call(reels, '{"upload_phase":"start"}')) as Record<string, string>;
  write('started', WRITES.step);
  await call(upload_url!);
  write('uploaded', WRITES.step);
  const status = `${GRAPH_URL}/v26.0/${video_id}?fields=status`;
  await call(status, undefined, 'GET');
  await call(reels, `{"upload_phase":"finish","video_id":"${video_id}"}`);
  write('published', WRITES.step, true);
  await call(status, undefined, 'GET');
  write('settled', WRITES.settlement, true);
}

/** Without a body, a POST carries the file. */
function call(url: string, body?: string, method = 'POST'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const length = method === 'GET' ? 0 : body === undefined ? FILE_BYTES : body.length;
    const headers = { 'content-type': 'application/json', 'content-length': length };
    const outgoing = request(url, { agent, method, headers });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve(JSON.parse(text)));
    });
    if (method === 'GET' || body !== undefined) outgoing.end(body);
    else createReadStream(FILE!, { highWaterMark: MEGABYTE }).once('error', reject).pipe(outgoing);
  });
}

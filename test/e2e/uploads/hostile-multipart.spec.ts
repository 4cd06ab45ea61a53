import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { RateLimits } from '../../../backend/common/limits/rate-limits';
import { Database } from '../../../backend/database/database';
import { startTestApp, type TestApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { hostileRequest, type HostileRequest } from '../../support/hostile-body';
import { fixture, multipart } from '../../support/media';
import { openFilesUnder } from '../../support/open-files';
import { PATIENCE_MS } from '../../support/patience';

jest.setTimeout(300_000);

const BODIES = 10_000;
/** The same bodies every time, so that what fails once fails again; another seed looks at others. */
const SEED = Number(process.env.HOSTILE_SEED ?? 1);
const AT_ONCE = 100;
/** Only ends what hangs: so many at once have to wait for each other, for seconds on a busy machine. */
const ANSWERED_WITHIN_MS = 6 * PATIENCE_MS;

const ROUTES = [
  'POST /api/videos',
  'POST /api/instagram/videos',
  'POST /api/photos',
  'POST /api/shared-videos',
  'POST /api/captions',
  'PUT /api/videos/{failed}/file',
];

let app: TestApp;
let user: Client;
let admin: Client;
/** A failed item, whose file can be replaced. */
let failed: number;
beforeAll(async () => {
  // A stream that is closed with an error asks for its stack, which Jest makes up at length, and nobody reads.
  Error.stackTraceLimit = 0;
  app = await startTestApp();
  user = await app.users.subscriber({ tasks: 100_000 });
  admin = await app.users.admin();
  await app.users.grant(admin, await app.users.plan({ max_pending_submissions: 100_000 }));
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
  failed = body.videos[0].id;
  await app.running.nest.get(Database).run("UPDATE posts SET status = 'failed' WHERE id = ?", [failed]);
  await app.running.nest
    .get(Database)
    .run('UPDATE quota_usage SET tasks_used = tasks_used - 1 WHERE user_id = ?', [user.user.id]);
  // A hundred and twenty a minute would be all that is looked at.
  jest.spyOn(app.running.nest.get(RateLimits), 'consume').mockResolvedValue();
});
afterAll(() => app.end());

function call(route: string): { method: string; path: string; token?: string } {
  const [method = '', path = ''] = route.replace('{failed}', String(failed)).split(' ');
  return { method, path, token: path === '/api/shared-videos' ? admin.token : user.token };
}

/** @returns the status of the answer, 0 when the server closed without one, -1 when it did neither. */
async function send(
  route: string,
  { headers, body, pieceBytes, client, leavesAt }: HostileRequest,
): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('end', () => {
      socket.end();
      resolve();
    });
  });
  const { method, path, token } = call(route);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Connection: close',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const end = client === 'leaves' ? leavesAt : body.length;
  for (let at = 0; at < end && !socket.destroyed; at += pieceBytes) {
    socket.write(body.subarray(at, Math.min(end, at + pieceBytes)));
    if (pieceBytes < end) await turn();
  }
  if (client === 'leaves') {
    await turn();
    socket.destroy();
    return 0;
  }
  if (client === 'half closes') socket.end();
  const outcome = await new Promise<'closed' | 'waits'>((resolve) => {
    const patience = setTimeout(() => resolve('waits'), ANSWERED_WITHIN_MS);
    void closed.then(() => {
      clearTimeout(patience);
      resolve('closed');
    });
  });
  socket.destroy();
  if (outcome === 'waits') return -1;
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}

async function incoming(): Promise<string[]> {
  const folder = join(app.dir, 'media', 'incoming');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function honestUpload(): Promise<number> {
  const form = multipart([{ name: 'videos[]', path: fixture('portrait.mp4') }]);
  const { status } = await fetch(`${app.url}/api/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': form.contentType },
    body: new Uint8Array(form.buffer()),
  });
  return status;
}

describe('ten thousand hostile bodies', () => {
  it('are answered or closed, each of them, and nothing is left of them', async () => {
    const requests = fc.sample(hostileRequest, { seed: SEED, numRuns: BODIES });
    const statuses = new Map<number, number>();
    const stuck: unknown[] = [];
    const faults: unknown[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = next++; n < requests.length; n = next++) {
          const request = requests[n] as HostileRequest;
          const route = ROUTES[n % ROUTES.length] as string;
          const status = await send(route, request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const told = {
            n,
            route,
            headers: request.headers,
            body: request.body.toString('latin1').slice(0, 500),
          };
          if (status === -1) stuck.push(told);
          if (status >= 500) faults.push({ status, ...told });
        }
      }),
    );
    expect([stuck, faults]).toEqual([[], []]);
    // The bodies get as far as the rules, and some as far as being taken.
    for (const status of [201, 400, 413, 415, 422]) expect(statuses.get(status)).toBeGreaterThan(5);

    expect((await app.client.get('/health/live')).status).toBe(200);
    await eventually(
      async () => [await incoming(), await openFilesUnder(join(app.dir, 'media', 'incoming'))],
      ([files, open]) => files?.length === 0 && open?.length === 0,
    );
    const db = app.running.nest.get(Database);
    const kept = await db.rows(
      "SELECT SUM(CASE WHEN status = 'failed' THEN 0 ELSE 1 END) AS tasks, SUM(size_bytes) AS bytes FROM posts",
    );
    const charged = await db.rows(
      'SELECT SUM(tasks_used) AS tasks, SUM(storage_used) AS bytes FROM quota_usage',
    );
    expect(charged).toEqual(kept);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await honestUpload()).toBe(201);
  });
});

describe('a part without a name', () => {
  const post = async (route: string, headers: string): Promise<{ status: number; body: any }> => {
    const { method, path, token } = call(route);
    const response = await fetch(app.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: `--x\r\n${headers}\r\n\r\nhello\r\n--x--\r\n`,
    });
    return { status: response.status, body: await response.json() };
  };

  it.each(
    ROUTES.flatMap((route) =>
      [
        ...['', '; name=""', '; filename="a.png"', '; name=""; filename="a.png"'].map(
          (rest) => `Content-Disposition: form-data${rest}`,
        ),
        'Content-Disposition: attachment; name="titles[]"',
        'Content-Type: image/png',
      ].map((headers) => [route, headers]),
    ),
  )('is refused: %s %s', async (route, headers) => {
    const { status, body } = await post(route, headers);
    expect([status, body.error, body.message]).toEqual([
      422,
      'validation_failed',
      'Every part of the request needs a name.',
    ]);
  });

  it.each(
    ROUTES.flatMap((route) =>
      ['constructor', '__proto__', 'hasOwnProperty', 'toString', 'valueOf', 'push'].map((name) => [
        route,
        name,
      ]),
    ),
  )('is something else than one called like what every object has: %s %s', async (route, name) => {
    const { status } = await post(route, `Content-Disposition: form-data; name="${name}"`);
    expect(status).toBe(422);
    expect((await app.client.get('/health/live')).status).toBe(200);
  });
});

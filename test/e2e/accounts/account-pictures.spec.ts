import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { AccountPictures } from '../../../backend/accounts/connection/account-pictures';
import { Database } from '../../../backend/database/database';
import { Storage } from '../../../backend/ports/storage/storage';
import { MediaSweep } from '../../../backend/publishing/housekeeping/media-sweep';
import { startTestApp, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { addPage, connectPage } from '../../support/pages';

const DAY_MS = 86_400_000;

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

// Without a publisher, which looks for pictures once a minute by itself.
const app = useApp({ env: { ROLE: 'api' } });

let serve: Serve;
const pictures = createServer((request, response) => serve(request, response));
beforeAll(() => new Promise<void>((done) => pictures.listen(0, '127.0.0.1', done)));
afterAll(() => {
  pictures.closeAllConnections();
  pictures.close();
});
afterEach(() => app.clock.reset());

const address = (path = '/picture') => `http://127.0.0.1:${(pictures.address() as AddressInfo).port}${path}`;

const picture = (background: string, width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

const sending =
  (bytes: Buffer, type = 'image/png'): Serve =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes);

const round = () => app.running.nest.get(AccountPictures).round();

const accountOf = async (user: Client): Promise<any> => (await user.get('/api/accounts')).body[0];

const keysOf = async (user: Client): Promise<(string | null)[]> => {
  const sql = 'SELECT picture_key FROM accounts WHERE user_id = ? ORDER BY id';
  const rows = await app.running.nest.get(Database).rows<{ picture_key: string | null }>(sql, [user.user.id]);
  return rows.map(({ picture_key }) => picture_key);
};

async function connected(path?: string): Promise<Client> {
  const user = await app.users.newcomer();
  const page = addPage(app, { pictureUrl: address(path) });
  expect((await connectPage(user, page, { instagram: false })).status).toBe(201);
  return user;
}

it('keeps a small square of the picture, and shows it by a signed address', async () => {
  serve = sending(await picture('#ff0000', 640, 200));
  const user = await connected();
  expect((await accountOf(user)).picture_path).toBeNull();
  await round();
  const { picture_path: path } = await accountOf(user);
  const answer = await fetch(`${app.url}/storage/${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([shown.format, shown.width, shown.height]).toEqual(['jpeg', 192, 192]);
});

it('goes on until nothing is due', async () => {
  serve = sending(await picture('#00ff00'));
  const user = await connected();
  const row = { user_id: user.user.id, network: 'instagram' } as const;
  for (let n = 0; n < 50; n++)
    await app.running.nest
      .get(Database)
      .insert('accounts', { ...row, remote_id: `removed ${n}`, picture_due_at: n });
  await round();
  expect((await keysOf(user)).filter((key) => key !== null)).toHaveLength(1);
});

it('looks once a day, and stores only what has changed', async () => {
  let asked = 0;
  const red = await picture('#ff0000');
  serve = (request, response) => {
    if (request.url === '/daily') asked++;
    sending(red)(request, response);
  };
  const user = await connected('/daily');
  await round();
  await round();
  const [first] = await keysOf(user);
  expect([asked, first]).toEqual([1, expect.stringMatching(/\.jpg$/)]);
  app.clock.forward(DAY_MS + 1);
  await round();
  expect([asked, await keysOf(user)]).toEqual([2, [first]]);
  serve = sending(await picture('#0000ff'));
  app.clock.forward(DAY_MS + 1);
  await round();
  const [second] = await keysOf(user);
  expect(second).not.toBe(first);
  const storage = app.running.nest.get(Storage);
  expect([await storage.stat(first!), await storage.stat(second!)]).toEqual([undefined, expect.anything()]);
});

it('is deleted with the account, and not swept before', async () => {
  serve = sending(await picture('#00ff00'));
  const user = await connected();
  await round();
  const [key] = await keysOf(user);
  const { unknown } = await app.running.nest.get(MediaSweep).unnamed();
  expect(unknown).not.toContain(key);
  const { id } = await accountOf(user);
  expect((await user.delete(`/api/accounts/${id}`)).status).toBe(200);
  await round();
  expect(await keysOf(user)).toEqual([null]);
  expect(await app.running.nest.get(Storage).stat(key!)).toBeUndefined();
});

const huge = Buffer.alloc(3 * 1024 * 1024, 'x');
const FAILURES: [string, () => Promise<Serve> | Serve][] = [
  ['an answer that is no picture', () => sending(Buffer.from('<html>'), 'text/html')],
  ['bytes that are no picture', () => sending(Buffer.from('not a picture'))],
  [
    'a drawing that is a program',
    () => sending(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
  ],
  [
    'a drawing that is called a picture',
    () => sending(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ],
  ['half a picture', async () => sending((await picture('#123456')).subarray(0, 60))],
  ['three megabytes', () => sending(huge)],
  [
    'three megabytes without a length',
    () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'transfer-encoding': 'chunked' });
      response.end(huge);
    },
  ],
  ['a refusal', () => (_request, response) => response.writeHead(404).end()],
  ['a broken answer', () => (request) => request.socket.destroy()],
  [
    'a redirect to itself',
    () => (_request, response) => response.writeHead(302, { location: address() }).end(),
  ],
  [
    'a redirect to another machine',
    () => (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  ],
  [
    'a redirect to a file',
    () => (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  ],
];

it.each(FAILURES)('leaves the account as it is for %s', async (_what, make) => {
  serve = await make();
  const user = await connected();
  await round();
  expect(await accountOf(user)).toMatchObject({ picture_path: null, status: 'connected' });
});

it('follows a redirect, and shows nobody the token', async () => {
  const bytes = await picture('#abcdef');
  const paths: unknown[] = [];
  serve = (request, response) => {
    paths.push([request.url, request.headers.authorization]);
    if (request.url === '/picture') response.writeHead(302, { location: '/elsewhere' }).end();
    else sending(bytes)(request, response);
  };
  const user = await connected();
  await round();
  expect((await accountOf(user)).picture_path).not.toBeNull();
  expect(paths).toEqual([
    ['/picture', undefined],
    ['/elsewhere', undefined],
  ]);
});

it('comes from the stand-in in a rehearsal', async () => {
  const rehearsal = await startTestApp({ env: { NETWORK: 'rehearsal' } });
  try {
    const user = await rehearsal.users.newcomer();
    const settings = {
      access_token: 'rehearsal-token',
      page_id: '100000000000001',
      instagram_page_id: '17840000000000001',
    };
    expect((await user.post('/api/accounts', settings)).status).toBe(201);
    await rehearsal.running.nest.get(AccountPictures).round();
    const { body } = await user.get('/api/accounts');
    expect(body.map(({ picture_path }: any) => typeof picture_path)).toEqual(['string', 'string']);
  } finally {
    await rehearsal.end();
  }
});

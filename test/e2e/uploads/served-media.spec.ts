import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MediaMissing, Storage, StorageAway } from '../../../backend/ports/storage/storage';
import { type Client } from '../../support/client';
import { sendRaw } from '../../support/raw-http';
import { useApp } from '../../support/app';
import { PORTRAIT, uploadVideo } from '../../support/video-uploads';

const app = useApp();

let user: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
});

describe('GET /storage', () => {
  let link: string;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await readFile(PORTRAIT);
    link = `${app.url}/storage/${(await uploadVideo(user)).file_path}`;
  });
  const read = async (headers: Record<string, string> = {}, url = link, method = 'GET') => {
    const response = await fetch(url, { headers, method });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };

  it('sends the bytes as they came, and nothing in them can run', async () => {
    const { status, headers, bytes: sent } = await read();
    expect([status, sent.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
    expect((await read({ 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });

  it('is the same link while it is good, so that browsers keep what they show', async () => {
    // Twice a day is the moment at which the next link begins.
    app.clock.stop();
    const [first, second] = [
      (await user.get('/api/videos')).body.data[0],
      (await user.get('/api/videos')).body.data[0],
    ];
    expect(first.file_path).toBe(second.file_path);
    const expires = Number(new URL(`http://x/${first.file_path}`).searchParams.get('expires')) * 1000;
    expect(expires - app.clock.now()).toBeGreaterThan(3_600_000 - 1000);
    expect(expires - app.clock.now()).toBeLessThanOrEqual(24 * 3_600_000);
    app.clock.reset();
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=-5', -5, -1],
    ['bytes=100-', 100, -1],
    ['bytes=0-99999999999', 0, -1],
    ['bytes=-99999999999', 0, -1],
  ])('sends %s only', async (range, from, to) => {
    const size = bytes.length;
    const [start, end] = [from < 0 ? size + from : from, to < 0 ? size + to : to];
    const { status, headers, bytes: sent } = await read({ range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(sent.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it('says 416 for a range past the end, and sends all for what it does not take', async () => {
    const past = await read({ range: `bytes=${bytes.length}-` });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await read({ range: 'bytes=-0' })).status).toBe(416);
    for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=abc', 'bytes=5-2']) {
      const { status, bytes: sent } = await read({ range });
      expect([200, 416]).toContain(status);
      if (status === 200) expect(sent.equals(bytes)).toBe(true);
    }
  });

  it.each([
    ['the tag', (tag: string) => tag, 304],
    ['a weak tag', (tag: string) => `W/${tag}`, 304],
    ['a list with it', (tag: string) => `"a, b", W/"c",${tag}`, 304],
    ['a star', () => '*', 304],
    ['other tags', (tag: string) => `"other", W/${tag.slice(0, -1)}x"`, 200],
    ['something else', () => 'none', 200],
  ])('is not sent again only to who has it: %s', async (_name, header, status) => {
    const etag = (await read()).headers.get('etag')!;
    expect((await read({ 'if-none-match': header(etag) })).status).toBe(status);
  });

  it.each([
    ['the tag', (tag: string) => tag, 206],
    ['a weak tag', (tag: string) => `W/${tag}`, 200],
    ['another tag', () => '"other"', 200],
    ['a date', () => new Date().toUTCString(), 200],
  ])('sends a range only of what the caller has: %s', async (_name, header, status) => {
    const etag = (await read()).headers.get('etag')!;
    const answer = await read({ range: 'bytes=0-9', 'if-range': header(etag) });
    expect([answer.status, answer.bytes.length]).toEqual([status, status === 206 ? 10 : bytes.length]);
  });

  it('answers HEAD with the size', async () => {
    const { status, headers } = await read({}, link, 'HEAD');
    expect([status, headers.get('content-length'), headers.get('content-type')]).toEqual([
      200,
      String(bytes.length),
      'video/mp4',
    ]);
  });

  it('lets browsers keep what it sends, and no refusal', async () => {
    app.clock.stop();
    // The link lasts for less than the twelve hours that browsers may keep others.
    const left = 2 * 3_600_000;
    const end = Number(new URL(link).searchParams.get('expires')) * 1000;
    app.clock.forward(end - left - app.clock.now());
    const keep = `private, max-age=${left / 1000}, immutable`;
    const whole = await read();
    const known = await read({ 'if-none-match': whole.headers.get('etag')! });
    const past = await read({ range: `bytes=${bytes.length}-` });
    const answers = [whole, await read({ range: 'bytes=0-0' }), known, past];
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
      [200, keep],
      [206, keep],
      [304, keep],
      [416, 'no-store'],
    ]);
    app.clock.reset();
  });

  const failing = (error: Error) =>
    new Readable({
      read() {
        this.destroy(error);
      },
    });

  it.each([
    [503, 'unavailable', 'the storage is away after it told the size', new StorageAway()],
    [404, 'not_found', 'the file is deleted after it told the size', new MediaMissing()],
    [503, 'unavailable', 'the storage is away before the first byte', failing(new StorageAway())],
    [500, 'internal', 'the file cannot be opened', new Error('EMFILE')],
  ])('answers %d %s, which no browser keeps, when %s', async (status, error, _when, opened) => {
    const opening = jest.spyOn(app.running.nest.get(Storage), 'open');
    if (opened instanceof Error) opening.mockRejectedValueOnce(opened);
    else opening.mockResolvedValueOnce(opened);
    const answer = await read({ range: 'bytes=0-9' });
    opening.mockRestore();
    expect([answer.status, JSON.parse(answer.bytes.toString()).error]).toEqual([status, error]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    for (const name of ['etag', 'content-range']) expect(answer.headers.has(name)).toBe(false);
  });

  it('breaks off when the storage fails after the first bytes', async () => {
    const begun = Readable.from(
      (function* () {
        yield bytes.subarray(0, 5);
        throw new StorageAway();
      })(),
    );
    jest.spyOn(app.running.nest.get(Storage), 'open').mockResolvedValueOnce(begun);
    await expect(read()).rejects.toThrow('terminated');
    expect((await read()).status).toBe(200);
  });

  it('refuses a link that was changed, has ended, or has no signature', async () => {
    const url = new URL(link);
    const changed = (change: (target: URL) => void) => {
      const target = new URL(link);
      change(target);
      return target.href;
    };
    const signature = url.searchParams.get('signature')!;
    const links = [
      `${url.origin}${url.pathname}`,
      changed(({ searchParams }) =>
        searchParams.set(
          'signature',
          signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
        ),
      ),
      changed(({ searchParams }) => searchParams.set('signature', '')),
      changed(({ searchParams }) => searchParams.append('signature', signature)),
      changed(({ searchParams }) => searchParams.set('expires', '9999999999')),
      changed(({ searchParams }) => searchParams.set('expires', '1')),
      changed(
        (target) =>
          (target.pathname = target.pathname.replace(
            /[0-9a-f]\.mp4$/,
            (c) => (c[0] === 'a' ? 'b' : 'a') + '.mp4',
          )),
      ),
      changed((target) => (target.pathname = target.pathname.replace('.mp4', '.gif'))),
    ];
    for (const each of links) {
      const { status } = await read({}, each);
      expect([each.replace(app.url, ''), status]).toEqual([each.replace(app.url, ''), 403]);
    }
  });

  it.each([
    '/storage/..%2f..%2fpagecast.sqlite',
    '/storage/%2e%2e/jwt-secret',
    '/storage/../jwt-secret',
    '/storage/..%2fjwt-secret',
    '/storage/..%5cjwt-secret',
    '/storage/incoming',
    '/storage/%00',
    '/storage//etc/passwd',
    '//etc/passwd',
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
  ])('lets nobody out of the folder: %s', async (path) => {
    const secret = await readFile(join(app.dir, 'jwt-secret'), 'utf8');
    const answer = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 [2-4]\d\d /);
    if (path.startsWith('/storage')) expect(answer).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(answer).not.toMatch(/SQLite format|root:/);
    expect(answer).not.toContain(secret);
  });
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../backend/database/database';
import { Housekeeping } from '../../../backend/publishing/housekeeping/housekeeping';
import { MediaRemoval } from '../../../backend/uploads/media-removal';
import { Client, eventually } from '../../support/client';
import { paddedVideo } from '../../support/media';
import { onSwift } from '../../support/swift/swift';
import { TwoMachines } from '../../support/swift/two-machines';
import { idOf, tusOf } from '../../support/tus';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const MEGABYTE = 1024 ** 2;
const DAY_MS = 86_400_000;

onSwift('resumable uploads on two machines with one bucket', (swift) => {
  let both: TwoMachines;
  beforeAll(async () => {
    both = await TwoMachines.start(swift());
  });
  afterAll(() => both.end());

  const video = readFileSync(PORTRAIT);
  let user: Client;
  let a: ReturnType<typeof tusOf>;
  let b: ReturnType<typeof tusOf>;
  beforeEach(async () => {
    user = await both.a.users.subscriber();
    a = tusOf(user);
    b = tusOf(new Client(both.b.url, user.token));
  });

  const usage = () => videoUploads(both.a).usage(user);
  const offsets = async (path: string) =>
    (await Promise.all([a.offsetOf(path), b.offsetOf(path)])).map(({ headers }) =>
      Number(headers.get('upload-offset')),
    );
  const stored = async (id: string) => {
    const { body } = await user.get(`/api/media/${id}`);
    return Buffer.from(await (await fetch(`${user.url}/storage/${body.file_path}`)).arrayBuffer());
  };
  const filesIn = async (dir: string) =>
    (await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
      entry.isFile(),
    );
  /** So many bytes of a request wait on the first machine to be worth a piece, so it has the upload. */
  const waitsThere = (bytes: number) =>
    eventually(
      async () => {
        const [spool] = await filesIn(join(both.a.dir, 'incoming'));
        return spool && (await stat(join(spool.parentPath, spool.name))).size;
      },
      (size) => size === bytes,
    );

  it('go on at the other machine after every piece, of a few bytes as well, with the same bytes', async () => {
    const path = await paddedVideo(join(both.a.dir, 'film.mp4'), 9 * MEGABYTE);
    const film = await readFile(path);
    const upload = await a.begin(film.length, { filename: 'Winter.mp4' });
    let at = 0;
    for (const [n, bytes] of [3, 1, 500_000, 8 * MEGABYTE, 7, film.length].entries()) {
      const end = Math.min(film.length, at + bytes);
      const sent = await (n % 2 === 0 ? a : b).piece(upload, at, film.subarray(at, end));
      expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(end)]);
      at = end;
      if (at < film.length) expect(await offsets(upload)).toEqual([at, at]);
    }
    const { body } = await user.get(`/api/media/${idOf(upload)}`);
    expect(body).toMatchObject({ name: 'Winter.mp4', type: 'video/mp4', width: 540, height: 960 });
    expect((await stored(idOf(upload))).equals(film)).toBe(true);
    expect(await both.pieces(idOf(upload))).toEqual([]);
    for (const { dir } of [both.a, both.b]) {
      expect(await filesIn(join(dir, 'incoming'))).toEqual([]);
      expect(await readdir(dir)).not.toContain('uploads');
    }
  });

  it('of many small requests have few pieces', async () => {
    const bytes = randomBytes(40);
    const path = await a.begin(1000, { filename: 'film.mp4' });
    for (const [n] of bytes.entries())
      expect((await (n % 2 ? a : b).piece(path, n, bytes.subarray(n, n + 1))).status).toBe(204);
    expect(await offsets(path)).toEqual([40, 40]);
    expect((await both.pieces(idOf(path))).length).toBeLessThan(8);
    await a.send('DELETE', path);
  });

  it('are written by one request at a time, and keep what came before a cut', async () => {
    const path = await a.begin(video.length);
    // Silent for three seconds, it would lose the upload.
    both.clock.stop();
    let stream!: ReadableStreamDefaultController<Uint8Array>;
    const slow = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
    const stop = new AbortController();
    const first = fetch(both.a.url + path, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${user.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: slow,
      duplex: 'half',
      signal: stop.signal,
    }).catch(() => 'cut off');
    stream.enqueue(new Uint8Array(video.subarray(0, 1000)));
    await waitsThere(1000);
    const second = await b.piece(path, 0, video);
    expect([second.status, second.body.error]).toEqual([423, 'locked']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    both.clock.start();
    stop.abort();
    expect(await first).toBe('cut off');
    await eventually(
      () => offsets(path),
      ([at]) => at === 1000,
    );
    expect((await b.piece(path, 1000, video.subarray(1000))).status).toBe(204);
    expect((await stored(idOf(path))).equals(video)).toBe(true);
  });

  it('are not harmed by a request that lost them and is not told yet', async () => {
    const path = await a.begin(video.length);
    let go!: () => void;
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(video.subarray(0, 1000)));
        go = () => {
          controller.enqueue(new Uint8Array(2000).fill(7));
          controller.close();
        };
      },
    });
    const first = a.piece(path, 0, slow);
    await waitsThere(1000);
    both.clock.forward(4_000);
    expect((await b.piece(path, 0, video.subarray(0, 5_000))).status).toBe(204);
    go();
    const late = await first;
    expect([late.status, late.body.error]).toEqual([423, 'locked']);
    expect(await offsets(path)).toEqual([5_000, 5_000]);
    expect((await b.piece(path, 5_000, video.subarray(5_000))).status).toBe(204);
    expect((await stored(idOf(path))).equals(video)).toBe(true);
    expect(await both.pieces(idOf(path))).toEqual([]);
  });

  it('are freed at the other machine by DELETE, by a refusal and when their time is over', async () => {
    const begun = async () => {
      const path = await a.begin(1000, { filename: 'film.mp4' });
      expect((await a.piece(path, 0, randomBytes(600))).status).toBe(204);
      expect(await both.pieces(idOf(path))).toHaveLength(1);
      return path;
    };
    const discarded = await begun();
    expect((await b.send('DELETE', discarded)).status).toBe(204);
    const refused = await begun();
    expect((await b.piece(refused, 600, randomBytes(400))).status).toBe(204);
    expect((await user.get(`/api/media/${idOf(refused)}`)).status).toBe(422);
    const over = await begun();
    both.clock.forward(1441 * 60_000);
    await both.b.running.nest.get(MediaRemoval).removeExpired();
    expect((await b.offsetOf(over)).status).toBe(404);
    for (const path of [discarded, refused, over]) expect(await both.pieces(idOf(path))).toEqual([]);
    expect(await usage()).toEqual({ tasks: 0, bytes: 0 });
  });

  it('go on where a piece begins that somebody took out of the bucket', async () => {
    const path = await a.begin(video.length);
    const half = Math.floor(video.length / 2);
    await a.piece(path, 0, video.subarray(0, half));
    const [name] = await both.pieces(idOf(path));
    await both.take(name ?? '');
    // The piece that is gone is small, and would be joined with this one.
    const joining = await b.piece(path, half, video.subarray(half));
    expect([joining.status, joining.body.error]).toEqual([409, 'conflict']);
    expect(await offsets(path)).toEqual([0, 0]);
    await both.a.running.nest.get(Database).run('DELETE FROM upload_pieces');
    expect((await a.piece(path, 0, video)).status).toBe(204);
    expect((await stored(idOf(path))).equals(video)).toBe(true);
    expect(await both.pieces(idOf(path))).toEqual([]);
  });

  it('leave nothing for good when a process died before it wrote the row, and keep what has one', async () => {
    const path = await a.begin(1000);
    await a.piece(path, 0, randomBytes(600));
    const kept = await both.pieces(idOf(path));
    const stray = `${randomBytes(16).toString('hex')}/${randomBytes(10).toString('hex')}`;
    await both.write(stray, 'left over');
    const housekeeping = both.a.running.nest.get(Housekeeping);
    await housekeeping.tidy();
    expect(await both.pieces()).toEqual([...kept, stray].sort());
    const removal = both.a.running.nest.get(MediaRemoval);
    // As if days had passed.
    await removal.removeStrayPieces(-2 * DAY_MS);
    expect(await both.pieces()).toEqual(kept);
    await both.a.running.nest.get(Database).run('DELETE FROM media WHERE id = ?', [idOf(path)]);
    // As if days had passed.
    await removal.removeStrayPieces(-2 * DAY_MS);
    expect(await both.pieces()).toEqual([]);
  });
});

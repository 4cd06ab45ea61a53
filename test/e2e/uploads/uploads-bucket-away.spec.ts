import { readFileSync } from 'node:fs';
import { StorageAway } from '../../../backend/ports/storage/storage';
import { MediaRemoval } from '../../../backend/uploads/media-removal';
import type { Client } from '../../support/client';
import { onSwift } from '../../support/swift/swift';
import type { Fate } from '../../support/swift/faulty-link';
import { TwoMachines } from '../../support/swift/two-machines';
import { idOf, tusOf } from '../../support/tus';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

onSwift('a resumable upload, while the bucket', (swift) => {
  let both: TwoMachines;
  beforeAll(async () => {
    both = await TwoMachines.start(swift());
  });
  afterEach(() => both.bucket.link.mend());
  afterAll(() => both.end());

  const video = readFileSync(PORTRAIT);
  let user: Client;
  let tus: ReturnType<typeof tusOf>;
  beforeEach(async () => {
    user = await both.a.users.subscriber();
    tus = tusOf(user);
  });

  const bytesHeld = async () => (await videoUploads(both.a).usage(user)).bytes;
  const offset = async (path: string) => Number((await tus.offsetOf(path)).headers.get('upload-offset'));
  const begun = async (bytes = 1000) => {
    const path = await tus.begin(video.length);
    expect((await tus.piece(path, 0, video.subarray(0, bytes))).status).toBe(204);
    return path;
  };
  const expectFinished = async (path: string, from: number) => {
    expect((await tus.piece(path, from, video.subarray(from))).status).toBe(204);
    await expectKept(path);
  };
  const expectKept = async (path: string) => {
    const { body } = await user.get(`/api/media/${idOf(path)}`);
    const file = await fetch(`${user.url}/storage/${body.file_path}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(video)).toBe(true);
    expect(await both.pieces(idOf(path))).toEqual([]);
  };
  const expectAway = ({ status, body, headers }: Awaited<ReturnType<typeof tus.send>>) => {
    expect([status, body.error]).toEqual([503, 'unavailable']);
    expect(body.message).toMatch(/media storage cannot be reached just now\. Try again/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it.each<[string, Fate]>([
    ['is away', 'is cut'],
    ['does not accept the keys any more', { status: 403, code: 'InvalidAccessKeyId' }],
  ])('%s, is refused in words, loses nothing and goes on afterwards', async (_how, fate) => {
    const path = await begun();
    both.bucket.link.fate = () => fate;
    expectAway(await tus.piece(path, 1000, video.subarray(1000)));
    expectAway(await tus.create(500));
    expect(await offset(path)).toBe(1000);
    expect(await bytesHeld()).toBe(video.length);
    both.bucket.link.mend();
    expect(await both.pieces(idOf(path))).toHaveLength(1);
    await expectFinished(path, 1000);
  });

  it.each<[string, Fate]>([
    ['loses an answer', 'loses its answer'],
    ['fails once', { status: 500, code: 'InternalError' }],
    ['is slow', { afterMs: 4_000 }],
  ])('%s, is taken all the same, by one request', async (_how, fate) => {
    const path = await begun();
    let times = 0;
    both.bucket.link.fate = ({ method, path: asked }) =>
      method === 'PUT' && asked.includes('/uploads/') && times++ === 0 ? fate : 'passes';
    await expectFinished(path, 1000);
  });

  it('cannot take the whole file, is kept until it can', async () => {
    const path = await begun();
    both.bucket.link.fate = ({ method, path: asked }) =>
      method === 'PUT' && asked.includes('/media/') ? { status: 503, code: 'SlowDown' } : 'passes';
    expect((await tus.piece(path, 1000, video.subarray(1000))).status).toBe(204);
    expect((await user.get(`/api/media/${idOf(path)}`)).status).toBe(503);
    expect(await offset(path)).toBe(video.length);
    both.bucket.link.mend();
    await expectKept(path);
  });

  it('cuts the pieces off while they are put together, is kept until it does not', async () => {
    const path = await begun();
    both.bucket.link.fate = ({ method, path: asked }) =>
      method === 'GET' && asked.includes('/uploads/') ? { cutAfter: 0 } : 'passes';
    // The first piece is small, so it is read already now.
    expectAway(await tus.piece(path, 1000, video.subarray(1000)));
    both.bucket.link.mend();
    await expectFinished(path, 1000);
  });

  it('is away, is discarded, and its pieces go with the next sweep', async () => {
    const path = await begun();
    both.bucket.link.fate = () => 'is cut';
    expect((await tus.send('DELETE', path)).status).toBe(204);
    expect([await bytesHeld(), (await tus.offsetOf(path)).status]).toEqual([0, 404]);
    const removal = both.b.running.nest.get(MediaRemoval);
    // Knows already that the bucket is away, or finds it out.
    await removal
      .removeStrayPieces(-86_400_000)
      .catch((error: unknown) => expect(error).toBeInstanceOf(StorageAway));
    both.bucket.link.mend();
    expect(await both.pieces(idOf(path))).toHaveLength(1);
    await removal.removeStrayPieces(-86_400_000);
    expect(await both.pieces(idOf(path))).toEqual([]);
  });
});

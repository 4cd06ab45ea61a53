import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { fixture, multipart } from '../../../test/support/media';
import { Counts } from '../../common/metrics/counts';
import type { Config } from '../../config/config';
import { Ffprobe } from '../prober/ffprobe';
import { inspectVideo } from '../inspect';
import { Prober } from '../prober/prober';
import { discard, receiveUpload } from './receive-upload';
import { SHARED_VIDEO, type VideoFacts } from '../rules';

const MEGABYTE = 1024 * 1024;

function box(type: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

/** The offset at which the file's movie box ends. */
function movieEnd(file: Buffer): number {
  let at = 0;
  for (;;) {
    const size = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'moov') return at + size;
    at += size;
  }
}

describe('a video that is coming in', () => {
  let server: Server;
  let dir: string;
  const ffprobe = new Ffprobe({} as Config);
  const prober = new Prober(ffprobe, new Counts());
  const describe = (path: string) => prober.describe(path, 1);
  let described: string[] = [];
  let facts: Promise<VideoFacts>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-receive-'));
    server = createServer((raw, response) => {
      facts = (async () => {
        const upload = await receiveUpload(
          { raw, headers: raw.headers } as FastifyRequest,
          { collection: 'videos', rules: SHARED_VIDEO },
          {
            dir,
            describe: (path) => {
              described.push(path);
              return describe(path);
            },
          },
        );
        try {
          return await inspectVideo(upload.files[0]!, describe);
        } finally {
          await discard(upload);
        }
      })();
      // What was wrong with the file is told by the facts.
      void facts.catch(() => undefined).then(() => response.end());
    }).listen(0);
    server.keepAliveTimeout = 0;
  });
  beforeEach(() => (described = []));
  afterAll(async () => {
    ffprobe.onApplicationShutdown();
    server.close();
    await rm(dir, { recursive: true });
  });

  async function send(file: Buffer): Promise<VideoFacts> {
    const body = multipart([{ name: 'videos[]', filename: 'a.mp4', buffer: file }]);
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'content-type': body.contentType },
      body: new Uint8Array(body.buffer()),
    });
    return facts;
  }

  const padded = async (name: string, megabytes: number) =>
    Buffer.concat([await readFile(fixture(name)), box('free', megabytes * MEGABYTE)]);

  it.each(['portrait.mp4', 'hevc.mp4', 'rotated.mp4', 'anamorphic.mp4', 'audio-only.mp4', 'portrait.mov'])(
    'is described as it is when complete: %s',
    async (name) => {
      const { picture } = await send(await padded(name, 20));
      expect(described).toHaveLength(1);
      expect(picture).toEqual(
        (await inspectVideo({ path: fixture(name), sizeBytes: 1_000_000 }, describe)).picture,
      );
    },
  );

  it('is not described early if it is small, or if its description comes last', async () => {
    expect((await send(await padded('portrait.mp4', 1))).picture).toMatchObject({ width: 540 });
    const last = await readFile(fixture('portrait-1080.mp4'));
    const start = movieEnd(last) - last.readUInt32BE(last.lastIndexOf('moov') - 4);
    const gap = box('free', 20 * MEGABYTE);
    const late = Buffer.concat([last.subarray(0, start), gap, last.subarray(start)]);
    expect((await send(late)).picture).toMatchObject({ width: 1080 });
    expect(described).toEqual([]);
  });

  it('is described again when more of the description came later', async () => {
    const file = await readFile(fixture('fragmented.mp4'));
    const end = movieEnd(file);
    const apart = Buffer.concat([file.subarray(0, end), box('free', 20 * MEGABYTE), file.subarray(end)]);
    const { picture } = await send(apart);
    expect(described).toHaveLength(1);
    expect(picture).toMatchObject({ width: 540, height: 960 });
    expect(picture!.durationMs).toBeGreaterThan(3_900);
  });
});

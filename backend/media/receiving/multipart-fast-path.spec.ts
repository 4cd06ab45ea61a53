import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import busboy from 'busboy';
import fc from 'fast-check';
import { MultipartFastPath } from './multipart-fast-path';

const BOUNDARY = 'x-boundary-42';

/** The files of a body that comes in chunks of the given sizes, as `receiveUpload` reads them. */
function receive(body: Buffer, sizes: number[]): Promise<Buffer[]> {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const parser = busboy({ headers: { 'content-type': type }, highWaterMark: 1 << 20, fileHwm: 1 << 20 });
  const lane = new MultipartFastPath(parser, type);
  const files: Buffer[][] = [];
  parser.on('file', (_name: string, stream: Readable) => {
    const file: Buffer[] = [];
    files.push(file);
    // Copied, because the lane frees the chunk afterwards.
    stream.on('data', (bytes: Buffer) => lane.parsed(bytes, (piece) => file.push(Buffer.from(piece))));
  });
  return new Promise((resolve, reject) => {
    parser.once('close', () => resolve(files.map((file) => Buffer.concat(file))));
    parser.once('error', reject);
    for (let at = 0, n = 0; at < body.length; n++) {
      const size = sizes[n % sizes.length] ?? 1;
      lane.push(inMemoryOfItsOwn(body.subarray(at, at + size)));
      at += size;
    }
    parser.end();
  });
}

/** As the pieces of a request. */
function inMemoryOfItsOwn(bytes: Buffer): Buffer {
  const piece = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(piece);
  return piece;
}

function bodyOf(files: Buffer[]): Buffer {
  const part = (bytes: Buffer) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="videos[]"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([...files.flatMap(part), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Bytes that look like the beginning of a boundary as often as possible. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      '\r',
      '\r\n',
      '\r\n-',
      '\r\n--',
      `\r\n--${BOUNDARY.slice(0, 6)}`,
      `--${BOUNDARY}`,
      '\r\r\n--',
      '\n--',
    )
    .map((text) => Buffer.from(text)),
);
const file = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.concat(pieces));
const holdsDelimiter = (bytes: Buffer) =>
  Buffer.concat([Buffer.from('\r\n'), bytes]).includes(`\r\n--${BOUNDARY}`);

describe('the lane past the multipart parser', () => {
  it('changes no byte of any file, however the body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }),
        async (files, sizes) => {
          fc.pre(!files.some(holdsDelimiter));
          expect(await receive(bodyOf(files), sizes)).toEqual(files);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('frees what lies within a file once it was taken, and nothing that the parser may still hold', async () => {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const parser = busboy({ headers: { 'content-type': type } });
    const lane = new MultipartFastPath(parser, type);
    parser.on('file', (_name: string, stream: Readable) => {
      stream.on('data', (bytes: Buffer) => lane.parsed(bytes, () => undefined));
    });
    const body = bodyOf([Buffer.alloc(3_000, 'a')]);
    const pieces = [body.subarray(0, 1_000), body.subarray(1_000, 2_000), body.subarray(2_000)];
    const given = pieces.map(inMemoryOfItsOwn);
    for (const piece of given) {
      lane.push(piece);
      await nextTurn();
    }
    parser.end();
    expect(given.map(({ length }) => length)).toEqual([1_000, 0, pieces[2]!.length]);
  });
});

import type { Readable } from 'node:stream';
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
    // Copied, because the lane passes on slices of the chunk itself.
    stream.on('data', (bytes: Buffer) => lane.parsed(bytes, (piece) => file.push(Buffer.from(piece))));
  });
  return new Promise((resolve, reject) => {
    parser.once('close', () => resolve(files.map((file) => Buffer.concat(file))));
    parser.once('error', reject);
    for (let at = 0, n = 0; at < body.length; n++) {
      const size = sizes[n % sizes.length] ?? 1;
      lane.push(Buffer.from(body.subarray(at, at + size)));
      at += size;
    }
    parser.end();
  });
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
});

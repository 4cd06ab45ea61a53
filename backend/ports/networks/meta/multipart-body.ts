import { Readable } from 'node:stream';
import { hasOwnPieces, withOwnPieces } from '../../../common/files/spent-piece';

export type Parameters = Record<string, string | number | boolean | undefined>;

/** Everything before the bytes of the file. */
export function multipartHead(boundary: string, parameters: Parameters, fileField: string): string {
  const fields = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return (
    fields
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
      )
      .join('') +
    `--${boundary}\r\ncontent-disposition: form-data; name="${fileField}"; filename="media"\r\n` +
    'content-type: application/octet-stream\r\n\r\n'
  );
}

/** The head and the tail must be this body's alone, like the bytes. */
export function wrapped(head: Buffer, bytes: Readable, tail: Buffer): Readable {
  const stream = Readable.from(
    (async function* () {
      yield head;
      yield* bytes as AsyncIterable<Buffer>;
      yield tail;
    })(),
    { objectMode: false },
  );
  return hasOwnPieces(bytes) ? withOwnPieces(stream) : stream;
}

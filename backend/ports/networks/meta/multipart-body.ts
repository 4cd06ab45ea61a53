import { Readable } from 'node:stream';

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

export function wrapped(head: Buffer, bytes: Readable, tail: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield head;
      yield* bytes as AsyncIterable<Buffer>;
      yield tail;
    })(),
    { objectMode: false },
  );
}

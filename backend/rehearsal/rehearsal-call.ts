import busboy from 'busboy';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { metaError, Refused } from '../meta-world/answer';
import type { MetaCall } from '../meta-world/call';
import { paramsOf } from '../meta-world/fields';
import type { RehearsalStore } from './rehearsal-store';

const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 10 * 1024 ** 3;
const HEAD_BYTES = 8;

type Body = Pick<MetaCall, 'params' | 'files'>;

/** The parameters and the file of a body. The file is on disk; `end` removes it unless the call has moved it. */
export async function readBody(request: IncomingMessage, store: RehearsalStore) {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) return readMultipart(request, store);
  return { params: paramsOf(type, await bodyText(request)), files: {}, end: () => Promise.resolve() };
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES)
      throw new Refused(metaError(1, null, 'The request is too large.', { status: 413 }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readMultipart(request: IncomingMessage, store: RehearsalStore) {
  const body: Body = { params: {}, files: {} };
  const path = store.partPath();
  const end = () => rm(path, { force: true });
  let written: Promise<unknown> = Promise.resolve();
  const parser = busboy({
    headers: request.headers,
    limits: { files: 1, fields: 50, parts: 60, fieldSize: 65_536, fileSize: MAX_FILE_BYTES },
  });
  parser.on('field', (name, value) => (body.params[name] = value));
  parser.on('file', (name, stream) => {
    const file = { bytes: 0, head: Buffer.alloc(0), addTo: (id: string) => store.add(id, path) };
    body.files[name] = file;
    stream.on('data', (chunk: Buffer) => {
      file.bytes += chunk.length;
      if (file.head.length < HEAD_BYTES)
        file.head = Buffer.concat([file.head, chunk]).subarray(0, HEAD_BYTES);
    });
    written = pipeline(stream, createWriteStream(path));
    // Awaited below. Until then a cut connection must not become an unhandled rejection.
    written.catch(() => undefined);
  });
  try {
    await pipeline(request, parser);
    await written;
  } catch (error) {
    await written.catch(() => undefined);
    await end();
    throw error;
  }
  return { ...body, end };
}

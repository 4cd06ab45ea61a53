import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors/errors';
import { readMultipart } from '../media/receiving/multipart';
import { fileRefused } from './captions-file';

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = MEGABYTE;

/** Room for the rest of a multipart body: boundaries, part headers, other fields. */
const FORM_BYTES = 64 * 1024;
const LIMITS = {
  fieldSize: 1024,
  fieldNameSize: 100,
  parts: 20,
  headerPairs: 50,
  fileSize: MOST_BYTES + 1,
};
const TIMEOUT_MS = 30_000;

/**
 * Reads the bytes of the part `captions_file`, and never holds more than a megabyte. `giveUp` ends it with its reason.
 * @throws DomainError 400, 408, 422; the body may then be unread to its end.
 */
export async function receiveCaptionsFile(
  { raw, headers }: FastifyRequest,
  giveUp?: AbortSignal,
): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES + FORM_BYTES) throw tooLong();
  const trouble = new AbortController();
  const timer = setTimeout(() => trouble.abort(tooSlow()), TIMEOUT_MS).unref();
  let file: Promise<Buffer> | undefined;
  try {
    await readMultipart(
      raw,
      {
        file: (name, stream, { mimeType }) => {
          if (name !== 'captions_file') stream.resume();
          else if (file) throw fileRefused('Send one file at a time.');
          else if (mimeType !== 'application/json') throw fileRefused('Please select a JSON file');
          else {
            file = collect(stream);
            file.catch((error: unknown) => trouble.abort(error));
          }
        },
        field: () => undefined,
        tooMany: (what) => {
          throw fileRefused(`This request has too many ${what}. Send one file.`);
        },
      },
      {
        limits: LIMITS,
        mostBytes: MOST_BYTES + FORM_BYTES,
        signal: AbortSignal.any([trouble.signal, ...(giveUp ? [giveUp] : [])]),
      },
    );
  } finally {
    clearTimeout(timer);
  }
  if (!file) throw fileRefused('Please select a JSON file');
  return file;
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLong = () => fileRefused('The file is larger than 1 MB. Split it into several files.');

const tooSlow = () =>
  new DomainError(408, 'request_timeout', 'The upload came too slowly. Nothing was stored; try again.');

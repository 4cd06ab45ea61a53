import type { Readable } from 'node:stream';
import type { FileInfo } from 'busboy';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors';
import { endMultipart, openMultipart } from '../media/multipart';
import { fileRefused } from './captions-file';

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = MEGABYTE;

/** Envelope of a multipart body: boundaries, part headers, other fields. */
const ENVELOPE_BYTES = 64 * 1024;
const LIMITS = {
  fieldSize: 1024,
  fieldNameSize: 100,
  parts: 20,
  headerPairs: 50,
  fileSize: MOST_BYTES + 1,
};
const TIMEOUT_MS = 30_000;

/**
 * The bytes of the part `captions_file`; no more than a megabyte is ever held.
 * @throws DomainError 400, 408, 422; the body may be unread to its end then.
 */
export async function receiveCaptionsFile(request: FastifyRequest): Promise<Buffer> {
  const { raw, headers } = request;
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES + ENVELOPE_BYTES) throw tooLong();
  const parser = openMultipart(headers, { limits: LIMITS });
  const read = new Promise<Buffer>((resolve, reject) => {
    let file: Promise<Buffer> | undefined;
    parser.on('file', (field: string, stream: Readable, info: FileInfo) => {
      if (field !== 'captions_file') stream.resume();
      else if (file) reject(fileRefused('Send one file at a time.'));
      else if (info.mimeType !== 'application/json') reject(fileRefused('Please select a JSON file'));
      else {
        file = collect(stream);
        file.catch(reject);
      }
    });
    parser.on('partsLimit', () => reject(fileRefused('This request has too many parts. Send one file.')));
    parser.on('close', () => {
      if (file) resolve(file);
      else reject(fileRefused('Please select a JSON file'));
    });
    parser.on('error', () => reject(brokenOff()));
    raw.once('close', () => raw.readableEnded || reject(brokenOff()));
    const timer = setTimeout(() => reject(tooSlow()), TIMEOUT_MS).unref();
    raw.once('close', () => clearTimeout(timer));
  });
  raw.once('end', () => endMultipart(parser));
  raw.pipe(parser, { end: false });
  return read.catch((error: unknown) => {
    raw.unpipe(parser);
    parser.destroy();
    throw error;
  });
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

const tooLong = () => fileRefused('The file has more than 1 MB. Split it into several files.');

const brokenOff = () =>
  new DomainError(400, 'bad_request', 'The upload broke off before its end. Nothing was stored; try again.');

const tooSlow = () =>
  new DomainError(408, 'request_timeout', 'The upload came too slowly. Nothing was stored; try again.');

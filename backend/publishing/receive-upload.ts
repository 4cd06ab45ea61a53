import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy, type FileInfo } from 'busboy';
import type { FastifyRequest } from 'fastify';
import { DomainError, invalid, tooLarge, unsupportedMedia } from '../common/errors';
import { Mp4Boxes } from '../media/mp4-boxes';
import type { Channel } from './channel';

const MEGABYTE = 1024 * 1024;

/** Large pieces: a third of the calls and of the waking up, twice the rate of the defaults. */
const PIECE_BYTES = MEGABYTE;

const MOST_FILES = 20;
const MOST_FIELDS = 80;
const MOST_FIELD_BYTES = 8 * 1024;
const MOST_POSTER_BYTES = 200 * 1024;

/** Envelope of a multipart body: boundaries, part headers, fields. */
const ENVELOPE_BYTES = MEGABYTE;

const SLOWEST_BYTES_PER_SECOND = 8 * 1024;
const RATE_WINDOW_MS = 30_000;

export interface ReceivedFile {
  path: string;
  /** As the client named it, for sentences only; never part of a path. */
  name: string;
  sizeBytes: number;
  boxes: Mp4Boxes;
}

export interface ReceivedUpload {
  files: ReceivedFile[];
  posters: (Buffer | undefined)[];
  fields: { titles: string[]; descriptions: string[]; scheduled_for: string[] };
}

/**
 * Streams a multipart body to temporary files with bounded memory and refuses as early as the bytes allow.
 * The caller removes the files of the result; when this throws, none are left.
 * @throws DomainError 408, 413, 415, 422; nothing is kept then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  channel: Channel,
  dir: string,
): Promise<ReceivedUpload> {
  const { raw } = request;
  const parser = openParser(request, channel);
  const upload: ReceivedUpload = {
    files: [],
    posters: [],
    fields: { titles: [], descriptions: [], scheduled_for: [] },
  };
  const writes: Promise<void>[] = [];
  const failed = new Promise<never>((_, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      raw.unpipe(parser);
      parser.destroy();
    };
    parser.on('file', (field: string, stream: Readable, info: FileInfo) => {
      const write = receiveFile(field, stream, nameOf(info), channel, dir, upload);
      write.catch(fail);
      writes.push(write);
    });
    parser.on('field', (name: string, value: string, { valueTruncated }: { valueTruncated: boolean }) => {
      const field = name.replace(/\[\d*\]$/, '') as keyof ReceivedUpload['fields'];
      if (valueTruncated) fail(invalid({ [name]: [`${name} has more than ${MOST_FIELD_BYTES / 1024} KB.`] }));
      else if (Object.hasOwn(upload.fields, field)) upload.fields[field].push(value);
    });
    parser.on('filesLimit', () =>
      fail(tooLarge(`An upload takes at most ${MOST_FILES} files. Send the others in another one.`)),
    );
    parser.on('fieldsLimit', () => fail(tooLarge('This upload has too many fields.')));
    parser.on('partsLimit', () => fail(tooLarge('This upload has too many parts.')));
    parser.on('error', () => fail(brokenBody()));
    raw.once('close', () => {
      if (!raw.complete) fail(brokenBody());
    });
    raw.once('error', () => fail(brokenBody()));
    watchRate(request, fail);
  });
  failed.catch(() => undefined);
  const parsed = new Promise<void>((resolve) => parser.once('close', resolve));
  raw.pipe(parser);
  try {
    await Promise.race([parsed.then(() => Promise.all(writes)), failed]);
    return upload;
  } catch (error) {
    await Promise.allSettled(writes);
    await discard(upload);
    throw error;
  }
}

/** Removes what was received; what was taken over in the meantime is not there any more, and that is fine. */
export async function discard({ files }: ReceivedUpload): Promise<void> {
  await Promise.all(files.map(({ path }) => unlink(path).catch(() => undefined)));
}

function openParser(request: FastifyRequest, channel: Channel): Busboy {
  const { headers } = request;
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? ''))
    throw unsupportedMedia('This call takes files as multipart/form-data.');
  const most = MOST_FILES * channel.rules.maxBytes + ENVELOPE_BYTES;
  if (Number(headers['content-length'] ?? 0) > most)
    throw tooLarge(
      `A request takes at most ${MOST_FILES} files of ${channel.rules.maxBytes / MEGABYTE} MB each.`,
    );
  try {
    return busboy({
      headers,
      highWaterMark: PIECE_BYTES,
      fileHwm: PIECE_BYTES,
      defParamCharset: 'utf8',
      limits: {
        files: MOST_FILES * 2,
        fields: MOST_FIELDS,
        fieldSize: MOST_FIELD_BYTES,
        fieldNameSize: 100,
        parts: MOST_FIELDS + MOST_FILES * 2,
        headerPairs: 50,
        fileSize: channel.rules.maxBytes + 1,
      },
    });
  } catch {
    throw new DomainError(400, 'bad_request', 'The multipart body has no usable boundary.');
  }
}

async function receiveFile(
  field: string,
  stream: Readable,
  name: string,
  channel: Channel,
  dir: string,
  upload: ReceivedUpload,
): Promise<void> {
  const collection = field.replace(/\[\d*\]$/, '');
  if (collection === 'posters') return receivePoster(stream, upload);
  if (collection !== channel.collection) {
    stream.resume();
    throw invalid({ [field.slice(0, 100)]: [`Files are sent as ${channel.collection}[].`] });
  }
  if (upload.files.length >= MOST_FILES)
    throw tooLarge(`An upload takes at most ${MOST_FILES} files. Send the others in another one.`);
  const file: ReceivedFile = { path: join(dir, randomUUID()), name, sizeBytes: 0, boxes: new Mp4Boxes() };
  upload.files.push(file);
  const refuse = (sentence: string) => invalid({ [name]: [sentence] }, `${name}: ${sentence}`);
  const { rules } = channel;
  const handle = await open(file.path, 'wx', 0o600);
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        file.sizeBytes += chunk.length;
        file.boxes.push(chunk);
        if (file.boxes.container === null && 'container' in rules.sentences)
          throw refuse(rules.sentences.container);
        if (Math.max(file.sizeBytes, file.boxes.declaredBytes) > rules.maxBytes)
          throw refuse(rules.sentences.size);
        yield chunk;
      }
    },
    createWriteStream('', { fd: handle, highWaterMark: PIECE_BYTES, flush: true }),
  );
}

/** A picture for the list, made in the browser; never required, so one that is too large is left out. */
async function receivePoster(stream: Readable, { posters }: ReceivedUpload): Promise<void> {
  const place = posters.push(undefined) - 1;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MOST_POSTER_BYTES) chunks.push(chunk);
  }
  if (length > 0 && length <= MOST_POSTER_BYTES) posters[place] = Buffer.concat(chunks);
}

/** Control characters would break the sentence that names the file. */
function nameOf({ filename }: FileInfo): string {
  const name = (filename || 'file').replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return (name || 'file').slice(0, 255);
}

const brokenBody = () =>
  new DomainError(400, 'bad_request', 'The upload broke off before its end. Nothing was stored; try again.');

/** Node's own time limit counts the whole body and would end honest slow uploads; this one asks for a pulse. */
function watchRate({ raw }: FastifyRequest, fail: (error: Error) => void): void {
  let seen = raw.socket.bytesRead;
  const watch = setInterval(() => {
    const { bytesRead } = raw.socket;
    if (bytesRead - seen < (SLOWEST_BYTES_PER_SECOND * RATE_WINDOW_MS) / 1000)
      fail(
        new DomainError(
          408,
          'request_timeout',
          'The upload came too slowly and was given up. Nothing was stored; try again.',
        ),
      );
    seen = bytesRead;
  }, RATE_WINDOW_MS);
  watch.unref();
  const stop = () => clearInterval(watch);
  raw.once('end', stop);
  raw.once('close', stop);
}

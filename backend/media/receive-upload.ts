import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Busboy, FileInfo } from 'busboy';
import type { FastifyRequest } from 'fastify';
import { DomainError, invalid, tooLarge, unsupportedMedia } from '../common/errors';
import { FileLane } from './file-lane';
import { IncomingFile } from './incoming-file';
import { Mp4Boxes } from './mp4-boxes';
import { endMultipart, openMultipart } from './multipart';
import type { ImageRules, VideoRules } from './rules';

const MEGABYTE = 1024 * 1024;

/** Large pieces: a third of the calls and of the waking up, twice the rate of the defaults. */
const PIECE_BYTES = MEGABYTE;

const MOST_FILES = 20;
const MOST_FIELDS = 80;
const MOST_FIELD_BYTES = 8 * 1024;
const MOST_POSTER_BYTES = 200 * 1024;

/** Envelope of a multipart body: boundaries, part headers, fields. */
const ENVELOPE_BYTES = MEGABYTE;

/** More than the prober reads of a film behind its description: ffprobe's default `probesize` is 5,000,000. */
const PROBED_BYTES = 8 * MEGABYTE;

const SLOWEST_BYTES_PER_SECOND = 8 * 1024;
const RATE_WINDOW_MS = 30_000;

export interface ReceivedFile {
  path: string;
  /** As the client named it, for sentences only; never part of a path. */
  name: string;
  sizeBytes: number;
  boxes: Mp4Boxes;
  /** What the prober said when the description of the film was there, and the film still on its way. */
  early?: Promise<string | undefined>;
  /** Settles when the bytes are on the disk; until then they can be read, but not promised to anybody. */
  synced: Promise<void>;
}

/** What a call takes: the name of its file fields, with or without brackets, and the rules for them. */
export interface ExpectedFiles {
  collection: string;
  rules: VideoRules | ImageRules;
}

export interface Place {
  /** Where files are written while they come. */
  dir: string;
  /** Describes a film of which all is there that is read for that. */
  describe: (path: string) => Promise<string | undefined>;
}

export interface ReceivedUpload {
  files: ReceivedFile[];
  posters: (Buffer | undefined)[];
  /** By name without brackets, in the order they came. */
  fields: Record<string, string[] | undefined>;
}

/**
 * Streams a multipart body to temporary files with bounded memory and refuses as early as the bytes allow.
 * The caller removes the files of the result; when this throws, none are left.
 * @throws DomainError 408, 413, 415, 422; nothing is kept then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  expected: ExpectedFiles,
  place: Place,
): Promise<ReceivedUpload> {
  const { raw } = request;
  const parser = openParser(request, expected);
  const upload: ReceivedUpload = {
    files: [],
    posters: [],
    fields: {},
  };
  const lane = new FileLane(parser, request.headers['content-type'] ?? '');
  const gate = new Gate(raw);
  const writes: Promise<void>[] = [];
  const failed = new Promise<never>((_, reject) => {
    const fail = (error: Error) => {
      reject(error);
      gate.abandon();
      raw.off('data', feed);
      parser.destroy();
    };
    const feed = (chunk: Buffer) => {
      if (!lane.push(chunk)) parser.once('drain', gate.shut());
    };
    raw.on('data', feed);
    raw.once('end', () => endMultipart(parser));
    parser.on('file', (field: string, stream: Readable, info: FileInfo) => {
      const write = receiveFile(field, stream, nameOf(info), expected, { place, upload, lane, gate });
      write.catch((error: unknown) => fail(error as Error));
      writes.push(write);
    });
    parser.on('field', (name: string, value: string, { valueTruncated }: { valueTruncated: boolean }) => {
      const field = name.replace(/\[\d*\]$/, '');
      if (valueTruncated) fail(invalid({ [name]: [`${name} has more than ${MOST_FIELD_BYTES / 1024} KB.`] }));
      else if (/^[a-z_]+$/.test(field)) (upload.fields[field] ??= []).push(value);
    });
    parser.on('filesLimit', () =>
      fail(tooLarge(`An upload takes at most ${MOST_FILES} files. Send the others in another one.`)),
    );
    parser.on('fieldsLimit', () => fail(tooLarge('This upload has too many fields.')));
    parser.on('partsLimit', () => fail(tooLarge('This upload has too many parts.')));
    parser.on('error', () => fail(brokenBody()));
    raw.once('close', () => {
      // All of it can have come and yet not have been read.
      if (!raw.readableEnded) fail(brokenBody());
    });
    raw.once('error', () => fail(brokenBody()));
    watchRate(request, fail);
  });
  failed.catch(() => undefined);
  const parsed = new Promise<void>((resolve) => parser.once('close', resolve));
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
  await Promise.all(
    files.map(async ({ path, synced }) => {
      await synced.catch(() => undefined);
      await unlink(path).catch(() => undefined);
    }),
  );
}

function openParser(request: FastifyRequest, expected: ExpectedFiles): Busboy {
  const { headers } = request;
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? ''))
    throw unsupportedMedia('This call takes files as multipart/form-data.');
  const most = MOST_FILES * expected.rules.maxBytes + ENVELOPE_BYTES;
  if (Number(headers['content-length'] ?? 0) > most)
    throw tooLarge(
      `A request takes at most ${MOST_FILES} files of ${expected.rules.maxBytes / MEGABYTE} MB each.`,
    );
  return openMultipart(headers, {
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
      fileSize: expected.rules.maxBytes + 1,
    },
  });
}

async function receiveFile(
  field: string,
  stream: Readable,
  name: string,
  expected: ExpectedFiles,
  { place, upload, lane, gate }: { place: Place; upload: ReceivedUpload; lane: FileLane; gate: Gate },
): Promise<void> {
  const collection = field.replace(/\[\d*\]$/, '');
  if (collection === 'posters') return receivePoster(stream, upload);
  if (collection !== expected.collection) {
    stream.resume();
    throw invalid({ [field.slice(0, 100)]: [`Files are sent as ${expected.collection}[].`] });
  }
  if (upload.files.length >= MOST_FILES)
    throw tooLarge(`An upload takes at most ${MOST_FILES} files. Send the others in another one.`);
  const file: ReceivedFile = {
    path: join(place.dir, randomUUID()),
    name,
    sizeBytes: 0,
    boxes: new Mp4Boxes(),
    synced: Promise.resolve(),
  };
  upload.files.push(file);
  let goOn: (() => void) | undefined;
  const { target, ended } = open(file, stream, () => {
    goOn?.();
    goOn = undefined;
  });
  const { rules } = expected;
  const refuse = (sentence: string) =>
    stream.destroy(invalid({ [name]: [sentence] }, `${name}: ${sentence}`));
  const take = (bytes: Buffer) => {
    if (stream.destroyed) return;
    file.sizeBytes += bytes.length;
    file.boxes.push(bytes);
    if (file.boxes.container === null && 'containers' in rules) refuse(rules.sentences.container);
    else if (Math.max(file.sizeBytes, 'containers' in rules ? file.boxes.declaredBytes : 0) > rules.maxBytes)
      refuse(rules.sentences.size);
    else target.write(bytes);
    if (target.isFull) goOn ??= gate.shut();
    if (!file.early && target.storedBytes >= (file.boxes.movieEnd ?? Infinity) + PROBED_BYTES)
      file.early = describeEarly(file, place);
  };
  stream.on('data', (bytes: Buffer) => lane.parsed(bytes, take));
  try {
    await ended;
    await target.finish();
  } catch (error) {
    await target.abandon();
    throw error;
  }
  file.synced = target.sync();
  file.synced.catch(() => undefined);
}

/** While the rest comes in there is time for it. The end can show that it has to be asked again. */
function describeEarly({ path }: ReceivedFile, { describe }: Place): Promise<string | undefined> {
  const early = describe(path);
  early.catch(() => undefined);
  return early;
}

/** A file to write into; whatever goes wrong with it goes wrong with its part of the body. */
function open(
  { path }: ReceivedFile,
  stream: Readable,
  onRoom: () => void,
): { target: IncomingFile; ended: Promise<void> } {
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve);
    stream.once('error', reject);
    // Given up when all of it had been parsed and not all of it taken, it has no error to tell of.
    stream.once('close', () => reject(brokenBody()));
  });
  ended.catch(() => undefined);
  return { target: new IncomingFile(path, onRoom, (error) => stream.destroy(error as Error)), ended };
}

/** A body comes in while nobody who takes it asks for a pause. */
class Gate {
  private shutters = 0;
  private abandoned = false;

  constructor(private readonly body: Readable) {}

  /** @returns what lets the body go on. */
  shut(): () => void {
    if (this.shutters++ === 0) this.body.pause();
    return () => {
      if (--this.shutters === 0 && !this.abandoned) this.body.resume();
    };
  }

  /** From now on it is another's to read or to leave. */
  abandon(): void {
    this.abandoned = true;
  }
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

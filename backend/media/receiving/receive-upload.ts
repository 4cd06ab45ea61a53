import { unlink } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Busboy, FieldInfo, FileInfo } from 'busboy';
import type { FastifyRequest } from 'fastify';
import { invalid, tooLarge, unsupportedMedia } from '../../common/errors/errors';
import { MultipartFastPath } from './multipart-fast-path';
import type { Backpressure } from './backpressure';
import { nameOfPart } from './file-name';
import { readMultipart, type PartHandlers } from './multipart';
import { Posters } from '../pictures/posters';
import { newFile, receiveFile, type Place, type ReceivedFile } from './receive-file';
import type { ImageRules, VideoRules } from '../rules';
import { watchRate } from './upload-rate';

const MEGABYTE = 1024 * 1024;

/** Larger pieces take a third of the calls and wake-ups, at twice the rate of the defaults. */
const PIECE_BYTES = MEGABYTE;

const MOST_FILES = 20;
/** Three for each file, and the accounts. */
const MOST_FIELDS = 200;
/** The longest description, of characters of four bytes each, and blanks around it. */
const MOST_FIELD_BYTES = 9 * 1024;
const LIMITS = {
  files: MOST_FILES * 2,
  fields: MOST_FIELDS,
  fieldSize: MOST_FIELD_BYTES,
  fieldNameSize: 100,
  parts: MOST_FIELDS + MOST_FILES * 2,
  headerPairs: 50,
};

/** How far a body is read on for further files when its first one breaks a rule, and the longest pause meanwhile. */
const MOST_READ_ON = 16 * MEGABYTE;
const LONGEST_PAUSE_MS = 2_000;

/** Envelope of a multipart body: boundaries, part headers, fields. */
const FORM_BYTES = MEGABYTE;

/** The file fields that a call takes, with or without brackets, and the rules for their files. */
export interface ExpectedFiles {
  collection: string;
  rules: VideoRules | ImageRules;
  /** The call takes one file; a second one is refused. */
  single?: boolean;
}

export interface ReceivedUpload {
  files: ReceivedFile[];
  posters: Posters;
  /** By name without brackets, in order of arrival. Has no prototype, because a field may have any name. */
  fields: Record<string, string[] | undefined>;
  /** As in `Place`. */
  signal?: AbortSignal;
}

/**
 * Streams a multipart body to temporary files with bounded memory. A file that breaks a rule while it comes is marked,
 * and the others are read; a call that takes one file refuses as early as the bytes allow. The caller removes the files of
 * the result; when this throws, none are left.
 * @throws DomainError 400, 408, 413, 415, 422; nothing is kept then.
 */
export async function receiveUpload(
  { raw, headers }: FastifyRequest,
  expected: ExpectedFiles,
  place: Place,
): Promise<ReceivedUpload> {
  refuseByHeaders(headers, expected);
  const reception = new Reception(headers['content-type'] ?? '', expected, place);
  const { trouble, writes, upload } = reception;
  const giveUp = () => trouble.abort(place.signal?.reason);
  if (place.signal?.aborted) giveUp();
  place.signal?.addEventListener('abort', giveUp);
  watchRate(raw, (error) => trouble.abort(error));
  try {
    await readMultipart(raw, reception, {
      limits: { ...LIMITS, fileSize: expected.rules.maxBytes + 1 },
      pieceBytes: PIECE_BYTES,
      mostBytes: mostBytes(expected),
      through: (parser) => reception.through(parser),
      signal: trouble.signal,
    });
    await Promise.all(writes);
    return upload;
  } catch (error) {
    await Promise.allSettled(writes);
    await discard(upload);
    throw error;
  } finally {
    place.signal?.removeEventListener('abort', giveUp);
    reception.end();
  }
}

/** Removes the received files. Files that were moved elsewhere meanwhile are ignored. */
export async function discard({ files, posters }: ReceivedUpload): Promise<void> {
  posters.release();
  await Promise.all(
    files.map(async ({ path, synced }) => {
      await synced.catch(() => undefined);
      await unlink(path).catch(() => undefined);
    }),
  );
}

/** Receives the parts of one upload. */
class Reception implements PartHandlers {
  readonly upload: ReceivedUpload;
  readonly writes: Promise<void>[] = [];
  /** Aborts the upload. */
  readonly trouble = new AbortController();
  /** Set while the only file so far is one that breaks a rule. */
  private readingOn?: { bytes: number; pause: NodeJS.Timeout };
  private lane?: MultipartFastPath;

  constructor(
    private readonly contentType: string,
    private readonly expected: ExpectedFiles,
    private readonly place: Place,
  ) {
    const fields = Object.create(null) as ReceivedUpload['fields'];
    this.upload = { files: [], posters: new Posters(), fields, signal: place.signal };
  }

  through(parser: Busboy): (chunk: Buffer) => boolean {
    const lane = (this.lane = new MultipartFastPath(parser, this.contentType));
    return (chunk) => {
      this.readOn(chunk.length);
      return lane.push(chunk);
    };
  }

  /** Nothing is waited for any more. */
  end(): void {
    clearTimeout(this.readingOn?.pause);
    this.readingOn = undefined;
  }

  /** The others are read, too, so that all can be named; but whoever sends one file learns early that it is refused. */
  private noteViolation(file: ReceivedFile): void {
    if (this.expected.single) this.refuse(file);
    else if (this.upload.files.length === 1)
      this.readingOn = { bytes: 0, pause: setTimeout(() => this.refuse(file), LONGEST_PAUSE_MS) };
  }

  private readOn(bytes: number): void {
    const [file] = this.upload.files;
    if (!this.readingOn || !file) return;
    this.readingOn.bytes += bytes;
    if (this.readingOn.bytes > MOST_READ_ON) this.refuse(file);
    else this.readingOn.pause.refresh();
  }

  private refuse({ name, violation = '' }: ReceivedFile): void {
    this.trouble.abort(invalid({ [name]: [violation] }, `${name}: ${violation}`));
  }

  file(field: string, stream: Readable, info: FileInfo, backpressure: Backpressure): void {
    const { upload, expected, place, lane } = this;
    const collection = withoutIndex(field);
    if (/^posters?$/.test(collection)) {
      if (upload.posters.pictures.length >= MOST_FILES) throw tooManyFiles();
      this.keepTrack(upload.posters.receive(stream));
      return;
    }
    if (collection !== expected.collection)
      throw invalid({
        [field.slice(0, 100)]: [
          expected.single
            ? `Send the file as ${expected.collection}.`
            : `Files are sent as ${expected.collection}[].`,
        ],
      });
    if (expected.single && upload.files.length > 0)
      throw invalid({ [collection]: [`Send one file at a time, as ${collection}.`] });
    if (upload.files.length >= MOST_FILES) throw tooManyFiles();
    const file = newFile(place, nameOfPart(info));
    upload.files.push(file);
    this.end();
    const onViolation = () => this.noteViolation(file);
    this.keepTrack(receiveFile(file, stream, expected.rules, { place, backpressure, lane, onViolation }));
  }

  field(name: string, value: string, { valueTruncated }: FieldInfo): void {
    const field = withoutIndex(name);
    if (valueTruncated)
      throw invalid({ [name.slice(0, 100)]: [`${field} has more than ${MOST_FIELD_BYTES / 1024} KB.`] });
    if (/^[a-z_]+$/.test(field)) (this.upload.fields[field] ??= []).push(value.toWellFormed());
  }

  tooMany(what: 'files' | 'fields' | 'parts'): void {
    throw what === 'files' ? tooManyFiles() : tooLarge(`This upload has too many ${what}.`);
  }

  private keepTrack(write: Promise<void>): void {
    write.catch((error: unknown) => this.trouble.abort(error));
    this.writes.push(write);
  }
}

const withoutIndex = (field: string): string => field.replace(/\[\d*\]$/, '');

const tooManyFiles = () =>
  tooLarge(`An upload takes at most ${MOST_FILES} files. Send the others in another one.`);

/** No larger body could meet the rules. */
const mostBytes = ({ rules }: ExpectedFiles): number => MOST_FILES * rules.maxBytes + FORM_BYTES;

/** For a request without the file that it is about. */
export const noFile = ({ collection, single }: ExpectedFiles) =>
  invalid({
    [collection]: [
      single
        ? `Choose a ${collection} and send it as ${collection}.`
        : `Choose at least one file and send it as ${collection}[].`,
    ],
  });

function refuseByHeaders(headers: IncomingHttpHeaders, expected: ExpectedFiles): void {
  const type = headers['content-type'];
  // Only a request without a body gets here without a type.
  if (type === undefined) throw noFile(expected);
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw unsupportedMedia('This call takes files as multipart/form-data.');
  if (Number(headers['content-length'] ?? 0) > mostBytes(expected))
    throw tooLarge(
      `A request takes at most ${MOST_FILES} files of ${expected.rules.maxBytes / MEGABYTE} MB each.`,
    );
}

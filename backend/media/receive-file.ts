import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileInfo } from 'busboy';
import { invalid } from '../common/errors';
import type { FileLane } from './file-lane';
import type { Gate } from './gate';
import { IncomingFile } from './incoming-file';
import { claimsTooMuch } from './movie-claims';
import { Mp4Boxes } from './mp4-boxes';
import { brokenBody, guardedBy } from './multipart';
import type { ImageRules, VideoRules } from './rules';

/** More than the prober reads of a film behind its description: ffprobe's default `probesize` is 5,000,000. */
const PROBED_BYTES = 8 * 1024 * 1024;

const LONGEST_NAME = 255;

export interface ReceivedFile {
  path: string;
  /** As the client named it, for sentences only; never part of a path. */
  name: string;
  sizeBytes: number;
  boxes: Mp4Boxes;
  /** What the prober said when the description of the film was there, and the film still on its way. */
  early?: Promise<string | undefined>;
  /** As in `Place`. */
  describe: Place['describe'];
  /** Settles when the bytes are on the disk; until then they can be read, but not promised to anybody. */
  synced: Promise<void>;
}

export interface Place {
  /** Where files are written while they come. */
  dir: string;
  /** Describes a film of which all is there that is read for that. */
  describe: (path: string) => Promise<string | undefined>;
  /** Before bytes are written: what to refuse them with, if there is no room for them. */
  take?: (bytes: number) => Error | undefined;
  /** Gives the upload up, with the reason. */
  signal?: AbortSignal;
}

interface Way {
  place: Place;
  gate: Gate;
  lane?: FileLane;
}

export const newFile = ({ dir, describe }: Place, name: string): ReceivedFile => ({
  path: join(dir, randomUUID()),
  name,
  sizeBytes: 0,
  boxes: new Mp4Boxes(),
  describe,
  synced: Promise.resolve(),
});

/** Control characters would break the sentence that names the file, half a character that of others. */
export function nameOf({ filename }: FileInfo): string {
  const name = (filename || 'file')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return (name || 'file').slice(0, LONGEST_NAME).toWellFormed();
}

/** Writes the file as it comes. When this throws, the file is closed and may be there in part. */
export async function receiveFile(
  file: ReceivedFile,
  stream: Readable,
  rules: VideoRules | ImageRules,
  { place, gate, lane }: Way,
): Promise<void> {
  let goOn: (() => void) | undefined;
  const { target, ended } = open(file, stream, () => {
    goOn?.();
    goOn = undefined;
  });
  const take = (bytes: Buffer) => {
    if (stream.destroyed) return;
    file.sizeBytes += bytes.length;
    file.boxes.push(bytes);
    const sentence = violation(rules, file);
    if (sentence) stream.destroy(invalid({ [file.name]: [sentence] }, `${file.name}: ${sentence}`));
    else {
      const noRoom = place.take?.(bytes.length);
      if (noRoom) stream.destroy(noRoom);
      else target.write(bytes);
    }
    if (target.isFull) goOn ??= gate.shut();
    if (!file.early && target.storedBytes >= (file.boxes.movieEnd ?? Infinity) + PROBED_BYTES)
      file.early = describeEarly(file, rules, place);
  };
  const guarded = guardedBy((error) => stream.destroy(error));
  stream.on(
    'data',
    guarded((bytes: Buffer) => {
      if (lane) lane.parsed(bytes, take);
      else take(bytes);
    }),
  );
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

/** What is known to be wrong by the bytes so far. */
function violation(rules: VideoRules | ImageRules, { sizeBytes, boxes }: ReceivedFile): string | undefined {
  const isVideo = 'containers' in rules;
  if (isVideo && boxes.container === null) return rules.sentences.container;
  const bytes = Math.max(sizeBytes, isVideo ? boxes.declaredBytes : 0);
  return bytes > rules.maxBytes ? rules.sentences.size : undefined;
}

/** While the rest comes in there is time for it. The end can show that it has to be asked again. */
function describeEarly(
  { path }: ReceivedFile,
  { maxBytes }: VideoRules | ImageRules,
  { describe }: Place,
): Promise<string | undefined> {
  const early = claimsTooMuch(path, maxBytes).then((refused) => (refused ? undefined : describe(path)));
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

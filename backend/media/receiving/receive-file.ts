import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { MultipartFastPath } from './multipart-fast-path';
import type { Backpressure } from './backpressure';
import { IncomingFile } from './incoming-file';
import { claimsTooMuch } from '../mp4/mp4-claims';
import { Mp4Boxes } from '../mp4/mp4-boxes';
import { FORMAT_BYTES, formatOf } from '../pictures/inspect-image';
import { brokenBody, guardedBy } from './multipart';
import { imageViolation, type ImageRules, type VideoRules } from '../rules';

/** More than the prober reads of a film after its description: ffprobe's default `probesize` is 5,000,000. */
const PROBED_BYTES = 8 * 1024 * 1024;

export interface ReceivedFile {
  path: string;
  /** The name given by the client. Used in sentences only, never as part of a path. */
  name: string;
  sizeBytes: number;
  /** The rule that its bytes broke while they came. None of them is kept. */
  violation?: string;
  boxes: Mp4Boxes;
  /** The first bytes, which tell the format of a picture. */
  head: Buffer;
  /** The prober's answer from when the film's description had arrived and the rest was still on its way. */
  early?: Promise<string | undefined>;
  /** As in `Place`. */
  describe: Place['describe'];
  /** Settles when the bytes are on the disk. Until then they can be read, but must not be acknowledged. */
  synced: Promise<void>;
}

export interface Place {
  /** Folder for files that are coming in. */
  dir: string;
  /** Describes a film once everything that the prober reads has arrived. */
  describe: (path: string) => Promise<string | undefined>;
  /** Called before bytes are written. @returns the error to refuse them with if there is no room. */
  take?: (bytes: number) => Error | undefined;
  /** Aborts the upload, with the reason. */
  signal?: AbortSignal;
}

interface Way {
  place: Place;
  backpressure: Backpressure;
  lane?: MultipartFastPath;
  /** Called once, when the file turns out to break a rule. */
  onViolation: () => void;
}

export const newFile = ({ dir, describe }: Place, name: string): ReceivedFile => ({
  path: join(dir, randomUUID()),
  name,
  sizeBytes: 0,
  boxes: new Mp4Boxes(),
  head: Buffer.alloc(0),
  describe,
  synced: Promise.resolve(),
});

/**
 * Writes the file as it comes, up to the byte that breaks a rule. When this throws, the file is closed and may exist in
 * part.
 */
export async function receiveFile(
  file: ReceivedFile,
  stream: Readable,
  rules: VideoRules | ImageRules,
  { place, backpressure, lane, onViolation }: Way,
): Promise<void> {
  let goOn: (() => void) | undefined;
  const { target, ended } = open(file, stream, () => {
    goOn?.();
    goOn = undefined;
  });
  let dropping: Promise<void> | undefined;
  const take = (bytes: Buffer) => {
    if (stream.destroyed || dropping) return;
    file.sizeBytes += bytes.length;
    file.boxes.push(bytes);
    const missing = FORMAT_BYTES - file.head.length;
    if (missing > 0) file.head = Buffer.concat([file.head, bytes.subarray(0, missing)]);
    file.violation = violation(rules, file);
    if (file.violation !== undefined) {
      dropping = drop(file, target);
      dropping.catch(() => undefined);
      onViolation();
      return;
    }
    const noRoom = place.take?.(bytes.length);
    if (noRoom) stream.destroy(noRoom);
    else target.write(bytes);
    if (target.isFull) goOn ??= backpressure.shut();
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
    if (!dropping) await target.finish();
  } catch (error) {
    await (dropping ?? target.abandon());
    throw error;
  }
  if (dropping) {
    await dropping;
    return;
  }
  file.synced = target.sync();
  file.synced.catch(() => undefined);
}

async function drop({ path }: ReceivedFile, target: IncomingFile): Promise<void> {
  await target.abandon();
  await unlink(path).catch(() => undefined);
}

/** The rule that the bytes so far are known to break. */
function violation(
  rules: VideoRules | ImageRules,
  { sizeBytes, boxes, head }: ReceivedFile,
): string | undefined {
  // Their other rules come after these two.
  if ('formats' in rules)
    return sizeBytes > rules.maxBytes
      ? imageViolation(rules, { sizeBytes, format: formatOf(head), picture: null })
      : undefined;
  if (boxes.container === null) return rules.sentences.container;
  return Math.max(sizeBytes, boxes.declaredBytes) > rules.maxBytes ? rules.sentences.size : undefined;
}

/** Probes while the rest comes in. The end of the file can show that it must be probed again. */
function describeEarly(
  { path }: ReceivedFile,
  { maxBytes }: VideoRules | ImageRules,
  { describe }: Place,
): Promise<string | undefined> {
  const early = claimsTooMuch(path, maxBytes).then((refused) => (refused ? undefined : describe(path)));
  early.catch(() => undefined);
  return early;
}

/** Opens the file to write into. An error of the file also ends its part of the body. */
function open(
  { path }: ReceivedFile,
  stream: Readable,
  onRoom: () => void,
): { target: IncomingFile; ended: Promise<void> } {
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve);
    stream.once('error', reject);
    // If the part was given up after it was parsed but before it was taken, it reports no error.
    stream.once('close', () => reject(brokenBody()));
  });
  ended.catch(() => undefined);
  return { target: new IncomingFile(path, onRoom, (error) => stream.destroy(error as Error)), ended };
}

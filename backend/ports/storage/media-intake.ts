import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Counts } from '../../common/metrics/counts';
import type { LabelsOf } from '../../common/metrics/declarations';
import { isDatabaseAway } from '../../common/errors/database-away';
import { DomainError, invalid } from '../../common/errors/errors';
import { inOneLine } from '../../common/fields/one-line';
import { LONGEST_TITLE } from '../../common/fields/title';
import { DatabaseAway } from '../../database/database-errors';
import { decodingRefusal } from '../../media/pictures/decode-photo';
import { fingerprintOf } from '../../media/fingerprint';
import { inspectVideo } from '../../media/inspect';
import { inspectBytes, inspectImage } from '../../media/pictures/inspect-image';
import { MEGAPIXEL, MOST_MEGAPIXELS } from '../../media/pictures/open-picture';
import { linkOrCopy } from '../../media/receiving/link-or-copy';
import { Prober } from '../../media/prober/prober';
import type { ReceivedFile } from '../../media/receiving/receive-file';
import {
  discard,
  receiveUpload,
  type ExpectedFiles,
  type ReceivedUpload,
} from '../../media/receiving/receive-upload';
import {
  imageViolation,
  videoViolation,
  type ImageFormat,
  type ImageRules,
  type VideoFacts,
  type VideoRules,
} from '../../media/rules';
import { UploadRoom, type Filling } from '../../media/receiving/upload-room';
import { OngoingUploads } from '../../media/receiving/ongoing-uploads';
import { copyStored } from './copy-stored';
import { newKey, type Extension } from './media-key';
import { MediaMissing, Storage } from './storage';

const EXTENSIONS: Record<ImageFormat, Extension> = { jpeg: 'jpg', png: 'png', gif: 'gif' };

type UploadResult = LabelsOf<'pagecast_uploads_total'>['result'];

/** What is stored about a file besides its bytes; pixels as displayed. */
export interface Picture {
  width: number;
  height: number;
  durationMs: number | null;
  extension: Extension;
  /** As `fingerprintOf` computes it. */
  fingerprint: string;
}

/** Turns received files into stored ones: finds out what they really are, and stores them. */
@Injectable()
export class MediaIntake {
  constructor(
    private readonly storage: Storage,
    private readonly prober: Prober,
    private readonly underWay: OngoingUploads,
    private readonly room: UploadRoom,
    private readonly counts: Counts,
  ) {}

  /**
   * Receives an upload and passes it to `keep`. Files that `keep` does not store are deleted afterwards, whatever
   * happens.
   * @throws DomainError 400, 408, 413, 415, 422, 429, 503, 507; nothing is stored then.
   */
  async receive<T>(
    request: FastifyRequest,
    expected: ExpectedFiles,
    filling: Filling,
    keep: (upload: ReceivedUpload) => Promise<T>,
  ): Promise<T> {
    let result: UploadResult = 'stored';
    try {
      return await this.receiveWhole(request, expected, filling, keep);
    } catch (error) {
      result = request.raw.socket.destroyed ? 'broken_off' : resultOf(error);
      throw error;
    } finally {
      this.counts.add('pagecast_uploads_total', { result });
    }
  }

  private receiveWhole<T>(
    request: FastifyRequest,
    expected: ExpectedFiles,
    filling: Filling,
    keep: (upload: ReceivedUpload) => Promise<T>,
  ): Promise<T> {
    return this.underWay.run(request.raw, async (signal) => {
      await this.storage.prepare();
      if ('containers' in expected.rules) await this.prober.refuseWithout();
      const dir = this.storage.incomingDir;
      const share = await this.room.enter(dir, filling);
      let isKept = false;
      try {
        const upload = await receiveUpload(request, expected, {
          dir,
          signal,
          take: (bytes) => {
            this.counts.add('pagecast_upload_received_bytes_total', {}, bytes);
            return share.take(bytes);
          },
          describe: (path) => this.prober.describe(path, filling.user, { signal }),
        });
        try {
          // Before anything else that may be wrong with the request.
          if (upload.files.some(({ violation }) => violation !== undefined))
            await this.examine(expected.rules, upload, filling.user);
          share.settle();
          const result = await keep(upload);
          isKept = true;
          return result;
        } finally {
          await discard(upload);
        }
      } finally {
        share.leave(isKept);
      }
    });
  }

  /** @throws DomainError 422 that names each file with the first rule that it breaks */
  async examine(
    rules: VideoRules | ImageRules,
    { files, signal }: Pick<ReceivedUpload, 'files' | 'signal'>,
    user: number,
  ): Promise<Picture[]> {
    const seen = await Promise.all(files.map((file) => this.look(rules, file, { user, signal })));
    const broken = new Map<string, string[]>();
    seen.forEach((each, n) => {
      const { name } = files[n] as ReceivedFile;
      if (typeof each === 'string') broken.set(name, [...(broken.get(name) ?? []), each]);
    });
    const [first] = broken;
    if (first) throw invalid(Object.fromEntries(broken), `${first[0]}: ${first[1][0]}`);
    const pictures = seen as Omit<Picture, 'fingerprint'>[];
    const prints = await Promise.all(files.map(({ path, sizeBytes }) => fingerprintOf(path, sizeBytes)));
    return pictures.map((picture, n) => ({ ...picture, fingerprint: prints[n] as string }));
  }

  /** @returns the sentence of the first rule that it breaks, if any */
  private async look(
    rules: VideoRules | ImageRules,
    file: ReceivedFile,
    { user, signal }: { user: number; signal?: AbortSignal },
  ): Promise<Omit<Picture, 'fingerprint'> | string> {
    if (file.violation !== undefined) return file.violation;
    if ('formats' in rules) {
      const facts = await inspectImage(file.path, file.sizeBytes);
      const violation = imageViolation(rules, facts);
      if (violation !== undefined) return violation;
      const undecodable = await decodingRefusal(file.path, facts, user, signal);
      if (undecodable !== undefined) return undecodable;
      const picture = facts.picture as { width: number; height: number };
      return { ...picture, durationMs: null, extension: EXTENSIONS[facts.format as ImageFormat] };
    }
    const facts = await inspectVideo(file, file.describe);
    const { picture, container } = facts;
    return (
      videoViolation(rules, facts) ?? {
        ...(picture as NonNullable<VideoFacts['picture']>),
        extension: container as 'mp4' | 'mov',
      }
    );
  }

  /**
   * Stores the file; durable when it resolves. `kept` receives the key before anything is stored, so that a failure can
   * be undone.
   */
  async keep({ path, synced }: ReceivedFile, { extension }: Picture, kept: string[]): Promise<string> {
    const [key] = await Promise.all([this.put(path, extension, kept), synced]);
    return key;
  }

  /** Like `keep`, that many times, under keys of their own: each can be deleted without the others. */
  async keepTimes(times: number, file: ReceivedFile, picture: Picture, kept: string[]): Promise<string[]> {
    const keys: string[] = [];
    for (let n = 1; n < times; n++) {
      const path = join(this.storage.incomingDir, randomUUID());
      try {
        await linkOrCopy(file.path, path);
        keys.push(await this.put(path, picture.extension, kept));
      } finally {
        // Still there only if it was not stored.
        await unlink(path).catch(() => undefined);
      }
    }
    return [...keys, await this.keep(file, picture, kept)];
  }

  /** Stores the browser's poster, a JPEG. @returns null for anything else, because a poster is optional. */
  async keepPoster(poster: Buffer | undefined, kept: string[]): Promise<string | null> {
    if (!poster || !(await isJpegToShow(poster))) return null;
    const path = join(this.storage.incomingDir, randomUUID());
    try {
      await writeFile(path, poster, { mode: 0o600, flush: true });
      return await this.put(path, 'jpg', kept);
    } finally {
      await unlink(path).catch(() => undefined);
    }
  }

  /** Stores a stored file once more, under a key of its own. @throws MediaMissing, StorageAway */
  async copy(key: string, kept: string[]): Promise<string> {
    await this.storage.prepare();
    return copyStored(this.storage, key, kept);
  }

  /** Like `copy`. @returns null when it is missing: a poster is optional, and may be replaced just now. */
  async copyPoster(key: string | null, kept: string[]): Promise<string | null> {
    if (key === null) return null;
    try {
      return await this.copy(key, kept);
    } catch (error) {
      if (error instanceof MediaMissing) return null;
      throw error;
    }
  }

  /**
   * Removes files whose rows could not be written. If the database did not answer, the rows may exist: the files stay,
   * and the sweep removes those that no row names.
   */
  async undo(kept: string[], why: unknown): Promise<void> {
    if (isDatabaseAway(why) || why instanceof DatabaseAway) return;
    await Promise.all(kept.map((key) => this.storage.delete(key)));
  }

  private async put(path: string, extension: Extension, kept: string[]): Promise<string> {
    const key = newKey(extension);
    kept.push(key);
    await this.storage.put(path, key);
    return key;
  }
}

/** Whose fault it was that nothing was stored. */
function resultOf(error: unknown): UploadResult {
  if (isDatabaseAway(error)) return 'unavailable';
  if (!(error instanceof DomainError)) return 'failed';
  return error.statusCode >= 500 ? 'unavailable' : 'refused';
}

/** The given title, else the file's name without its extension, cut to the longest title. */
export function titleOf(given: string | undefined, fileName: string): string {
  const title = inOneLine(given ?? '');
  const name = inOneLine(fileName.replace(/\.[^.]{1,5}$/, ''));
  const whole = (title || name || 'Untitled').toWellFormed();
  return Array.from(whole).slice(0, LONGEST_TITLE).join('');
}

/** Browsers decode it, so a few bytes must not make them hold any number of pixels. */
async function isJpegToShow(bytes: Buffer): Promise<boolean> {
  const { format, picture } = await inspectBytes(bytes);
  if (format !== 'jpeg' || !picture) return false;
  return picture.width * picture.height <= MOST_MEGAPIXELS * MEGAPIXEL;
}

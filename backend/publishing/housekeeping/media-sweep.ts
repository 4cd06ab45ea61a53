import { Injectable, Logger } from '@nestjs/common';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Counts } from '../../common/metrics/counts';
import { Database } from '../../database/database';
import { query } from '../../database/tables';
import { Storage, type Removed } from '../../ports/storage/storage';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Age below which a file without a row may belong to an upload that is still under way. */
const MAY_BE_UNDER_WAY_MS = 2 * HOUR_MS;

/** How long swept files can be restored from the trash. */
const TRASH_KEPT_MS = 7 * DAY_MS;

/**
 * More unknown files than both this number and this share of all files are not leftovers of broken uploads: something
 * else is wrong, and nothing is swept.
 */
export const FEW = 20;
const SMALL_SHARE = 0.05;

const KEYS_AT_ONCE = 100;

interface SweepOptions {
  /** Sweeps any number of files. */
  all?: boolean;
  isStopped?: () => boolean;
}

/** Removes what a kill at the wrong moment leaves in the storage: parts of uploads, and files that no row names. */
@Injectable()
export class MediaSweep {
  private readonly log = new Logger('MediaSweep');
  /** When this process last ended a sweep, in ms. */
  endedAt?: number;

  constructor(
    private readonly db: Database,
    private readonly storage: Storage,
    private readonly counts: Counts = new Counts(),
  ) {}

  /** @returns what was moved into the trash. */
  async sweep({ all = false, isStopped = () => false }: SweepOptions = {}): Promise<Removed> {
    const presence = await this.storage.presence();
    if (presence !== 'here') {
      this.log.warn(
        { storage: presence },
        'nothing is swept: the media storage is not the one of this installation',
      );
      return { files: 0, bytes: 0 };
    }
    const parts = await this.storage.sweepIncoming(MAY_BE_UNDER_WAY_MS);
    const swept = await this.sweepUnknown(all, isStopped);
    const ended = await this.storage.emptyTrash(TRASH_KEPT_MS);
    this.count('upload_parts', parts);
    this.count('media', swept);
    this.count('trash', ended);
    this.endedAt = Date.now();
    if (parts.files + swept.files + ended.files === 0) return swept;
    this.log.log(
      {
        files: swept.files,
        bytes: swept.bytes,
        parts_of_uploads: parts.files,
        parts_bytes: parts.bytes,
        left_trash: ended.files,
        left_trash_bytes: ended.bytes,
      },
      'media were swept into the trash',
    );
    return swept;
  }

  private count(what: 'media' | 'upload_parts' | 'trash', { files, bytes }: Removed): void {
    this.counts.add('pagecast_swept_files_total', { what }, files);
    this.counts.add('pagecast_swept_bytes_total', { what }, bytes);
  }

  /** The files that no row names, without those that may belong to an upload under way; and how many there are in all. */
  unnamed(): Promise<{ unknown: string[]; total: number }> {
    return this.survey(() => false);
  }

  /** Checks each file twice: once to count the unknown ones, and again before it is discarded. */
  private async sweepUnknown(all: boolean, isStopped: () => boolean): Promise<Removed> {
    const swept = { files: 0, bytes: 0 };
    const { unknown, total } = await this.survey(isStopped);
    if (isStopped()) return swept;
    if (!all && unknown.length > Math.max(FEW, total * SMALL_SHARE)) {
      this.log.error(
        { unknown: unknown.length, files: total },
        'nothing is swept: too many files are in no row of the database. Is it the right database, and a recent one? ' +
          'If so, `cli sweep` moves them into the trash',
      );
      return swept;
    }
    for (let at = 0; at < unknown.length; at += KEYS_AT_ONCE) {
      for (const key of await this.unknownOf(unknown.slice(at, at + KEYS_AT_ONCE))) {
        if (isStopped()) return swept;
        const bytes = await this.discard(key);
        if (bytes === undefined) continue;
        swept.files++;
        swept.bytes += bytes;
      }
    }
    return swept;
  }

  /** An unreadable file does not stop the sweep. @returns its size in bytes if it was there. */
  private async discard(key: string): Promise<number | undefined> {
    try {
      const file = await this.storage.stat(key);
      return file && (await this.storage.discard(key)) ? file.sizeBytes : undefined;
    } catch (error) {
      if ((await this.storage.presence()) !== 'here') throw error;
      this.log.warn({ err: error, key }, 'a file that no row names could not be swept');
      return undefined;
    }
  }

  private async survey(isStopped: () => boolean): Promise<{ unknown: string[]; total: number }> {
    const before = (await this.storage.now()) - MAY_BE_UNDER_WAY_MS;
    const unknown: string[] = [];
    const eventLoop = new EventLoopShare();
    let total = 0;
    let batch: string[] = [];
    for await (const { key, modifiedAt } of this.storage.list()) {
      if (isStopped()) break;
      total++;
      if (modifiedAt <= before) batch.push(key);
      if (batch.length < KEYS_AT_ONCE) continue;
      unknown.push(...(await this.unknownOf(batch)));
      batch = [];
      await eventLoop.share();
    }
    unknown.push(...(await this.unknownOf(batch)));
    return { unknown, total };
  }

  /** The keys that no row names. */
  private async unknownOf(keys: string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const known = await this.db.rows(namedAmong(keys));
    const names = new Set(known.map(({ name }) => name));
    return keys.filter((key) => !names.has(key));
  }
}

const namedAmong = (keys: string[]) =>
  query
    .selectFrom('posts')
    .select('file_key as name')
    .where('file_key', 'in', keys)
    .union(query.selectFrom('posts').select('poster_key as name').where('poster_key', 'in', keys))
    .union(query.selectFrom('posts').select('cover_key as name').where('cover_key', 'in', keys))
    .union(query.selectFrom('post_media').select('file_key as name').where('file_key', 'in', keys))
    .union(query.selectFrom('post_media').select('poster_key as name').where('poster_key', 'in', keys))
    .union(query.selectFrom('shared_videos').select('file_key as name').where('file_key', 'in', keys))
    .union(query.selectFrom('shared_videos').select('poster_key as name').where('poster_key', 'in', keys))
    .union(query.selectFrom('media').select('file_key as name').where('file_key', 'in', keys))
    .union(query.selectFrom('media').select('poster_key as name').where('poster_key', 'in', keys))
    .union(query.selectFrom('accounts').select('picture_key as name').where('picture_key', 'in', keys));

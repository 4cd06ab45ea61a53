import { createHash } from 'node:crypto';
import type { Picture } from '../../backend/ports/storage/media-intake';
import type { SqlValue } from '../../backend/database/database';
import { sha256 } from './contents';
import type { Tables } from './database';
import type { Scheduler } from './scheduler';
import type { Disk } from './storage';

/** Until then an item must be made of it. */
const KEPT_MS = 20 * 60_000;

const MOST_BYTES = 60_000;

/** Uploads that are complete: their bytes on the disk, their rows, and the storage that they take. */
export class FinishedUploads {
  private count = 0;

  constructor(
    private readonly seed: number,
    private readonly scheduler: Scheduler,
    private readonly tables: Tables,
    private readonly disk: Disk,
  ) {}

  /** @returns the upload's id; undefined for a user who is gone or has no room */
  add(userId: number, bytes: Buffer, picture: Omit<Picture, 'fingerprint'>): string | undefined {
    const size = bytes.length;
    const [taken] = this.tables.all(
      `UPDATE quota_usage SET storage_used = storage_used + ?
        WHERE user_id = ? AND storage_used + ? <= ${MOST_BYTES} RETURNING user_id`,
      size,
      userId,
      size,
    );
    if (!taken) return undefined;
    const now = Math.floor(this.scheduler.now);
    const id = createHash('md5').update(`${this.seed} ${this.count++}`).digest('hex');
    const key = `${id.slice(0, 2)}/${id}.${picture.extension}`;
    this.disk.files.set(key, { bytes, modifiedAt: now });
    const isPicture = picture.durationMs === null;
    const row: Record<string, SqlValue> = {
      ...{ id, user_id: userId, name: `${id}.${picture.extension}`, purpose: 'post', state: 'ready' },
      ...{ size_bytes: size, held_bytes: size, type: isPicture ? 'image/jpeg' : 'video/mp4' },
      ...{ codec: isPicture ? null : 'h264', width: picture.width, height: picture.height },
      ...{ duration_ms: picture.durationMs, fingerprint: sha256(bytes), file_key: key },
      ...{ created_at: now, expires_at: now + KEPT_MS },
    };
    const names = Object.keys(row);
    this.tables.all(
      `INSERT INTO media (${names.join()}) VALUES (${names.map(() => '?').join()}) RETURNING id`,
      ...Object.values(row),
    );
    return id;
  }
}

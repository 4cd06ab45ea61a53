import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { notFound } from '../common/errors/errors';
import { Config } from '../config/config';
import { Database, required } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { decodingRefusal } from '../media/pictures/decode-photo';
import { fingerprintOf } from '../media/fingerprint';
import type { MediumFacts } from '../media/fits';
import { inspectVideo } from '../media/inspect';
import { inspectImage } from '../media/pictures/inspect-image';
import { linkOrCopy } from '../media/receiving/link-or-copy';
import { Prober } from '../media/prober/prober';
import { contentTypeOf, newKey } from '../ports/storage/media-key';
import { MediaIntake } from '../ports/storage/media-intake';
import { Storage } from '../ports/storage/storage';
import { Quota } from '../subscriptions/quota';
import { extensionOf, refusalFor } from './medium-facts';
import { MediaRows, type MediumRow } from './media-rows';
import { incomplete, Pieces } from './pieces';
import { UploadLocks, type UploadLock } from './upload-locks';

const WAITS_MS = 15_000;

/** Finds out what a complete upload is, and stores it or refuses it. Whatever breaks off is done by the next who asks. */
@Injectable()
export class MediaExamination {
  constructor(
    private readonly db: Database,
    private readonly rows: MediaRows,
    private readonly pieces: Pieces,
    private readonly locks: UploadLocks,
    private readonly prober: Prober,
    private readonly intake: MediaIntake,
    private readonly storage: Storage,
    private readonly quota: Quota,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * @returns the row, which is `ready` or `refused`
   * @throws DomainError 404, 409 `upload_incomplete`, 423, 503 when videos cannot be examined just now
   */
  async examined(row: MediumRow): Promise<MediumRow> {
    if (row.state !== 'receiving') return row;
    if ((await this.pieces.length(row.id)) !== row.size_bytes) {
      const now = await this.rows.byId(row.id);
      if (now && now.state !== 'receiving') return now;
      throw incomplete();
    }
    const lock = await this.locks.take(row.id, () => undefined, { waitMs: WAITS_MS });
    try {
      const current = await this.rows.byId(row.id);
      if (!current) throw notFound('This file');
      if (current.state === 'receiving') await lock.during(() => this.finish(current, lock));
      return (await this.rows.byId(row.id)) ?? current;
    } finally {
      await lock.release();
    }
  }

  private async finish(row: MediumRow, lock: UploadLock): Promise<void> {
    await this.pieces.withFile(row, (path) => this.examine(row, path, lock));
    // They stay until the row says where the bytes are.
    await this.pieces.discard(row.id);
  }

  private async examine(row: MediumRow, path: string, lock: UploadLock): Promise<void> {
    const facts = await this.look(row, path);
    const mostVideoBytes = Math.max(100 * 1024 ** 2, this.config.uploads.maxVideoBytes);
    const refusal =
      refusalFor(row.purpose, facts, mostVideoBytes) ??
      ('image' in facts ? await decodingRefusal(path, facts.image, row.user_id) : undefined);
    await lock.keep();
    if (refusal === undefined) await this.keep(row, path, facts);
    else await this.refuse(row, refusal);
  }

  private async look(
    { size_bytes: sizeBytes, user_id: user }: MediumRow,
    path: string,
  ): Promise<MediumFacts> {
    const image = await inspectImage(path, sizeBytes);
    if (image.format) return { image };
    return {
      video: await inspectVideo({ path, sizeBytes }, (file) => this.prober.describe(file, user)),
    };
  }

  private async keep(row: MediumRow, file: string, facts: MediumFacts): Promise<void> {
    const key = newKey(extensionOf(facts));
    await this.storage.prepare();
    const path = join(this.storage.incomingDir, randomUUID());
    try {
      await linkOrCopy(file, path);
      await this.storage.put(path, key);
    } finally {
      await unlink(path).catch(() => undefined);
    }
    const picture = 'image' in facts ? facts.image.picture : facts.video.picture;
    try {
      const changed = await this.db.run(
        query
          .updateTable('media')
          .set({
            state: 'ready',
            type: contentTypeOf(key),
            codec: 'video' in facts ? (facts.video.picture?.codec ?? null) : null,
            width: picture?.width ?? null,
            height: picture?.height ?? null,
            duration_ms: 'video' in facts ? (facts.video.picture?.durationMs ?? null) : null,
            fingerprint: await fingerprintOf(file, row.size_bytes),
            file_key: key,
            expires_at: this.clock.now() + this.config.uploads.expiresMs,
          })
          .where('id', '=', row.id)
          .where('state', '=', 'receiving'),
      );
      if (changed === 0) await this.storage.delete(key);
    } catch (error) {
      await this.intake.undo([key], error);
      throw error;
    }
  }

  private async refuse(row: MediumRow, refusal: string): Promise<void> {
    await this.db.atomically([
      this.quota.freeing(row.user_id, 0, row.held_bytes),
      required(
        query
          .updateTable('media')
          .set({ state: 'refused', refusal, held_bytes: 0 })
          .where('id', '=', row.id)
          .where('state', '=', 'receiving'),
      ),
    ]);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/http/caller.decorator';
import { Clock } from '../common/time/clock';
import { adminsOnly, conflict, DomainError, invalid, tooLarge } from '../common/errors/errors';
import { RateLimits } from '../common/limits/rate-limits';
import { Config } from '../config/config';
import { Database, required, textOf } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query } from '../database/tables';
import { fileNameOf } from '../media/receiving/file-name';
import { FACEBOOK_VIDEO, PHOTO, SHARED_VIDEO } from '../media/rules';
import { Quota } from '../subscriptions/quota';
import { holdingUsage } from '../subscriptions/usage-changes';
import type { Purpose } from './medium.entity';

/** Uploads of a user that are not complete. */
const MOST_UNFINISHED = 20;
const MEGABYTE = 1024 ** 2;

/** Begins uploads. */
@Injectable()
export class UploadCreation {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly limits: RateLimits,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Reserves the storage and inserts the row, or does neither.
   * @throws DomainError 403, 413, 422, 429
   */
  async create(
    caller: Caller,
    id: string,
    sizeBytes: number,
    metadata: Record<string, string | null> = {},
  ): Promise<void> {
    await this.limits.consume('upload', caller.id);
    const purpose = readPurpose(metadata.purpose, caller);
    this.refuseSize(purpose, sizeBytes);
    const limits = await this.quota.limits(caller.id);
    const refusal = this.quota.refusal(limits, 0, sizeBytes);
    if (refusal) throw refusal;
    const unfinished = query
      .selectFrom('media')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.id)
      .where('state', '=', 'receiving');
    const now = this.clock.now();
    const done = await this.db.atomically([
      this.quota.reserving(caller.id, limits, 0, sizeBytes),
      // The row of the quota is locked now, so no other creation comes between this count and the insert.
      required(holdingUsage(caller.id).where(unfinished, '<', MOST_UNFINISHED)),
      textOf(
        query.insertInto('media').values({
          id,
          user_id: caller.id,
          name: fileNameOf(metadata.filename),
          purpose,
          state: 'receiving',
          size_bytes: sizeBytes,
          held_bytes: sizeBytes,
          created_at: now,
          expires_at: now + this.config.uploads.expiresMs,
        }),
      ),
    ]);
    if (done) return;
    if (((await this.db.row(unfinished))?.count ?? 0) >= MOST_UNFINISHED) throw tooManyUnfinished();
    throw (
      this.quota.refusal(await this.quota.limits(caller.id), 0, sizeBytes) ??
      conflict('Your quota changed just now. Try again.')
    );
  }

  /** The most bytes of any purpose. */
  get mostBytes(): number {
    return Math.max(...Object.values(this.mostBytesOf()));
  }

  private refuseSize(purpose: Purpose, sizeBytes: number): void {
    const most = this.mostBytesOf()[purpose];
    if (sizeBytes > most) throw tooLarge(`A file for this purpose has at most ${most / MEGABYTE} MB.`);
    if (sizeBytes === 0)
      throw new DomainError(400, 'bad_request', 'Upload-Length must be at least 1: the file is empty.');
  }

  private mostBytesOf(): Record<Purpose, number> {
    return {
      post: Math.max(FACEBOOK_VIDEO.maxBytes, this.config.uploads.maxVideoBytes),
      library: SHARED_VIDEO.maxBytes,
      cover: PHOTO.maxBytes,
    };
  }
}

function readPurpose(given: string | null | undefined, { isAdmin }: Caller): Purpose {
  const purpose = given || 'post';
  if (purpose !== 'post' && purpose !== 'library' && purpose !== 'cover')
    throw invalid({ purpose: ['purpose must be post, library or cover.'] });
  if (purpose === 'library' && !isAdmin) throw adminsOnly();
  return purpose;
}

const tooManyUnfinished = () =>
  new DomainError(
    429,
    'too_many_requests',
    `You have ${MOST_UNFINISHED} unfinished uploads. Finish or cancel one first.`,
    { retryAfterSeconds: 60 },
  );

import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { Config } from '../../config/config';
import { DatabaseTime } from '../../database/database-time';
import { conflict } from '../../common/errors/errors';
import { RateLimits } from '../../common/limits/rate-limits';
import { noFile, type ExpectedFiles, type ReceivedUpload } from '../../media/receiving/receive-upload';
import { FACEBOOK_VIDEO } from '../../media/rules';
import { MediaIntake, type Picture } from '../../ports/storage/media-intake';
import { Storage } from '../../ports/storage/storage';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { MediaRemoval } from '../../uploads/media-removal';
import { StandingCallers } from '../../users/standing-callers';
import type { PostFormat } from '../formats/formats';
import { formatOf } from '../formats/lists';
import { formatOfReplacement, rulesOfReplacement } from '../formats/replacement';
import type { PostRow, PostView } from '../posts/post.view';
import { FailedPosts, type NewFile } from '../posts/failed-posts';
import { ownBytes } from '../posts/post-ref';
import { PostsService } from '../posts/posts.service';
import { FORM_BYTES } from './uploads.service';

/** Replaces the file of a failed item. The file is stored and charged like an upload; on any error nothing changes. */
@Injectable()
export class ReplacementsService {
  constructor(
    private readonly failed: FailedPosts,
    private readonly items: PostsService,
    private readonly quota: Quota,
    private readonly limits: RateLimits,
    private readonly intake: MediaIntake,
    private readonly storage: Storage,
    private readonly media: MediaRemoval,
    private readonly callers: StandingCallers,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 401, 403, 404, 408, 409, 413, 415, 422, 429 */
  async accept(
    of: PostFormat | null,
    caller: Caller,
    id: number,
    request: FastifyRequest,
  ): Promise<PostView> {
    const begunAt = this.clock.now();
    await this.limits.consume('upload', caller.id);
    const before = await this.items.find(of, caller, id);
    const format = formatOf(before);
    if (before.status !== 'failed')
      throw conflict(`Only the file of a failed item can be replaced; this one is ${before.status}.`);
    if (format.media === 'none' || format.files)
      throw conflict('Only an item of one file takes another one; edit the files of this item.');
    await this.items.refuseLostAccount(id);
    const announced = Math.max(0, Number(request.headers['content-length'] ?? 0) - FORM_BYTES);
    const limits = await this.quota.limits(caller.id);
    this.refuseWhatDoesNotFit(limits, before, announced);
    const filling = {
      user: caller.id,
      freeBytes: limits.maxStorageBytes - limits.storageUsed,
      replacedBytes: ownBytes(before),
    };
    await this.intake.receive(request, this.expectedFor(before), filling, (upload) =>
      this.replace(caller, before, upload, begunAt),
    );
    return this.items.view(await this.items.find(of, caller, id));
  }

  private async replace(
    caller: Caller,
    before: PostRow,
    upload: ReceivedUpload,
    begunAt: number,
  ): Promise<void> {
    const [file] = upload.files;
    if (!file) throw noFile(this.expectedFor(before));
    const received = { files: [file], signal: upload.signal };
    const { rules } = this.expectedFor(before);
    const [picture] = (await this.intake.examine(rules, received, before.user_id)) as [Picture];
    const limits = await this.quota.limits(before.user_id);
    this.refuseWhatDoesNotFit(limits, before, file.sizeBytes);
    const kept: string[] = [];
    try {
      const next: NewFile = {
        format: formatOfReplacement(before, picture.durationMs),
        file_key: await this.intake.keep(file, picture, kept),
        poster_key: await this.intake.keepPoster(upload.posters.pictures[0], kept),
        size_bytes: file.sizeBytes,
        width: picture.width,
        height: picture.height,
        duration_ms: picture.durationMs,
        fingerprint: picture.fingerprint,
        created_at: begunAt,
        stored_at: this.clock.now(),
      };
      if (!(await this.failed.replaceFile(before, limits, next, this.callers.holding(caller))))
        throw await this.whyNot(caller, before, file.sizeBytes);
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
    // Files from the shared library belong to the library.
    if (before.shared_video_id !== null) return;
    if (before.file_key) await this.media.forget(before.file_key);
    if (before.poster_key) await this.storage.delete(before.poster_key);
  }

  private expectedFor(post: PostRow): ExpectedFiles {
    // A larger limit is that of resumable uploads.
    const maxVideoBytes = Math.min(FACEBOOK_VIDEO.maxBytes, this.config.uploads.maxVideoBytes);
    return { collection: 'file', rules: rulesOfReplacement(post, maxVideoBytes), single: true };
  }

  private refuseWhatDoesNotFit(limits: QuotaLimits, before: PostRow, bytes: number): void {
    const refusal = this.quota.refusal(limits, 1, bytes - ownBytes(before));
    if (refusal) throw refusal;
  }

  private async whyNot(caller: Caller, before: PostRow, bytes: number): Promise<Error> {
    await this.callers.refuseEnded(caller);
    const limits = await this.quota.limits(before.user_id);
    return (
      this.quota.refusal(limits, 1, bytes - ownBytes(before)) ??
      conflict('This item changed just now. Reload and try again.')
    );
  }
}

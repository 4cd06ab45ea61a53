import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { DatabaseTime } from '../database/database-time';
import { conflict, invalid } from '../common/errors';
import { RateLimits } from '../common/rate-limits';
import type { ReceivedUpload } from '../media/receive-upload';
import { MediaIntake, type Picture } from '../ports/storage/media-intake';
import { Storage } from '../ports/storage/storage';
import { Quota, type QuotaLimits } from '../subscriptions/quota';
import type { PostFormat } from './formats/formats';
import type { PostRow, PostView } from './post.view';
import { FailedPosts } from './failed-posts';
import { ownBytes } from './post-ref';
import { PostsService } from './posts.service';
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
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 403, 404, 408, 409, 413, 415, 422, 429 */
  async accept(format: PostFormat, caller: Caller, id: number, request: FastifyRequest): Promise<PostView> {
    const begunAt = this.clock.now();
    await this.limits.consume('upload', caller.id);
    const before = await this.items.find(format, caller, id);
    if (before.status !== 'failed')
      throw conflict(`Only the file of a failed item can be replaced; this one is ${before.status}.`);
    const announced = Math.max(0, Number(request.headers['content-length'] ?? 0) - FORM_BYTES);
    const limits = await this.quota.limits(caller.id);
    this.refuseWhatDoesNotFit(limits, before, announced);
    const expected = { collection: 'file', rules: format.rules, single: true };
    const filling = {
      user: caller.id,
      freeBytes: limits.maxStorageBytes - limits.storageUsed,
      replacedBytes: ownBytes(before),
    };
    await this.intake.receive(request, expected, filling, (upload) =>
      this.replace(format, before, upload, begunAt),
    );
    return this.items.view(await this.items.find(format, caller, id));
  }

  private async replace(
    format: PostFormat,
    before: PostRow,
    upload: ReceivedUpload,
    begunAt: number,
  ): Promise<void> {
    const [file] = upload.files;
    if (!file) throw invalid({ file: ['Choose a file and send it as file.'] });
    const [picture] = (await this.intake.examine(format.rules, [file], before.user_id)) as [Picture];
    const limits = await this.quota.limits(before.user_id);
    this.refuseWhatDoesNotFit(limits, before, file.sizeBytes);
    const kept: string[] = [];
    try {
      const done = await this.failed.replaceFile(before, limits, {
        file_key: await this.intake.keep(file, picture, kept),
        poster_key: await this.intake.keepPoster(upload.posters.pictures[0], kept),
        size_bytes: file.sizeBytes,
        width: picture.width,
        height: picture.height,
        duration_ms: picture.durationMs,
        created_at: begunAt,
        stored_at: this.clock.now(),
      });
      if (!done) throw await this.whyNot(before, file.sizeBytes);
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
    // Files from the shared library belong to the library.
    const old = before.shared_video_id === null ? [before.file_key, before.poster_key] : [];
    for (const key of old) if (key) await this.storage.delete(key);
  }

  private refuseWhatDoesNotFit(limits: QuotaLimits, before: PostRow, bytes: number): void {
    const refusal = this.quota.refusal(limits, 1, bytes - ownBytes(before));
    if (refusal) throw refusal;
  }

  private async whyNot(before: PostRow, bytes: number): Promise<Error> {
    const limits = await this.quota.limits(before.user_id);
    return (
      this.quota.refusal(limits, 1, bytes - ownBytes(before)) ??
      conflict('This item changed just now. Reload and try again.')
    );
  }
}

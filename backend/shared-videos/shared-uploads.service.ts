import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../common/caller.decorator';
import { invalid } from '../common/errors';
import { RateLimits } from '../common/rate-limits';
import type { ReceivedUpload } from '../media/receive-upload';
import { SHARED_VIDEO } from '../media/rules';
import { MediaIntake, titleOf, type Picture } from '../ports/storage/media-intake';
import type { SharedVideoView } from './shared-video.view';
import { SharedVideosService } from './shared-videos.service';

const EXPECTED = { collection: 'video', rules: SHARED_VIDEO, single: true };

/** Accepts one video for the library: `video`, `title`, optionally `description` and `category_id`. */
@Injectable()
export class SharedUploadsService {
  constructor(
    private readonly sharedVideos: SharedVideosService,
    private readonly intake: MediaIntake,
    private readonly limits: RateLimits,
  ) {}

  /** @throws DomainError 408, 413, 415, 422, 429 */
  async accept(caller: Caller, request: FastifyRequest): Promise<SharedVideoView> {
    await this.limits.consume('upload', caller.id);
    return this.intake.receive(request, EXPECTED, { user: caller.id }, (upload) => this.keep(caller, upload));
  }

  private async keep(caller: Caller, { files, posters, fields }: ReceivedUpload): Promise<SharedVideoView> {
    const [file] = files;
    if (!file) throw invalid({ video: ['Choose a video and send it as video.'] });
    const categoryId = readCategory(fields.category_id?.[0]);
    await this.sharedVideos.refuseUnknownCategory(categoryId);
    const [picture] = (await this.intake.examine(SHARED_VIDEO, [file], caller.id)) as [Picture];
    const kept: string[] = [];
    try {
      return await this.sharedVideos.create({
        title: titleOf(fields.title?.[0] ?? fields.titles?.[0], file.name),
        description: fields.description?.[0]?.trim().slice(0, 2200) || null,
        category_id: categoryId,
        file_key: await this.intake.keep(file, picture, kept),
        poster_key: await this.intake.keepPoster(posters.pictures[0], kept),
        size_bytes: file.sizeBytes,
        width: picture.width,
        height: picture.height,
        duration_ms: picture.durationMs,
      });
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
  }
}

function readCategory(value: string | undefined): number | null {
  if (value === undefined || value === '' || value === 'null') return null;
  if (/^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw invalid({ category_id: ['Choose a category by its id.'] });
}

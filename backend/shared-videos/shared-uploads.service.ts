import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../common/http/caller.decorator';
import { jsonOf } from '../common/http/body-limits';
import { readDescription } from '../common/fields/description';
import { invalid } from '../common/errors/errors';
import { RateLimits } from '../common/limits/rate-limits';
import { readTitle } from '../common/fields/title';
import type { Statement } from '../database/database';
import { noFile, type ReceivedUpload } from '../media/receiving/receive-upload';
import { SHARED_VIDEO } from '../media/rules';
import { MediaIntake, titleOf, type Picture } from '../ports/storage/media-intake';
import { MediaMissing } from '../ports/storage/storage';
import { ChosenMedia, noSuchUpload } from '../uploads/chosen-media';
import { refuseUnfit } from '../uploads/medium-rules';
import { StandingCallers } from '../users/standing-callers';
import type { SharedVideoView } from './shared-video.view';
import { SharedVideosService, type NewSharedVideo } from './shared-videos.service';

const EXPECTED = { collection: 'video', rules: SHARED_VIDEO, single: true };

/**
 * Accepts one video for the library: `video`, `title`, optionally `description` and `category_id`; or as JSON the id of
 * an uploaded file.
 */
@Injectable()
export class SharedUploadsService {
  constructor(
    private readonly sharedVideos: SharedVideosService,
    private readonly intake: MediaIntake,
    private readonly limits: RateLimits,
    private readonly media: ChosenMedia,
    private readonly callers: StandingCallers,
  ) {}

  /**
   * `also` joins the unit that adds the video, which is the first row of the unit.
   * @throws DomainError 401, 403, 408, 409 for an unfinished upload, 413, 415, 422, 429
   */
  async accept(caller: Caller, request: FastifyRequest, ...also: Statement[]): Promise<SharedVideoView> {
    const given = jsonOf(request);
    if (given) return this.keepMedium(caller, given, also);
    await this.limits.consume('upload', caller.id);
    return this.intake.receive(request, EXPECTED, { user: caller.id }, (upload) =>
      this.keep(caller, upload, also),
    );
  }

  /** From an uploaded file. The library's video has bytes of its own, and takes none of the caller's storage. */
  private async keepMedium(
    caller: Caller,
    given: Partial<Record<string, unknown>>,
    also: Statement[],
  ): Promise<SharedVideoView> {
    const title = readTitle([given.titles].flat()[0], 'titles[0]');
    const description = readDescription([given.descriptions].flat()[0], 'descriptions[0]');
    const [medium] = await this.media.read(caller.id, given.media_ids, 1);
    if (!medium?.file_key) throw invalid({ media_ids: ['Choose one file by its id.'] });
    const categoryId = readCategory(given.category_id);
    await this.sharedVideos.refuseUnknownCategory(categoryId);
    refuseUnfit(SHARED_VIDEO, [medium]);
    const { file_key, poster_key } = medium;
    return this.create(
      caller,
      async (kept) => ({
        title: titleOf(title, medium.name),
        description,
        category_id: categoryId,
        file_key: await this.copyOf(medium.id, file_key, kept),
        poster_key: await this.intake.copyPoster(poster_key, kept),
        size_bytes: medium.size_bytes,
        width: medium.width ?? 0,
        height: medium.height ?? 0,
        duration_ms: medium.duration_ms ?? 0,
      }),
      also,
    );
  }

  /** @throws DomainError 422 when the bytes of the file are gone */
  private async copyOf(id: string, fileKey: string, kept: string[]): Promise<string> {
    try {
      return await this.intake.copy(fileKey, kept);
    } catch (error) {
      if (!(error instanceof MediaMissing)) throw error;
      throw invalid({ media_ids: [noSuchUpload(id)] });
    }
  }

  private async keep(
    caller: Caller,
    { files, posters, fields, signal }: ReceivedUpload,
    also: Statement[],
  ): Promise<SharedVideoView> {
    const [file] = files;
    if (!file) throw noFile(EXPECTED);
    const title = readTitle(fields.title?.[0], 'title') ?? readTitle(fields.titles?.[0], 'titles[0]');
    const description = readDescription(fields.description?.[0], 'description');
    const categoryId = readCategory(fields.category_id?.[0]);
    await this.sharedVideos.refuseUnknownCategory(categoryId);
    const received = { files: [file], signal };
    const [picture] = (await this.intake.examine(SHARED_VIDEO, received, caller.id)) as [Picture];
    return this.create(
      caller,
      async (kept) => ({
        title: titleOf(title, file.name),
        description,
        category_id: categoryId,
        file_key: await this.intake.keep(file, picture, kept),
        poster_key: await this.intake.keepPoster(posters.pictures[0], kept),
        size_bytes: file.sizeBytes,
        width: picture.width,
        height: picture.height,
        duration_ms: picture.durationMs,
      }),
      also,
    );
  }

  /** @param store stores the files, and names them in `kept` */
  private async create(
    caller: Caller,
    store: (kept: string[]) => Promise<NewSharedVideo>,
    also: Statement[],
  ): Promise<SharedVideoView> {
    const kept: string[] = [];
    let id: number;
    try {
      const holding = this.callers.holdingAdmin(caller);
      id =
        (await this.sharedVideos.create(await store(kept), holding, ...also)) ??
        (await this.callers.refuseNoAdmin(caller));
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
    return this.sharedVideos.get(id);
  }
}

function readCategory(value: unknown): number | null {
  if (value === undefined || value === null || value === '' || value === 'null') return null;
  if ((typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,9}$/.test(String(value)))
    return Number(value);
  throw invalid({ category_id: ['Choose a category by its id.'] });
}

import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { conflict } from '../../common/errors/errors';
import { RateLimits } from '../../common/limits/rate-limits';
import { DatabaseTime } from '../../database/database-time';
import { MediaIntake } from '../../ports/storage/media-intake';
import { MediaMissing } from '../../ports/storage/storage';
import { StoredCopies } from '../../ports/storage/stored-copies';
import { libraryForbidden, mayUseLibrary } from '../../shared-videos/library.guard';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { ChosenMedia } from '../../uploads/chosen-media';
import { MediaRows, type MediumRow } from '../../uploads/media-rows';
import { formatOf } from '../formats/lists';
import { PostCreation, type NewPost, type NewPostMedium } from '../posts/post-creation';
import { PostFiles } from '../posts/post-files';
import { ownBytes } from '../posts/post-ref';
import type { PostRow, PostView } from '../posts/post.view';
import { changedMeanwhile, PostsService } from '../posts/posts.service';

export const BYTES_GONE = 'The file of this item was removed. Upload it again to post it once more.';

/** Makes drafts of posts, in any status, whose bytes are still stored. */
@Injectable()
export class PostDuplicates {
  constructor(
    private readonly posts: PostsService,
    private readonly creation: PostCreation,
    private readonly quota: Quota,
    private readonly limits: RateLimits,
    private readonly copies: StoredCopies,
    private readonly intake: MediaIntake,
    private readonly media: MediaRows,
    private readonly chosenMedia: ChosenMedia,
    private readonly postFiles: PostFiles,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 403 for a shared video without the permission, 404, 409 when its bytes are gone, 422 for a full quota, 429 */
  async duplicate(caller: Caller, id: number): Promise<PostView> {
    await this.limits.consume('upload', caller.id);
    const original = await this.posts.find(null, caller, id);
    if (original.shared_video_id !== null && !mayUseLibrary(caller)) throw libraryForbidden();
    if (!original.file_key && formatOf(original).media !== 'none') throw conflict(BYTES_GONE);
    await this.posts.refuseLostAccount(id);
    const made = await this.insert(caller, original, await this.limitsFor(original));
    if (!made) throw await this.whyNot(original);
    const [draft] = await this.creation.made(made);
    // Removed meanwhile, as with its account.
    if (!draft) throw changedMeanwhile();
    return this.posts.view(draft);
  }

  /** @returns undefined when the quota is full or the account is gone meanwhile */
  private async insert(
    caller: Caller,
    original: PostRow,
    limits: QuotaLimits,
  ): Promise<number[] | undefined> {
    const kept: string[] = [];
    try {
      const medium = original.file_key ? await this.media.byKey(original.file_key) : undefined;
      const files = await this.filesOf(original, medium !== undefined, limits, kept);
      const further = await this.furtherOf(original, kept);
      const uploaded = await this.uploadedAmong([
        ...further.map(({ file_key }) => file_key),
        original.cover_key,
      ]);
      const draft = { ...this.draftOf(original, files), further };
      const media = medium ? [medium, ...uploaded] : uploaded;
      const using = media.length > 0 ? [this.chosenMedia.using(media)] : [];
      // A post whose format was chosen is known by its group.
      const grouped = original.group_id !== null;
      const made = await this.creation.insert(caller, limits, [draft], using, { grouped });
      if (!made) await this.intake.undo(kept, undefined);
      return made;
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error instanceof MediaMissing ? conflict(BYTES_GONE) : error;
    }
  }

  /** Files of the shared library belong to the library, and uploaded ones may be shared; all others are stored again. */
  private async filesOf(original: PostRow, isShared: boolean, limits: QuotaLimits, kept: string[]) {
    const { file_key, poster_key, user_id: user } = original;
    if (original.shared_video_id !== null || !file_key) return { file_key, poster_key };
    const filling = { user, freeBytes: limits.maxStorageBytes - limits.storageUsed };
    return {
      file_key: isShared ? file_key : await this.copies.copy(file_key, original.size_bytes, filling, kept),
      poster_key: await this.intake.copyPoster(poster_key, kept),
    };
  }

  /** The files after the first one are uploaded ones, which posts share. */
  private async furtherOf({ id }: PostRow, kept: string[]): Promise<NewPostMedium[]> {
    const all: NewPostMedium[] = [];
    for (const { id: _id, post_id: _post, position: _position, ...file } of await this.postFiles.further([
      id,
    ])) {
      if (!file.file_key) throw conflict(BYTES_GONE);
      all.push({ ...file, poster_key: await this.intake.copyPoster(file.poster_key, kept) });
    }
    return all;
  }

  private async uploadedAmong(keys: (string | null | undefined)[]): Promise<MediumRow[]> {
    const found: MediumRow[] = [];
    for (const key of keys) {
      if (!key) continue;
      const medium = await this.media.byKey(key);
      if (!medium) throw conflict(BYTES_GONE);
      found.push(medium);
    }
    return found;
  }

  private draftOf(original: PostRow, files: Pick<PostRow, 'file_key' | 'poster_key'>): NewPost {
    const { kind, network, format, title, description } = original;
    const { size_bytes, width, height, duration_ms, shared_video_id, fingerprint } = original;
    const { alt_text, link, first_comment, cover_at_ms, cover_key } = original;
    const now = this.clock.now();
    return {
      ...{ user_id: original.user_id, account_id: original.account_id ?? undefined },
      ...{ kind, network, format, title, description, status: 'pending', draft: 1 },
      ...{ ...files, size_bytes, width, height, duration_ms, shared_video_id, fingerprint },
      ...{ alt_text, link, first_comment, cover_at_ms, cover_key },
      ...{ created_at: now, stored_at: now },
    };
  }

  private async limitsFor(original: PostRow): Promise<QuotaLimits> {
    const limits = await this.quota.limits(original.user_id);
    const refusal = this.quota.refusal(limits, 1, ownBytes(original));
    if (refusal) throw refusal;
    return limits;
  }

  private async whyNot(original: PostRow): Promise<Error> {
    await this.limitsFor(original);
    await this.posts.refuseLostAccount(original.id);
    return changedMeanwhile();
  }
}

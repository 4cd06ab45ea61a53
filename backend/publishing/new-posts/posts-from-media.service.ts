import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { readDescription } from '../../common/fields/description';
import { conflict, invalid } from '../../common/errors/errors';
import { readTitle } from '../../common/fields/title';
import { Config } from '../../config/config';
import { DatabaseTime } from '../../database/database-time';
import { MediaIntake, titleOf } from '../../ports/storage/media-intake';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { ChosenMedia } from '../../uploads/chosen-media';
import { refuseUnfit } from '../../uploads/medium-rules';
import type { MediumRow } from '../../uploads/media-rows';
import { ChosenAccounts, type Chosen } from './chosen-accounts';
import type { PostFormat } from '../formats/formats';
import { PostCreation, type NewPost } from '../posts/post-creation';
import { postOfFile } from './post-of-file';
import type { PostView } from '../posts/post.view';
import { PostsService } from '../posts/posts.service';
import { readTimes } from '../posts/scheduled-time';

/** Within this, the call that makes items belongs to the upload. */
const JUST_COMPLETE_MS = 60_000;

/** The body is `{media_ids, titles, descriptions, scheduled_for, account_ids}`. */
interface Wanted {
  media: MediumRow[];
  titles: (string | undefined)[];
  descriptions: (string | null)[];
  times: (number | null)[];
  accounts: Chosen;
}

/** Makes posts of uploaded files. Their bytes count once, however many items are made of them. */
@Injectable()
export class PostsFromMediaService {
  constructor(
    private readonly media: ChosenMedia,
    private readonly accounts: ChosenAccounts,
    private readonly creation: PostCreation,
    private readonly views: PostsService,
    private readonly quota: Quota,
    private readonly intake: MediaIntake,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 409 for an unfinished upload, 422 */
  async accept(format: PostFormat, caller: Caller, body: object): Promise<PostView[]> {
    const wanted = await this.read(format, caller, body);
    const limits = await this.quota.limits(caller.id);
    const tasks = wanted.media.length * wanted.accounts.length;
    const refusal = this.quota.refusal(limits, tasks, 0);
    if (refusal) throw refusal;
    const made = await this.insert(format, caller, wanted, limits);
    if (made) return this.views.views(caller.id, await this.creation.made(made));
    await this.read(format, caller, body);
    throw (
      this.quota.refusal(await this.quota.limits(caller.id), tasks, 0) ??
      conflict('Your quota changed just now. Try again.')
    );
  }

  /** @returns undefined when the quota does not allow it, or an account is gone meanwhile */
  private async insert(
    format: PostFormat,
    caller: Caller,
    wanted: Wanted,
    limits: QuotaLimits,
  ): Promise<number[] | undefined> {
    const kept: string[] = [];
    try {
      const rows = await this.rows(format, caller, wanted, kept);
      const made = await this.creation.insert(caller, limits, rows, [this.media.using(wanted.media)]);
      if (!made) await this.intake.undo(kept, undefined);
      return made;
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
  }

  private async read(format: PostFormat, caller: Caller, body: object): Promise<Wanted> {
    const given = body as Record<string, unknown>;
    const now = this.clock.now();
    const wishes = listIn(given, 'scheduled_for');
    const titles = listIn(given, 'titles').map((each, n) => readTitle(each, `titles[${n}]`));
    const descriptions = listIn(given, 'descriptions').map((each, n) =>
      readDescription(each, `descriptions[${n}]`),
    );
    const accounts = await this.accounts.read(caller.id, format, given.account_ids);
    const media = await this.media.read(caller.id, given.media_ids);
    refuseUnfit(format.rules, media);
    const times = readTimes(wishes, caller.timezone, (n) => this.comparedWith(media[n], now));
    return { media, titles, descriptions, times, accounts };
  }

  /**
   * A time that passes while the upload comes in is accepted, and goes out immediately; one that passes while the file
   * lies there is not.
   */
  private comparedWith(medium: MediumRow | undefined, now: number): number {
    const completedAt = (medium?.expires_at ?? 0) - this.config.uploads.expiresMs;
    return now - completedAt > JUST_COMPLETE_MS ? now : begunAt(medium, now);
  }

  private async rows(
    format: PostFormat,
    caller: Caller,
    { media, titles, descriptions, times, accounts }: Wanted,
    kept: string[],
  ): Promise<NewPost[]> {
    const rows: NewPost[] = [];
    const now = this.clock.now();
    for (const [n, medium] of media.entries())
      for (const accountId of accounts)
        rows.push(
          postOfFile(format, {
            userId: caller.id,
            accountId,
            title: titleOf(titles[n], medium.name),
            description: descriptions[n] ?? null,
            fileKey: medium.file_key ?? '',
            // A post keeps its picture when the bytes are gone, so it has one of its own.
            posterKey: await this.intake.copyPoster(medium.poster_key, kept),
            // The medium holds the storage, and no post of it does.
            sizeBytes: 0,
            picture: {
              width: medium.width ?? 0,
              height: medium.height ?? 0,
              durationMs: medium.duration_ms,
              fingerprint: medium.fingerprint,
            },
            time: times[n] ?? null,
            begunAt: begunAt(medium, now),
            now,
          }),
        );
    return rows;
  }
}

/** Of the first items of a file, its upload began with it; a file that is used again begins now. */
const begunAt = (medium: MediumRow | undefined, now: number): number =>
  medium && medium.expires_at !== null ? Math.min(now, medium.created_at) : now;

function listIn(given: Record<string, unknown>, name: string): unknown[] {
  const list = given[name] ?? [];
  if (!Array.isArray(list)) throw invalid({ [name]: [`${name} is a list in the order of media_ids.`] });
  return list as unknown[];
}

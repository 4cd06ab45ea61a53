import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { conflict, invalid } from '../common/errors';
import { DatabaseTime } from '../database/database-time';
import { MediaIntake, titleOf } from '../ports/storage/media-intake';
import { Quota } from '../subscriptions/quota';
import { ChosenMedia } from '../uploads/chosen-media';
import { refuseUnfit } from '../uploads/medium-rules';
import type { MediumRow } from '../uploads/media-rows';
import { ChosenAccounts, type Chosen } from './chosen-accounts';
import type { PostFormat } from './formats/formats';
import { PostCreation, type NewPost } from './post-creation';
import { postOfFile } from './post-of-file';
import type { PostView } from './post.view';
import { PostsService } from './posts.service';
import { readScheduledTime } from './scheduled-time';

/** The body is `{media_ids, titles, descriptions, scheduled_for, account_ids}`. */
interface Wanted {
  media: MediumRow[];
  titles: unknown[];
  descriptions: unknown[];
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
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 409 for an unfinished upload, 422 */
  async accept(format: PostFormat, caller: Caller, body: object): Promise<PostView[]> {
    const wanted = await this.read(format, caller, body);
    const limits = await this.quota.limits(caller.id);
    const tasks = wanted.media.length * wanted.accounts.length;
    const refusal = this.quota.refusal(limits, tasks, 0);
    if (refusal) throw refusal;
    const kept: string[] = [];
    try {
      const rows = await this.rows(format, caller, wanted, kept);
      const posts = await this.creation.insert(caller.id, limits, rows, [this.media.using(wanted.media)]);
      if (posts) return await this.views.views(caller.id, posts);
      await this.read(format, caller, body);
      throw (
        this.quota.refusal(await this.quota.limits(caller.id), tasks, 0) ??
        conflict('Your quota changed just now. Try again.')
      );
    } catch (error) {
      await this.intake.undo(kept, error);
      throw error;
    }
  }

  private async read(format: PostFormat, caller: Caller, body: object): Promise<Wanted> {
    const given = body as Record<string, unknown>;
    const now = this.clock.now();
    const wishes = listIn(given, 'scheduled_for');
    const titles = listIn(given, 'titles');
    const descriptions = listIn(given, 'descriptions');
    const accounts = await this.accounts.read(caller.id, format, given.account_ids);
    const media = await this.media.read(caller.id, given.media_ids);
    refuseUnfit(format.rules, media);
    const times = wishes.map((time, n) =>
      time === null || time === '' || time === undefined
        ? null
        : readScheduledTime(time, caller.timezone, begunAt(media[n], now), `scheduled_for[${n}]`),
    );
    return { media, titles, descriptions, times, accounts };
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
            title: titleOf(textIn(titles[n]), medium.name),
            description: textIn(descriptions[n])?.trim().slice(0, 2200).toWellFormed() || null,
            fileKey: medium.file_key ?? '',
            posterKey: await this.copyOfPoster(medium, kept),
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

  /** A post keeps its picture when the bytes are gone, so it has one of its own. */
  private async copyOfPoster({ poster_key }: MediumRow, kept: string[]): Promise<string | null> {
    return poster_key === null ? null : this.intake.copy(poster_key, kept);
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

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

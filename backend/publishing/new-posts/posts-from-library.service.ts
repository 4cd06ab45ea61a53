import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { conflict, invalid } from '../../common/errors/errors';
import { readTitle } from '../../common/fields/title';
import { DatabaseTime } from '../../database/database-time';
import { libraryForbidden, mayUseLibrary } from '../../shared-videos/library.guard';
import { SharedVideosService } from '../../shared-videos/shared-videos.service';
import { Quota } from '../../subscriptions/quota';
import { ChosenAccounts } from './chosen-accounts';
import type { PostFormat } from '../formats/formats';
import type { LibraryPicks } from '../posts/post.dto';
import type { PostView } from '../posts/post.view';
import { PostCreation } from '../posts/post-creation';
import { PostsService } from '../posts/posts.service';
import { readTimes } from '../posts/scheduled-time';

const MOST = 100;

/** Makes posts from the shared library by hand. The body is `{shared_video_ids, titles, scheduled_for, account_ids}`. */
@Injectable()
export class PostsFromLibraryService {
  constructor(
    private readonly sharedVideos: SharedVideosService,
    private readonly accounts: ChosenAccounts,
    private readonly creation: PostCreation,
    private readonly views: PostsService,
    private readonly quota: Quota,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 403 without the permission, 422 for ids that are not in the library, a time or a full quota */
  async accept(format: PostFormat, caller: Caller, body: unknown): Promise<PostView[]> {
    if (!mayUseLibrary(caller)) throw libraryForbidden();
    const { ids, titles, wishes, accountIds } = readPicks(body);
    const now = this.clock.now();
    const times = readTimes(wishes, caller.timezone, () => now);
    const accounts = await this.accounts.read(caller.id, format, accountIds);
    const videos = await this.sharedVideos.pick(ids);
    const limits = await this.quota.limits(caller.id);
    const tasks = ids.length * accounts.length;
    const refusal = this.quota.refusal(limits, tasks, 0);
    if (refusal) throw refusal;
    const picks = videos.flatMap((video, n) => {
      const time = times[n] ?? null;
      // A time in the begun minute means now.
      const dueAt = time === null ? null : Math.max(time, now);
      const title = titles[n] ?? video.title;
      return accounts.map((accountId) => ({ video, title, accountId, time, dueAt, unused: false }));
    });
    const made = await this.creation.insertFromLibrary(caller.id, format, limits, picks);
    if (!made) {
      await this.accounts.read(caller.id, format, accountIds);
      throw (
        this.quota.refusal(await this.quota.limits(caller.id), tasks, 0) ??
        conflict('Your quota changed just now. Try again.')
      );
    }
    return this.views.views(caller.id, await this.creation.made(made));
  }
}

function readPicks(body: unknown): {
  ids: number[];
  titles: (string | undefined)[];
  wishes: unknown[];
  accountIds: unknown;
} {
  const {
    shared_video_ids: ids,
    titles = [],
    scheduled_for,
    account_ids: accountIds,
  } = (body ?? {}) as Partial<Record<keyof LibraryPicks, unknown>>;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST || !ids.every(isId))
    throw invalid({ shared_video_ids: [`Choose 1 to ${MOST} videos of the library by their ids.`] });
  if (!Array.isArray(titles))
    throw invalid({ titles: ['titles is a list of texts in the order of shared_video_ids.'] });
  const wishes = scheduled_for ?? [];
  if (!Array.isArray(wishes))
    throw invalid({ scheduled_for: ['scheduled_for is a list of times in the order of shared_video_ids.'] });
  return {
    ids: (ids as (number | string)[]).map(Number),
    titles: (titles as unknown[]).map((each, n) => readTitle(each, `titles[${n}]`)),
    wishes: wishes as unknown[],
    accountIds,
  };
}

const isId = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^[1-9]\d{0,9}$/.test(String(value));

import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import type { Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import type { AccountRow } from '../accounts/turns/account-turns';
import { DomainError } from '../common/errors/errors';
import { SharedVideosService } from '../shared-videos/shared-videos.service';
import { Quota } from '../subscriptions/quota';
import type { PostKind } from '../publishing/formats/formats';
import { formatIn, listOf } from '../publishing/formats/lists';
import { PostCreation } from '../publishing/posts/post-creation';

/** Creates a post for an account from a video of the shared library. It takes a task, but none of the user's storage. */
@Injectable()
export class LibraryPosts {
  private readonly log = new Logger('AutoPosting');

  constructor(
    private readonly sharedVideos: SharedVideosService,
    private readonly creation: PostCreation,
    private readonly quota: Quota,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** The post is due immediately. `also` joins its unit. @returns false when the quota is used up, or when another process was first. */
  async post(
    { id: accountId, user_id: userId }: Pick<AccountRow, 'id' | 'user_id'>,
    kind: PostKind,
    sharedVideoId: number,
    also: Statement[] = [],
  ): Promise<boolean> {
    try {
      const [video] = await this.sharedVideos.pick([sharedVideoId]);
      const limits = await this.quota.limits(userId);
      if (!video || this.quota.refusal(limits, 1, 0)) return false;
      const made = await this.creation.insertFromLibrary(
        userId,
        formatIn(listOf(kind)),
        limits,
        [{ video, title: video.title, accountId, dueAt: this.clock.now(), unused: true }],
        also,
      );
      return made !== undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.log.debug({ user: userId, reason: error.message }, 'nothing was taken from the library');
      return false;
    }
  }
}

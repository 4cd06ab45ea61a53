import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { DomainError, invalid } from '../../common/errors/errors';
import { toDomainError } from '../../common/errors/error.filter';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import type { ChangePostsDto, ChangedPostsView } from './bulk.dto';
import { PostEdits } from './post-edits.service';
import { PostsService, type WantedTime } from '../posts/posts.service';

/** From this status on, the fault is the server's. */
const SERVER_FAULT = 500;

/**
 * Changes many posts, each on its own and by what the single call does, without the answers of that: each would look
 * through a whole queue for the place of its post.
 */
@Injectable()
export class BulkChanges {
  private readonly log = new Logger('Http');

  constructor(
    private readonly posts: PostsService,
    private readonly edits: PostEdits,
  ) {}

  async run(caller: Caller, wanted: ChangePostsDto): Promise<ChangedPostsView> {
    const eventLoop = new EventLoopShare();
    const answer: ChangedPostsView = { done: [], refused: [] };
    const times = new Map(wanted.times?.map((time) => [time.id, time]));
    let away: DomainError | undefined;
    for (const id of new Set(wanted.ids)) {
      const refusal = away ?? (await this.refusal(caller, id, wanted, times));
      if (refusal) answer.refused.push({ id, error: refusal.code, message: refusal.message });
      else answer.done.push({ id });
      // Each of the others would fail as well, or wait as long. The caller has to know what was done before.
      if (refusal && refusal.statusCode >= SERVER_FAULT) away = refusal;
      await eventLoop.share();
    }
    return answer;
  }

  /** @returns undefined when it is done */
  private async refusal(
    caller: Caller,
    id: number,
    wanted: ChangePostsDto,
    times: Map<number, WantedTime>,
  ): Promise<DomainError | undefined> {
    try {
      await this.change(caller, id, wanted, times);
      return undefined;
    } catch (error) {
      const refusal = toDomainError(error);
      if (refusal.statusCode >= SERVER_FAULT && !(error instanceof DomainError))
        this.log.error({ err: error }, `unexpected fault while item ${id} was changed with others`);
      return refusal;
    }
  }

  private change(
    caller: Caller,
    id: number,
    { action, minutes = 0, draft, text = '', account_id }: ChangePostsDto,
    times: Map<number, WantedTime>,
  ): Promise<unknown> {
    switch (action) {
      case 'delete':
        return this.posts.discard(caller, id);
      case 'retry':
        return this.posts.tryAgain(null, caller, id);
      case 'set_times':
        return this.setTime(caller, id, times);
      case 'shift':
        return this.posts.shift(caller, id, minutes);
      case 'clear_time':
        return this.posts.setTime(null, caller, id, { scheduled_for: null });
      case 'draft':
        return this.edits.change(null, caller, id, { draft });
      case 'append_text':
        return this.edits.append(caller, id, text);
      case 'move':
        return this.edits.change(null, caller, id, { account_id });
    }
  }

  private async setTime(caller: Caller, id: number, times: Map<number, WantedTime>): Promise<unknown> {
    await this.posts.find(null, caller, id);
    const time = times.get(id);
    if (!time) throw invalid({ times: ['times has no entry for this item.'] });
    return this.posts.setTime(null, caller, id, time);
  }
}

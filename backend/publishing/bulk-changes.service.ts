import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.decorator';
import { DomainError, invalid } from '../common/errors';
import { EventLoopShare } from '../common/event-loop-share';
import type { ChangePostsDto, ChangedPostsView } from './bulk.dto';
import { PostEdits } from './post-edits.service';
import { PostsService } from './posts.service';

/** Changes many posts, each on its own and by what the single call does. */
@Injectable()
export class BulkChanges {
  constructor(
    private readonly posts: PostsService,
    private readonly edits: PostEdits,
  ) {}

  async run(caller: Caller, wanted: ChangePostsDto): Promise<ChangedPostsView> {
    const eventLoop = new EventLoopShare();
    const answer: ChangedPostsView = { done: [], refused: [] };
    const times = new Map(wanted.times?.map(({ id, scheduled_for }) => [id, scheduled_for]));
    for (const id of new Set(wanted.ids)) {
      try {
        await this.change(caller, id, wanted, times);
        answer.done.push({ id });
      } catch (error) {
        // Also what is away just now: the caller has to know what was done before.
        if (!(error instanceof DomainError)) throw error;
        answer.refused.push({ id, error: error.code, message: error.message });
      }
      await eventLoop.share();
    }
    return answer;
  }

  private change(
    caller: Caller,
    id: number,
    { action, minutes = 0, draft, text = '', account_id }: ChangePostsDto,
    times: Map<number, unknown>,
  ): Promise<unknown> {
    switch (action) {
      case 'delete':
        return this.posts.delete(null, caller, id);
      case 'retry':
        return this.posts.retry(null, caller, id);
      case 'set_times':
        return this.setTime(caller, id, times);
      case 'shift':
        return this.posts.shift(caller, id, minutes);
      case 'clear_time':
        return this.posts.setTime(null, caller, id, null);
      case 'draft':
        return this.edits.edit(null, caller, id, { draft });
      case 'append_text':
        return this.edits.append(caller, id, text);
      case 'move':
        return this.edits.edit(null, caller, id, { account_id });
    }
  }

  private async setTime(caller: Caller, id: number, times: Map<number, unknown>): Promise<unknown> {
    await this.posts.find(null, caller, id);
    if (!times.has(id)) throw invalid({ times: ['times has no entry for this item.'] });
    return this.posts.setTime(null, caller, id, times.get(id));
  }
}

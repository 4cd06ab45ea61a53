import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { conflict } from '../../common/errors/errors';
import { Changes } from '../../database/changes';
import { required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { touching } from '../publisher/claims';
import type { PostFormat } from '../formats/formats';
import { isOwn, refOf } from '../posts/post-ref';
import type { PostView } from '../posts/post.view';
import { PostsService } from '../posts/posts.service';
import { beginningAgain, sessionOf } from './comment-columns';

/** Tries failed first comments again. */
@Injectable()
export class FirstCommentRetries {
  constructor(
    private readonly posts: PostsService,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 404, 409 when it has not failed, or its account was removed */
  async retry(format: PostFormat | null, caller: Caller, id: number): Promise<PostView> {
    const before = await this.posts.find(format, caller, id);
    if (before.first_comment_status === 'failed' && (await this.posts.hasLostAccount(id)))
      throw conflict(COMMENTED_ACCOUNT_REMOVED);
    const change = query
      .updateTable('posts')
      .set(beginningAgain(sessionOf(before), this.clock.now()))
      .where(isOwn(refOf(before)))
      .where('first_comment_status', '=', 'failed');
    const done = await this.changes.commit([required(change)], touching(before));
    const row = await this.posts.find(format, caller, id);
    if (!done) throw refusalOf(row.first_comment_status);
    return this.posts.view(row);
  }
}

/** A published post is bound to its account, so no other one helps. */
export const COMMENTED_ACCOUNT_REMOVED =
  'The account of this item was removed. Connect it again, then try the first comment again.';

const refusalOf = (status: string | null) =>
  conflict(
    status === null
      ? 'This item has no first comment that failed.'
      : `Only a failed first comment can be tried again; this one is ${status}.`,
  );

import { Inject, Injectable } from '@nestjs/common';
import { expressionBuilder } from 'kysely';
import { holdingAccounts } from '../accounts/held-accounts';
import type { Caller } from '../common/caller.decorator';
import { Clock } from '../common/clock';
import { conflict, invalid } from '../common/errors';
import { Changes } from '../database/changes';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type Tables } from '../database/tables';
import { usingVideo } from '../shared-videos/library-uses';
import { Quota } from '../subscriptions/quota';
import { holdingUser } from '../users/user-changes';
import { ACCOUNT_NAMES } from './chosen-accounts';
import { drafting } from './drafts';
import type { PostFormat } from './formats/formats';
import { KINDS } from './formats/lists';
import type { ChangePostDto } from './post.dto';
import { isOwn, refOf, touchingPosts } from './post-ref';
import type { PostRow, PostView } from './post.view';
import { changedMeanwhile, PostsService } from './posts.service';

export const HAS_VIDEO = 'That account has this shared video already. An account posts each one once.';

const LONGEST_TEXT = 2200;

/** Edits pending posts, holds them back or releases them, and moves them to other accounts. */
@Injectable()
export class PostEdits {
  constructor(
    private readonly db: Database,
    private readonly posts: PostsService,
    private readonly quota: Quota,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 404, 409 when it is not pending, 422 for an account that it cannot go to */
  async edit(
    format: PostFormat | null,
    caller: Caller,
    id: number,
    change: ChangePostDto,
  ): Promise<PostView> {
    const before = await this.posts.find(format, caller, id);
    await this.apply(caller, before, change);
    return this.posts.view(await this.posts.find(format, caller, id));
  }

  /** Adds text at the end of the description. @throws DomainError 404, 409, 422 when it would be too long */
  async append(caller: Caller, id: number, text: string): Promise<void> {
    const before = await this.posts.find(null, caller, id);
    const old = before.description ?? '';
    const space = old === '' || /\s$/u.test(old) || /^\s/u.test(text) ? '' : ' ';
    const description = (old === '' ? text.trimStart() : old + space + text).trimEnd();
    const length = [...description].length;
    if (length > LONGEST_TEXT)
      throw invalid({
        text: [
          `${ACCOUNT_NAMES[before.network]} takes at most ${thousands(LONGEST_TEXT)} characters; this has ${thousands(length)}.`,
        ],
      });
    await this.apply(caller, before, { description }, old);
  }

  private async apply(
    caller: Caller,
    before: PostRow,
    change: ChangePostDto,
    oldText?: string,
  ): Promise<void> {
    if (before.status !== 'pending') throw await this.posts.refusal(null, caller, before.id, 'edited');
    const to = change.account_id === before.account_id ? undefined : change.account_id;
    if (to !== undefined) await this.refuseAccount(before, to);
    const own = query
      .updateTable('posts')
      .set(this.columns(change, to))
      .where(isOwn(refOf(before)))
      .where('status', '=', 'pending')
      .$if(oldText !== undefined, (row) =>
        row.where(({ fn, val }) => fn.coalesce('description', val('')), '=', oldText ?? ''),
      );
    const isOfGroup = change.apply_to_group === 1 && before.group_id !== null;
    const done = await this.changes.commit(
      [
        ...(to === undefined ? [] : this.holding(before, to)),
        required(own),
        ...(to === undefined ? [] : this.using(before, to)),
        ...(isOfGroup ? [this.siblings(before, change)] : []),
      ],
      touchingPosts(before.user_id, ...(isOfGroup ? KINDS : [before.kind])),
    );
    if (!done) throw await this.whyNot(caller, before, to);
  }

  /** What MySQL reads in an assignment must not have been assigned before, so `due_at` comes first. */
  private columns({ title, description, draft }: ChangePostDto, to?: number) {
    const post = expressionBuilder<Tables, 'posts'>();
    const drafted = draft === undefined ? undefined : drafting(draft, this.clock.now());
    const due = drafted ? drafted.due_at : post.ref('due_at');
    // A turn that the former account gave is not one of the new account.
    const inLine = due && post.case().when('scheduled_for', 'is', null).then(null).else(due).end();
    return {
      ...drafted,
      ...(to !== undefined && { due_at: inLine, account_id: to, queued_at: this.clock.now(), tries: 0 }),
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description: description || null }),
      remote_session: null,
      posted_text: null,
    };
  }

  private siblings({ id, user_id, group_id }: PostRow, change: ChangePostDto): Statement {
    return textOf(
      query
        .updateTable('posts')
        .set(this.columns(change))
        .where('user_id', '=', user_id)
        .where('group_id', '=', group_id)
        .where('id', '<>', id)
        .where('status', '=', 'pending'),
    );
  }

  /** Waits for an account that is just being connected or removed, as new posts do. */
  private holding({ user_id, network }: PostRow, to: number): Statement[] {
    return [this.quota.freeing(user_id, 0, 0), holdingAccounts(user_id, network, [to])];
  }

  private using({ id, user_id, network, shared_video_id }: PostRow, to: number): Statement[] {
    if (shared_video_id === null) return [];
    const using = usingVideo({ userId: user_id, network, accountId: to }, shared_video_id, this.clock.now());
    const others = postsWithVideo(to, shared_video_id).where('id', '<>', id);
    return [textOf(using), required(holdingUser(user_id).where(({ not, exists }) => not(exists(others))))];
  }

  private async refuseAccount({ user_id, network }: PostRow, to: number): Promise<void> {
    const account = query
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', to)
      .where('user_id', '=', user_id)
      .where('network', '=', network)
      .where('removed_at', '=', 0);
    if (!(await this.db.row(account)))
      throw invalid({
        account_id: [`The account ${to} is none of your connected ${ACCOUNT_NAMES[network]} accounts.`],
      });
  }

  private async whyNot(caller: Caller, before: PostRow, to: number | undefined): Promise<Error> {
    const { status } = await this.posts.find(null, caller, before.id);
    if (status !== 'pending') return this.posts.refusal(null, caller, before.id, 'edited');
    if (to === undefined) return changedMeanwhile();
    await this.refuseAccount(before, to);
    const { shared_video_id: video } = before;
    const has = video !== null && (await this.db.row(postsWithVideo(to, video).limit(1))) !== undefined;
    return has ? conflict(HAS_VIDEO) : changedMeanwhile();
  }
}

/** Posts of the account that show this video, or will. */
const postsWithVideo = (accountId: number, videoId: number) =>
  query
    .selectFrom('posts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('shared_video_id', '=', videoId)
    .where('status', '<>', 'failed');

const thousands = (count: number): string => count.toLocaleString('en-US');

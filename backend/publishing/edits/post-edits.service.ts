import { Inject, Injectable } from '@nestjs/common';
import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { holdingAccounts } from '../../accounts/removal/held-accounts';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { conflict, invalid, isNotFound } from '../../common/errors/errors';
import { Changes } from '../../database/changes';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query, type Tables } from '../../database/tables';
import { usingVideo } from '../../shared-videos/library-uses';
import { givingBack, pickedOn } from '../../shared-videos/picked-videos';
import { Quota } from '../../subscriptions/quota';
import { holdingUser } from '../../users/user-changes';
import { ACCOUNT_NAMES } from '../new-posts/chosen-accounts';
import { drafting, mayBeReleased } from '../posts/drafts';
import type { PostChange } from './change-reader';
import { ContentChanges, type ChangedPost } from './content-changes';
import type { PostFormat } from '../formats/formats';
import type { ChangePostDto } from '../posts/post.dto';
import { isOwn, postsOf, refOf, touchingPosts } from '../posts/post-ref';
import type { PostRow, PostView } from '../posts/post.view';
import { changedMeanwhile, PostsService } from '../posts/posts.service';
import { isOnPageOfAccount } from '../posts/where-published';

export const HAS_VIDEO = 'That account has this shared video already. An account posts each one once.';

/** A change is read again when something was different meanwhile, such as a sibling that went out. */
const MOST_TRIES = 3;

/** Edits pending posts, holds them back or releases them, and moves them to other accounts. */
@Injectable()
export class PostEdits {
  constructor(
    private readonly db: Database,
    private readonly posts: PostsService,
    private readonly content: ContentChanges,
    private readonly quota: Quota,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** @throws DomainError 404, 409 when it is not pending, 422 for what it or its account does not take */
  async edit(
    format: PostFormat | null,
    caller: Caller,
    id: number,
    change: ChangePostDto,
  ): Promise<PostView> {
    const edited = await this.change(format, caller, id, change);
    return this.posts.view(await this.asItIs(caller, edited));
  }

  /** Like `edit`, and answers the post as it was edited. */
  async change(
    format: PostFormat | null,
    caller: Caller,
    id: number,
    change: ChangePostDto,
  ): Promise<PostRow> {
    for (let tries = 1; ; tries++) {
      const before = await this.posts.find(format, caller, id);
      const done = await this.apply(caller, before, change);
      if (done instanceof Error) throw done;
      if (done !== 'changed') return done;
      if (tries === MOST_TRIES) throw changedMeanwhile();
    }
  }

  /** One that was deleted since is shown as it was edited: "not found" would say that nothing was changed in its group. */
  private async asItIs(caller: Caller, edited: PostRow): Promise<PostRow> {
    try {
      return await this.posts.find(null, caller, edited.id);
    } catch (error) {
      if (isNotFound(error)) return edited;
      throw error;
    }
  }

  /** Adds text at the end of the description. @throws DomainError 404, 409, 422 when it would be too long */
  async append(caller: Caller, id: number, text: string): Promise<void> {
    const before = await this.posts.find(null, caller, id);
    const old = before.description ?? '';
    const space = old === '' || /\s$/u.test(old) || /^\s/u.test(text) ? '' : ' ';
    const description = (old === '' ? text.trimStart() : old + space + text).trimEnd();
    const done = await this.apply(caller, before, { description }, old);
    if (done instanceof Error) throw done;
    if (done === 'changed') throw changedMeanwhile();
  }

  /** @returns the post as edited, or why it is not. 'changed': something was different from what was read. */
  private async apply(
    caller: Caller,
    before: PostRow,
    change: ChangePostDto,
    oldText?: string,
  ): Promise<PostRow | Error | 'changed'> {
    if (before.status !== 'pending') return this.posts.refusal(null, caller, before.id, 'edited');
    const to = change.account_id === before.account_id ? undefined : change.account_id;
    if (to !== undefined) await this.refuseAccount(before, to);
    const siblings = change.apply_to_group === 1 ? await this.siblings(before) : [];
    const content = await this.content.prepare(caller, [before, ...siblings], change);
    const shared_video_id = content.posts[0]?.columns.shared_video_id;
    const after = shared_video_id === undefined ? before : { ...before, shared_video_id };
    const unit = [
      ...(to === undefined ? [] : this.holding(before, to)),
      ...content.before,
      ...content.posts.map((changed, n) =>
        required(n === 0 ? this.changing(changed, to, oldText) : this.changing(changed)),
      ),
      ...content.after,
      ...(to === undefined ? [] : this.using(after, to)),
      ...givingBackAll(before.user_id, content.posts, to),
    ];
    const kinds = content.posts.flatMap(({ post, columns }) => [post.kind, columns.kind ?? post.kind]);
    const done = await this.changes
      .commit(unit, touchingPosts(before.user_id, ...kinds))
      .catch(async (error: unknown) => {
        await content.undone(error);
        throw error;
      });
    if (done) await content.committed();
    else await content.undone(undefined);
    if (!done) return this.whyNot(caller, after, to);
    return { ...before, ...content.posts[0]?.columns, ...(to !== undefined && { account_id: to }) };
  }

  private changing({ post, change, columns, isUnchanged }: ChangedPost, to?: number, oldText?: string) {
    return query
      .updateTable('posts')
      .set(this.columns(change, columns, to))
      .where(isOwn(refOf(post)))
      .where('status', '=', 'pending')
      .where(isUnchanged)
      .$if(change.draft === 0, (row) => row.where(mayBeReleased()))
      .$if(oldText !== undefined, (row) => row.where(isText(oldText ?? '')));
  }

  /** What MySQL reads in an assignment must not have been assigned before, so `due_at` comes first. */
  private columns({ draft }: PostChange, content: ChangedPost['columns'], to?: number) {
    const post = expressionBuilder<Tables, 'posts'>();
    const drafted = draft === undefined ? undefined : drafting(draft, this.clock.now());
    const due = drafted ? drafted.due_at : post.ref('due_at');
    // A turn that the former account gave is not one of the new account.
    const inLine = due && post.case().when('scheduled_for', 'is', null).then(null).else(due).end();
    return {
      ...drafted,
      ...(to !== undefined && { due_at: inLine, account_id: to, queued_at: this.clock.now(), tries: 0 }),
      ...content,
      remote_session: null,
      posted_text: null,
    };
  }

  /** The pending posts that were made together with this one. */
  private async siblings({ id, user_id, group_id }: PostRow): Promise<PostRow[]> {
    if (group_id === null) return [];
    const group = postsOf(user_id).selectAll().where('group_id', '=', group_id);
    return this.db.rows(group.where('id', '<>', id).where('status', '=', 'pending').orderBy('id'));
  }

  /** Waits for an account that is just being connected or removed, as new posts do. */
  private holding({ user_id, network }: PostRow, to: number): Statement[] {
    return [this.quota.freeing(user_id, 0, 0), holdingAccounts(user_id, network, [to])];
  }

  private using(
    { id, user_id, network, account_id: from, shared_video_id }: PostRow,
    to: number,
  ): Statement[] {
    if (shared_video_id === null) return [];
    const account = { userId: user_id, network, accountId: to };
    const why = { now: this.clock.now(), picked: pickedOn(from ?? 0, account, shared_video_id) };
    const using = usingVideo(account, shared_video_id, why);
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

  private async whyNot(caller: Caller, after: PostRow, to: number | undefined): Promise<Error | 'changed'> {
    const { status } = await this.posts.find(null, caller, after.id);
    if (status !== 'pending') return this.posts.refusal(null, caller, after.id, 'edited');
    if (to === undefined) return 'changed';
    await this.refuseAccount(after, to);
    const { shared_video_id: video } = after;
    const has = video !== null && (await this.db.row(postsWithVideo(to, video).limit(1))) !== undefined;
    return has ? conflict(HAS_VIDEO) : 'changed';
  }
}

/** Accounts that get none of these videos any more may be given them by automatic posting. */
function givingBackAll(userId: number, posts: readonly ChangedPost[], to?: number): Statement[] {
  const videos = posts.flatMap(({ post, columns }, n) => [
    ...(columns.shared_video_id !== undefined || (n === 0 && to !== undefined)
      ? [post.shared_video_id, columns.shared_video_id]
      : []),
  ]);
  const ids = [...new Set(videos.filter((id) => typeof id === 'number'))];
  return ids.length > 0 ? [givingBack(userId, ids)] : [];
}

/** Whether this is still the text, to the byte: MySQL takes texts for equal that differ in case, accents or blanks. */
const isText =
  (text: string) =>
  (post: ExpressionBuilder<Tables, 'posts'>): Expression<SqlBool> =>
    post(
      post.fn('hex', [post.fn.coalesce('description', post.val(''))]),
      '=',
      post.fn('hex', [post.val(text)]),
    );

/** Posts of the account that show this video, or will. */
const postsWithVideo = (accountId: number, videoId: number) =>
  query
    .selectFrom('posts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('shared_video_id', '=', videoId)
    .where('status', '<>', 'failed')
    .where(isOnPageOfAccount('posts'));

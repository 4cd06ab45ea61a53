import { Injectable } from '@nestjs/common';
import { Changes } from '../../database/changes';
import { Database, textOf, type Statement } from '../../database/database';
import { query, type NewRow } from '../../database/tables';
import { POST_TOPICS } from '../../publishing/formats/lists';
import { AccountConnection } from '../connection/account-connection';
import { AccountMails, type Which } from '../mails/account-mails';
import { AccountPictures } from '../connection/account-pictures';
import { forgettingNames } from '../connection/earlier-names';
import { AccountPosts } from '../removal/account-posts';
import { heirs } from '../removal/account-removal';
import { ACCOUNT_TOPICS } from '../accounts.service';
import { outdating } from '../outdated-reads';

export const ACCESS_REMOVED = 'Access was removed on Facebook. Connect again.';
const DATA_DELETED = 'Its data is deleted, as was asked for on Facebook. Connect again.';

/** Tries of one removal. A failed one means that the accounts or their posts were changing. */
const MOST_TRIES = 20;

const TOPICS = [...ACCOUNT_TOPICS, ...POST_TOPICS];

/**
 * What becomes of the accounts, of all users, that a person has connected and takes back. They lose their tokens at
 * once, so that nothing but a new connection ends their pause. What is being saved with such a token is judged anew.
 */
@Injectable()
export class WithdrawnAccess {
  constructor(
    private readonly db: Database,
    private readonly connection: AccountConnection,
    private readonly posts: AccountPosts,
    private readonly mails: AccountMails,
    private readonly pictures: AccountPictures,
    private readonly changes: Changes,
  ) {}

  /**
   * Pauses the accounts and tells their users, in one unit: all are told, or the call is repeated.
   * @param also statements of the same unit
   */
  async pause(metaUserId: string, also: Statement[]): Promise<void> {
    const users = await this.usersOf(metaUserId);
    const pausing = withToken(metaUserId).set({ ...WITHDRAWN, paused_reason: ACCESS_REMOVED });
    const paused: Which = (is) => is.and([is('meta_user_id', '=', metaUserId), is('token', 'is not', null)]);
    const telling: Statement[] = [];
    for (const user of users) telling.push(...(await this.mails.ofPause(user, paused, ACCESS_REMOVED)));
    await this.commit(users, [...also, ...telling, textOf(pausing)]);
    this.mails.wake();
  }

  /**
   * Erases what is known of the accounts, also of removed ones. They are still there, until `removeErased` succeeds.
   * @param also statements of the same unit
   */
  async erase(metaUserId: string, also: Statement[]): Promise<void> {
    const users = await this.usersOf(metaUserId);
    const erasing = live(metaUserId).set({ ...WITHDRAWN, ...NAMELESS, paused_reason: DATA_DELETED });
    const forgetting = query
      .updateTable('accounts')
      .set({ ...NAMELESS, meta_user_id: null })
      .where('meta_user_id', '=', metaUserId)
      .where('removed_at', '>', 0);
    const names = forgettingNames(metaUserId);
    await this.commit(users, [...also, ...names, textOf(erasing), textOf(forgetting)]);
  }

  /**
   * Removes the erased accounts, but not those that were connected again meanwhile. Their posts wait for another one.
   * @returns false while a post may be going public there, or a first comment is being sent: to be called again later.
   */
  async removeErased(metaUserId: string): Promise<boolean> {
    for (const { id, user_id } of await this.erased(metaUserId)) await this.removeOne(user_id, id);
    return (await this.erased(metaUserId)).length === 0;
  }

  private async removeOne(userId: number, id: number): Promise<void> {
    for (let n = 0; n < MOST_TRIES; n++) {
      const before = await this.connection.read(userId);
      const account = before.live.find((each) => each.id === id);
      if (account?.paused_reason !== DATA_DELETED) return;
      await this.posts.endUnreadable([id]);
      if ((await this.posts.goingOut([id])) !== undefined) return;
      await this.pictures.forget(account);
      const statements = [
        this.connection.saving(before),
        ...this.posts.leaving(userId, [id]),
        ...this.connection.preferring(before, heirs(before, [account])),
        textOf(query.updateTable('accounts').set({ meta_user_id: null }).where('id', '=', id)),
      ];
      if (await this.changes.commit(statements, { user: userId, topics: TOPICS, account: 'all' })) return;
    }
  }

  private erased(metaUserId: string): Promise<{ id: number; user_id: number }[]> {
    return this.db.rows(
      query
        .selectFrom('accounts')
        .select(['id', 'user_id'])
        .where('meta_user_id', '=', metaUserId)
        .where('removed_at', '=', 0)
        .where('paused_reason', '=', DATA_DELETED)
        .orderBy('id'),
    );
  }

  private async usersOf(metaUserId: string): Promise<number[]> {
    const accounts = query.selectFrom('accounts').select('user_id').distinct();
    const rows = await this.db.rows(
      accounts
        .where('meta_user_id', '=', metaUserId)
        .where('removed_at', '=', 0)
        .where('token', 'is not', null)
        .orderBy('user_id'),
    );
    return rows.map(({ user_id }) => user_id);
  }

  private async commit(users: number[], statements: Statement[]): Promise<void> {
    const touched = { topics: TOPICS, account: 'all' as const };
    await this.db.atomically([
      ...outdating(users),
      ...statements,
      ...users.flatMap((user) => this.changes.marking({ user, ...touched })),
    ]);
    this.changes.wake(touched);
  }
}

const live = (metaUserId: string) =>
  query.updateTable('accounts').where('meta_user_id', '=', metaUserId).where('removed_at', '=', 0);

const withToken = (metaUserId: string) => live(metaUserId).where('token', 'is not', null);

type Columns = Partial<NewRow<'accounts'>>;

const WITHDRAWN = {
  resumes_at: null,
  token: null,
  given_token: null,
  given_token_last4: null,
  next_check_at: null,
  expires_at: null,
  data_access_expires_at: null,
} satisfies Columns;

/** The picture is due to be deleted. */
const NAMELESS = { name: null, missing_permissions: null, picture_due_at: 0 } satisfies Columns;

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { notFound } from '../../common/errors/errors';
import { Database, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query, type NewRow, type Row } from '../../database/tables';
import type { NetworkName } from '../../ports/networks/network';
import { holdingUser, isOpen } from '../../users/user-changes';
import { CHECKED_EVERY_MS, UNVERIFIED_MS } from '../checks/account-checks';
import type { Defaults } from '../accounts.service';
import { AccountPosts } from '../removal/account-posts';
import { keepingName } from './earlier-names';

/** A token that the user entered. */
export interface Given {
  sealed: string | null;
  last4: string | null;
}

/** The user's accounts and page settings, as of one save. */
export interface Entered {
  userId: number;
  /** Number of saves at the time the settings were read. */
  saves: number;
  given: Given;
  /** The default accounts, or what has been entered so far. */
  pageId: string | null;
  instagramId: string | null;
  /** Initial values for a new account. */
  frequencies: Frequencies;
  /** The connected accounts, oldest first. */
  live: Row<'accounts'>[];
  defaults: Defaults;
  /** Accounts that were connected before, the latest first. Reconnecting one restores its history. */
  removed: Pick<Row<'accounts'>, 'id' | 'network' | 'remote_id'>[];
}

export type Frequencies = Pick<NewRow<'accounts'>, 'upload_frequency' | 'photo_upload_frequency'>;

/** The columns that the network's answer and the user's token determine. */
export type Saved = Pick<NewRow<'accounts'>, 'remote_id' | 'token'> &
  Partial<
    Pick<
      NewRow<'accounts'>,
      | 'page_remote_id'
      | 'name'
      | 'given_token'
      | 'given_token_last4'
      | 'meta_user_id'
      | 'verified_at'
      | 'expires_at'
      | 'data_access_expires_at'
      | 'missing_permissions'
    >
  >;

/** Settings that do not form an account yet. */
export type Draft = Given & { pageId: string | null; instagramId: string | null };

export const NO_DRAFT: Draft = { sealed: null, last4: null, pageId: null, instagramId: null };

/**
 * Reads and writes the accounts that a user has. Every change of which accounts there are, or which is the default,
 * begins with `saving`: it fails unless the accounts are still those that were read, so the changes follow one another.
 */
@Injectable()
export class AccountConnection {
  constructor(
    private readonly db: Database,
    private readonly accountPosts: AccountPosts,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async read(userId: number): Promise<Entered> {
    // An account that is connected again must not find posts that were to be deleted with it.
    await this.accountPosts.endRemovals(userId);
    // Before the accounts: what is saved in between must be noticed.
    const settings = await this.settings(userId);
    const of = query.selectFrom('accounts').where('user_id', '=', userId);
    const live = await this.db.rows(of.selectAll().where('removed_at', '=', 0).orderBy('id'));
    const removed = await this.db.rows(
      of.select(['id', 'network', 'remote_id']).where('removed_at', '>', 0).orderBy('removed_at', 'desc'),
    );
    const defaults: Defaults = Object.fromEntries(
      live.filter(({ is_default }) => is_default === 1).map((row) => [row.network, row]),
    );
    const page = defaults.facebook;
    return {
      userId,
      saves: settings.saves,
      given: {
        sealed: page ? page.given_token : settings.access_token,
        last4: page ? page.given_token_last4 : settings.access_token_last4,
      },
      pageId: page?.remote_id ?? settings.page_id,
      instagramId: defaults.instagram?.remote_id ?? settings.instagram_page_id,
      frequencies: {
        upload_frequency: settings.upload_frequency,
        photo_upload_frequency: settings.photo_upload_frequency,
      },
      live,
      defaults,
      removed,
    };
  }

  /**
   * Like `read`, for what may connect an account.
   *
   * @throws DomainError 404 once the user is being deleted
   */
  async readToConnect(userId: number): Promise<Entered> {
    const entered = await this.read(userId);
    const open = query.selectFrom('users').select('id').where('id', '=', userId).where(isOpen);
    if (!(await this.db.row(open))) throw notFound('This user');
    return entered;
  }

  /** Belongs in a unit that may connect an account: nothing is added to a user who is being deleted. */
  whileOpen({ userId }: Entered): Statement {
    return required(holdingUser(userId).where(isOpen));
  }

  /** Succeeds only on the state that was read. To be the first statement of its unit. */
  saving({ userId, saves, frequencies }: Entered, draft?: Draft): Statement {
    return required(
      query
        .updateTable('account_settings')
        .set((row) => ({
          saves: row('saves', '+', 1),
          ...frequencies,
          ...(draft && {
            access_token: draft.sealed,
            access_token_last4: draft.last4,
            page_id: draft.pageId,
            instagram_page_id: draft.instagramId,
          }),
        }))
        .where('user_id', '=', userId)
        .where('saves', '=', saves),
    );
  }

  /**
   * Stores an account that the user does not have, or had before. The first one of its network is the default. The unit
   * is undone while posts are left that were to be deleted with it: `read` deletes them.
   */
  adding(
    { userId, defaults, removed, frequencies }: Entered,
    network: NetworkName,
    saved: Saved,
  ): Statement[] {
    const isFirst = !defaults[network];
    const begun = { ...saved, ...frequencies, is_default: isFirst ? (1 as const) : null };
    const known = removed.find((each) => each.network === network && each.remote_id === saved.remote_id);
    const insert = query.insertInto('accounts').values({
      ...begun,
      user_id: userId,
      network,
      next_check_at: this.nextCheck(saved),
      auto_due_at: this.clock.now(),
      picture_due_at: this.clock.now(),
    });
    return [
      ...(known
        ? [...this.accountPosts.returning(userId, known.id), this.changing(known.id, withNameKept(begun))]
        : [textOf(insert)]),
      ...(isFirst
        ? this.accountPosts.arriving(userId, network)
        : known
          ? this.accountPosts.comingBack(userId, known.id)
          : []),
    ];
  }

  /** Stores an account that the user has as newly connected, which ends any pause. Its posts follow to another one. */
  reconnecting(
    { id, user_id, remote_id }: Pick<Row<'accounts'>, 'id' | 'user_id' | 'remote_id'>,
    saved: Saved,
  ): Statement[] {
    if (saved.remote_id === remote_id) return [this.changing(id, withNameKept(saved))];
    return [
      ...keepingName(id),
      this.changing(id, { ...saved, picture_key: null, posts_per_day: null }),
      ...this.accountPosts.following(user_id, id),
      ...this.accountPosts.comingBack(user_id, id),
    ];
  }

  /** Makes these accounts, at most one per network, the defaults. */
  preferring(
    { userId, defaults }: Entered,
    accounts: Pick<Row<'accounts'>, 'id' | 'network'>[],
  ): Statement[] {
    const moved = accounts.filter(({ id, network }) => defaults[network]?.id !== id);
    if (moved.length === 0) return [];
    const of = query.updateTable('accounts').where('user_id', '=', userId);
    const networks = moved.map(({ network }) => network);
    const ids = moved.map(({ id }) => id);
    // One after the other: a unique index allows one mark per network.
    return [
      textOf(of.set({ is_default: null }).where('network', 'in', networks).where('is_default', '=', 1)),
      required(of.set({ is_default: 1 }).where('id', 'in', ids).where('removed_at', '=', 0), ids.length),
    ];
  }

  private changing(id: number, account: Saved & Partial<NewRow<'accounts'>>): Statement {
    const { expires_at = null, data_access_expires_at = null, ...saved } = account;
    return textOf(
      query
        .updateTable('accounts')
        // MySQL assigns from left to right: a column that reads the old row must come before the one that overwrites
        // it.
        .set((row) => ({
          expiry_mail_days: row
            .case()
            .when('expires_at', '=', expires_at)
            .then(row.ref('expiry_mail_days'))
            .end(),
          data_access_mail_days: row
            .case()
            .when('data_access_expires_at', '=', data_access_expires_at)
            .then(row.ref('data_access_mail_days'))
            .end(),
          expires_at,
          data_access_expires_at,
          paused_reason: null,
          resumes_at: null,
          removed_at: 0,
          next_check_at: this.nextCheck(account),
          picture_due_at: this.clock.now(),
          ...saved,
        }))
        .where('id', '=', id),
    );
  }

  private nextCheck({ verified_at = null }: Pick<Saved, 'verified_at'>): number {
    return this.clock.now() + (verified_at === null ? UNVERIFIED_MS : CHECKED_EVERY_MS);
  }

  /** Creates the row on first use. Every save updates this row first, so that concurrent saves are serialised. */
  private async settings(userId: number): Promise<Row<'account_settings'>> {
    const own = query.selectFrom('account_settings').selectAll().where('user_id', '=', userId);
    const found = await this.db.row(own);
    if (found) return found;
    const user = query.selectFrom('users').select('id').where('id', '=', userId);
    await this.db
      .run(query.insertInto('account_settings').columns(['user_id']).expression(user))
      .catch((error: unknown) => {
        // A concurrent save inserted it first.
        if (!this.db.isDuplicate(error)) throw error;
      });
    const begun = await this.db.row(own);
    if (!begun) throw notFound('This user');
    return begun;
  }
}

/** For an account that stays the same one: it keeps the name that it has where the network told none. */
const withNameKept = <T extends Saved>(saved: T) => ({ ...saved, name: saved.name ?? undefined });

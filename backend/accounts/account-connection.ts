import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import { Database, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type NewRow, type Row } from '../database/tables';
import type { NetworkName } from '../ports/networks/network';
import { CHECKED_EVERY_MS, UNVERIFIED_MS } from './account-checks';
import { AccountsService, type Defaults } from './accounts.service';
import { AccountPosts } from './account-posts';

/** A token that the user entered. */
export interface Given {
  sealed: string | null;
  last4: string | null;
}

/** The user's page settings: those of the default accounts, or what has been entered so far. */
export interface Entered {
  userId: number;
  /** Number of saves at the time the settings were read. */
  saves: number;
  given: Given;
  pageId: string | null;
  instagramId: string | null;
  /** Initial values for a new account. */
  frequencies: Frequencies;
  defaults: Defaults;
  /** Accounts that were connected before. Reconnecting one restores its history. */
  removed: Pick<Row<'accounts'>, 'id' | 'network' | 'remote_id'>[];
}

type Frequencies = Pick<NewRow<'accounts'>, 'upload_frequency' | 'photo_upload_frequency'>;

/** The columns that a save sets. */
type Saved = Omit<NewRow<'accounts'>, 'id' | 'user_id' | 'network'>;

/** Reads and writes the default accounts. */
@Injectable()
export class AccountConnection {
  constructor(
    private readonly db: Database,
    private readonly accounts: AccountsService,
    private readonly accountPosts: AccountPosts,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  async read(userId: number): Promise<Entered> {
    const settings = await this.settings(userId);
    const defaults = await this.accounts.defaults(userId);
    const page = defaults.facebook;
    const removed = await this.db.rows(
      query
        .selectFrom('accounts')
        .select(['id', 'network', 'remote_id'])
        .where('user_id', '=', userId)
        .where('removed_at', '>', 0)
        .orderBy('removed_at', 'desc'),
    );
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
      defaults,
      removed,
    };
  }

  /** Gives both accounts the same sealed text, which identifies the token that they share. */
  replacingToken(userId: number, token: string): Statement {
    return textOf(
      query.updateTable('accounts').set({ token }).where('user_id', '=', userId).where('is_default', '=', 1),
    );
  }

  /** Stores the network's default account as newly connected, which ends any pause. */
  connecting(
    { userId, defaults, removed, frequencies }: Entered,
    network: NetworkName,
    account: Saved,
    given: Given,
  ): Statement[] {
    const now = this.clock.now();
    const saved: Saved = {
      ...account,
      given_token: given.sealed,
      given_token_last4: given.last4,
      next_check_at: now + (account.verified_at === null ? UNVERIFIED_MS : CHECKED_EVERY_MS),
    };
    const current = defaults[network];
    if (current) return [this.changing(current.id, saved)];
    const begun = { ...saved, ...frequencies };
    const known = removed.find((each) => each.network === network && each.remote_id === account.remote_id);
    const insert = query
      .insertInto('accounts')
      .values({ ...begun, user_id: userId, network, is_default: 1, auto_due_at: now });
    return [
      known ? this.changing(known.id, begun) : textOf(insert),
      ...this.accountPosts.arriving(userId, network),
    ];
  }

  private changing(id: number, { expires_at = null, ...saved }: Saved): Statement {
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
          expires_at,
          paused_reason: null,
          resumes_at: null,
          removed_at: 0,
          is_default: 1,
          ...saved,
        }))
        .where('id', '=', id),
    );
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

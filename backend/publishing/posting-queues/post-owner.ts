import { maySend } from '../../accounts/turns/account-turns';
import type { Database } from '../../database/database';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import { isActive } from '../../subscriptions/subscription-status';
import type { PostingAccount } from './posting-account';

const OWNER = prepared(({ id, now }: { id: number; now: number }) =>
  query
    .selectFrom('users as u')
    .select(['u.preferred_categories', 'u.timezone'])
    .select((user) => [
      user
        .case()
        .when(user.or([user('u.is_admin', '=', 1), user('u.can_use_shared_videos', '=', 1)]))
        .then(1)
        .else(0)
        .end()
        .as('may_use_library'),
      user
        .case()
        .when(
          user.exists(
            user
              .selectFrom('subscriptions as s')
              .select('s.id')
              .whereRef('s.user_id', '=', 'u.id')
              .where(isActive(now)),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('subscribed'),
    ])
    .where('u.id', '=', id),
);

/** What of a user decides about automatic posts. */
export const ownerOf = (db: Database, id: number, now: number) => db.row(OWNER({ id, now }));

export type Owner = Awaited<ReturnType<typeof ownerOf>>;

/** The categories from which a user's accounts are filled. */
export const libraryFor = (owner: Owner): number[] =>
  owner?.may_use_library && owner.preferred_categories
    ? (JSON.parse(owner.preferred_categories) as number[])
    : [];

export const timezoneOf = (owner: Owner): string => owner?.timezone ?? 'UTC';

/** Whether anything may go out on the account now. */
export const mayPostNow = (account: PostingAccount, owner: Owner, now: number): boolean =>
  owner?.subscribed === 1 && maySend(account, now);

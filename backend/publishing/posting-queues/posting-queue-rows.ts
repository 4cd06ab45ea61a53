import { sql } from 'kysely';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import type { PostKind } from '../formats/formats';
import { KINDS } from '../formats/lists';
import { isOnPageOfAccount } from '../posts/where-published';
import { POSTING_COLUMNS } from './posting-account';

const lastOf = (kind: PostKind) =>
  query
    .selectFrom('posts as p')
    .select('p.published_at')
    .whereRef('p.account_id', '=', sql.ref('accounts.id'))
    .where('p.kind', '=', kind)
    .where(isOnPageOfAccount('p'))
    .orderBy('p.published_at', 'desc')
    .limit(1)
    .$asScalar();

export const accountsOf = (userId: number) =>
  query
    .selectFrom('accounts')
    .select(POSTING_COLUMNS)
    .where('user_id', '=', userId)
    .where('removed_at', '=', 0)
    .orderBy('id');

export const ACCOUNTS = prepared(({ userId }: { userId: number }) => accountsOf(userId));

/** The last publication of every kind on each account. */
export const lastPublishedOn = (ids: number[]) =>
  query
    .selectFrom('accounts')
    .select('id')
    .select(KINDS.map((kind) => lastOf(kind).as(`last_${kind}` as const)))
    .where('id', 'in', ids);

export const LAST_PUBLISHED = prepared(({ accountId, kind }: { accountId: number; kind: PostKind }) =>
  query
    .selectFrom('posts')
    .select('published_at as last')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where(isOnPageOfAccount('posts'))
    .orderBy('published_at', 'desc')
    .limit(1),
);

/** Finds nothing for the account of another user. */
export const OWN_ACCOUNT = prepared(({ userId, accountId }: { userId: number; accountId: number }) =>
  query.selectFrom('accounts').select('id').where('id', '=', accountId).where('user_id', '=', userId),
);

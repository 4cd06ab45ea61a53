import { sql } from 'kysely';
import { prepared } from '../../database/prepared';
import { query } from '../../database/tables';
import type { PostKind } from '../formats/formats';
import { KINDS } from '../formats/lists';
import { mayBeQueued, OPEN_COLUMNS } from './open-posts';
import { OPEN } from '../posts/post-status';
import { POSTING_COLUMNS } from './posting-account';

/** What is read for posting queues. */
const allOpenPosts = () =>
  query
    .selectFrom('posts')
    .select(OPEN_COLUMNS)
    .where('status', 'in', OPEN)
    .where('draft', '=', 0)
    .where(mayBeQueued);

const openPosts = (kind: PostKind) => allOpenPosts().where('kind', '=', kind);

export const OPEN_POSTS_OF_ACCOUNT = prepared(({ accountId }: { accountId: number }) =>
  allOpenPosts().where('account_id', '=', accountId),
);

const lastOf = (kind: PostKind) =>
  query
    .selectFrom('posts as p')
    .select(({ fn }) => fn.max('p.published_at').as('last'))
    .whereRef('p.account_id', '=', sql.ref('accounts.id'))
    .where('p.kind', '=', kind)
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

/** Also those that wait for an account. */
export const OPEN_POSTS_OF_USER = prepared(({ userId }: { userId: number }) =>
  allOpenPosts().where('user_id', '=', userId),
);

export const OPEN_POSTS = prepared(({ kind, accountId }: { kind: PostKind; accountId: number }) =>
  openPosts(kind).where('account_id', '=', accountId),
);

export const LAST_PUBLISHED = prepared(({ accountId, kind }: { accountId: number; kind: PostKind }) =>
  query
    .selectFrom('posts')
    .select(({ fn }) => fn.max('published_at').as('last'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind),
);

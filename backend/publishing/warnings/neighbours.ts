import type { Database } from '../../database/database';
import { query, type Row } from '../../database/tables';
import { formatOf, KINDS } from '../formats/lists';
import { UNDER_WAY } from '../posts/post-status';
import { isOnPageOfAccount } from '../posts/where-published';
import { LIMITED_MS, SAME_MEDIA_MS, SAME_TEXT_MS } from './rules';

/** What is read of the posts that others are compared with. */
export type Neighbour = Pick<
  Row<'posts'>,
  | 'id'
  | 'account_id'
  | 'network'
  | 'format'
  | 'title'
  | 'status'
  | 'draft'
  | 'scheduled_for'
  | 'due_at'
  | 'published_at'
  | 'fingerprint'
  | 'description'
  | 'posted_text'
> & {
  /** Fingerprints of its further files, if they are known. */
  further?: readonly string[];
};

export type AccountFacts = Pick<
  Row<'accounts'>,
  'id' | 'name' | 'paused_reason' | 'resumes_at' | 'posts_per_day'
>;

interface Span {
  from: number;
  until: number;
}

const FACTS = [
  ...(['id', 'account_id', 'network', 'format', 'title', 'status', 'draft'] as const),
  ...(['scheduled_for', 'due_at', 'published_at', 'fingerprint'] as const),
];

/** Texts are long: they are read only where they are compared. */
const facts = (withTexts: boolean) =>
  query
    .selectFrom('posts')
    .select(FACTS)
    .select((post) =>
      withTexts
        ? [post.ref('description').as('description'), post.ref('posted_text').as('posted_text')]
        : [post.lit(null).as('description'), post.lit(null).as('posted_text')],
    );

type Facts = ReturnType<typeof facts>;

const on = (accounts: number[], posts: Facts) => posts.where('account_id', 'in', accounts);

const pendingOn = (accounts: number[], posts: Facts) => on(accounts, posts).where('status', '=', 'pending');

const underWayOn = (accounts: number[], posts: Facts) =>
  on(accounts, posts)
    .where('status', 'in', [...UNDER_WAY])
    .where(isOnPageOfAccount('posts'));

/** Names the kinds, because the index by publication has them before the time. */
const publishedOn = (accounts: number[], posts: Facts, from: number) =>
  on(accounts, posts)
    .where('kind', 'in', KINDS)
    .where('published_at', '>=', from)
    .where(isOnPageOfAccount('posts'));

/** Posts of these accounts that go out or went out near the span; with texts, also those that wait for their turn. */
export async function neighboursOf(
  db: Database,
  accounts: number[],
  span: Span | undefined,
  withTexts: boolean,
): Promise<Neighbour[]> {
  if (accounts.length === 0 || !span) return [];
  const margin = withTexts ? SAME_TEXT_MS : LIMITED_MS;
  const [from, until] = [span.from - margin, span.until + margin];
  const posts = facts(withTexts);
  const timed = pendingOn(accounts, posts).where('due_at', '>=', from).where('due_at', '<=', until);
  const published = publishedOn(accounts, posts, from).where('published_at', '<=', until);
  const all = timed.unionAll(underWayOn(accounts, posts)).unionAll(published);
  return db.rows(withTexts ? all.unionAll(pendingOn(accounts, posts).where('due_at', 'is', null)) : all);
}

/** Posts of these accounts with one of these files, unless they were published long ago. */
export async function withSameMedia(
  db: Database,
  accounts: number[],
  fingerprints: string[],
  now: number,
): Promise<Neighbour[]> {
  if (accounts.length === 0 || fingerprints.length === 0) return [];
  const prints = [...new Set(fingerprints)];
  const posts = facts(false).where((post) =>
    post.or([
      post('fingerprint', 'in', prints),
      post.exists(
        post
          .selectFrom('post_media as m')
          .select('m.id')
          .whereRef('m.post_id', '=', 'posts.id')
          .where('m.fingerprint', 'in', prints),
      ),
    ]),
  );
  return db.rows(
    pendingOn(accounts, posts)
      .unionAll(underWayOn(accounts, posts))
      .unionAll(publishedOn(accounts, posts, now - SAME_MEDIA_MS)),
  );
}

/** The posts with the fingerprints of their further files. */
export async function withFurtherFiles(db: Database, posts: Neighbour[]): Promise<Neighbour[]> {
  const several = posts.filter((post) => formatOf(post).files && !post.further).map(({ id }) => id);
  if (several.length === 0) return posts;
  const rows = await db.rows(
    query
      .selectFrom('post_media')
      .select(['post_id', 'fingerprint'])
      .where('post_id', 'in', several)
      .where('fingerprint', 'is not', null)
      .$narrowType<{ fingerprint: string }>(),
  );
  const further = new Map<number, string[]>();
  for (const { post_id, fingerprint } of rows)
    further.set(post_id, [...(further.get(post_id) ?? []), fingerprint]);
  return posts.map((post) => ({ ...post, further: further.get(post.id) ?? post.further }));
}

export async function accountsBy(db: Database, ids: number[]): Promise<Map<number, AccountFacts>> {
  if (ids.length === 0) return new Map();
  const accounts = query
    .selectFrom('accounts')
    .select(['id', 'name', 'paused_reason', 'resumes_at', 'posts_per_day']);
  const rows = await db.rows(accounts.where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** When the user has a plan from now on. */
export function plansOf(db: Database, userId: number, now: number): Promise<Span[]> {
  return db.rows(
    query
      .selectFrom('subscriptions')
      .select(['starts_at as from', 'expires_at as until'])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now),
  );
}

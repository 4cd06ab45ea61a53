import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { ListFields, ListRequest, Page } from '../../common/lists/lists';
import { Database } from '../../database/database';
import { listOf } from '../../database/list-rows';
import { query, type Row } from '../../database/tables';
import type { PostKind } from '../formats/formats';
import { KINDS } from '../formats/lists';
import { isOwn, postsOf, type PostName } from './post-ref';
import type { PostRow, ShownPost } from './post.view';
import type { PublishStepRow, CategoryOfPost } from './post-parts.view';
import { postsInWindow, postsOn, SHOWN } from './shown-posts';

export const POST_FIELDS: ListFields<keyof Row<'posts'>> = {
  sort: {
    id: 'id',
    title: 'title',
    status: 'status',
    scheduled_for: 'scheduled_for',
    created_at: 'created_at',
  },
  filter: { id: 'id', account_id: 'id', status: 'text', scheduled: 'presence', q: 'search' },
  parameters: ['account_id'],
};

const TEXTS = { kind: 'text', network: 'text', format: 'text', status: 'text' } as const;
const OF_ALL = { ...TEXTS, draft: 'flag', group_id: 'id', q: 'search', from: 'from', to: 'until' } as const;

/** Of the list of all posts. */
export const ALL_POSTS_FIELDS: typeof POST_FIELDS = {
  sort: POST_FIELDS.sort,
  filter: { ...POST_FIELDS.filter, ...OF_ALL },
  parameters: ['account_id', ...Object.keys(OF_ALL)],
};

export type Cover = Pick<PostRow, 'title' | 'poster_key'>;

const publishedOn = sql.ref<string | null>('posts.published_on');

const earlierName = query
  .selectFrom('earlier_names as e')
  .select('e.name')
  .whereRef('e.account_id', '=', sql.ref('a.id'))
  .whereRef('e.remote_id', '=', sql.ref('posts.published_on'))
  .$asScalar();

/** Read for the rows of a page alone; a join would also be made to count them. */
const accountName = query
  .selectFrom('accounts as a')
  .select((account) =>
    account
      .case()
      .when(
        account.or([account(publishedOn, 'is', null), account(publishedOn, '=', account.ref('a.remote_id'))]),
      )
      .then(account.ref('a.name'))
      .else(earlierName)
      .end()
      .as('name'),
  )
  .whereRef('a.id', '=', sql.ref('posts.account_id'))
  .as('account_name');

const list = listOf((at: { userId: number; kind: PostKind }) => ({
  rows: query
    .selectFrom('posts')
    .select(SHOWN)
    .select(accountName)
    .where('user_id', '=', at.userId)
    .where('kind', '=', at.kind),
  filter: { id: 'id', account_id: 'account_id', status: 'status', scheduled: 'scheduled_for', q: 'title' },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  ties: 'id',
}));

const listOfAll = listOf((at: { userId: number }) => ({
  rows: query.selectFrom('posts').select(SHOWN).select(accountName).where('user_id', '=', at.userId),
  filter: {
    ...{ id: 'id', account_id: 'account_id', status: 'status', scheduled: 'scheduled_for' },
    ...{ kind: 'kind', network: 'network', format: 'format', draft: 'draft', group_id: 'group_id' },
    ...{ q: ['title', 'description'], from: 'scheduled_for', to: 'scheduled_for' },
  },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  ties: 'id',
}));

/** The last one of each kind, found at the end of an index. */
const lastPublishedOn = (userId: number, accountId: number, kind: PostKind) =>
  query
    .selectFrom('posts')
    .select(SHOWN)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('published_at', '>', 0)
    .where(({ fn, lit }) => fn.coalesce('user_id', lit(0)), '=', userId)
    .orderBy('published_at', 'desc')
    .limit(1);

/** Reads the posts of users. `PostCreation`, `PostChanges` and `FailedPosts` write them. */
@Injectable()
export class PostsRepository {
  constructor(private readonly db: Database) {}

  /** Without a kind, the posts of all lists. */
  list(userId: number, kind: PostKind | undefined, request: ListRequest): Promise<Page<ShownPost>> {
    return kind ? list(this.db, request, { userId, kind }) : listOfAll(this.db, request, { userId });
  }

  find(ref: PostName): Promise<PostRow | undefined> {
    return this.db.row(query.selectFrom('posts').selectAll().where(isOwn(ref)));
  }

  /** The user's posts with these ids, of all kinds, in any order. */
  async findAll(userId: number, ids: number[]): Promise<PostRow[]> {
    if (ids.length === 0) return [];
    return this.db.rows(postsOf(userId).selectAll().where('id', 'in', ids));
  }

  /** Titles and posters of the user's posts, by id. */
  async coversOfPosts(userId: number, ids: number[]): Promise<Map<number, Cover>> {
    if (ids.length === 0) return new Map();
    const covers = postsOf(userId).select(['id', 'title', 'poster_key']);
    const rows = await this.db.rows(covers.where('id', 'in', ids));
    return new Map(rows.map((row) => [row.id, row]));
  }

  steps(postId: number): Promise<PublishStepRow[]> {
    return this.db.rows(
      query.selectFrom('publish_steps').selectAll().where('post_id', '=', postId).orderBy('id'),
    );
  }

  /** Categories of library videos, by video id. Videos without a category are missing. */
  async categoriesOf(sharedVideoIds: number[]): Promise<Map<number, CategoryOfPost>> {
    if (sharedVideoIds.length === 0) return new Map();
    const rows = await this.db.rows(
      query
        .selectFrom('shared_videos as v')
        .innerJoin('categories as c', 'c.id', 'v.category_id')
        .select(['v.id as video', 'c.id', 'c.name'])
        .where('v.id', 'in', sharedVideoIds),
    );
    return new Map(rows.map(({ video, id, name }) => [video, { id, name }]));
  }

  /** Names of the accounts that posts go to or were published on, also of removed ones, by post id. */
  async accountNames(posts: ShownPost[]): Promise<Map<number, string | null>> {
    const ids = [...new Set(posts.flatMap(({ account_id }) => account_id ?? []))];
    if (ids.length === 0) return new Map();
    const accounts = query.selectFrom('accounts').select(['id', 'name', 'remote_id']).where('id', 'in', ids);
    const known = new Map((await this.db.rows(accounts)).map((account) => [account.id, account]));
    const isElsewhere = ({ account_id, published_on: page }: ShownPost) =>
      page !== null && page !== known.get(account_id ?? 0)?.remote_id;
    const earlier = await this.earlierNames(posts.filter(isElsewhere));
    return new Map(
      posts.map((post) => {
        const { id, account_id, published_on } = post;
        const name = isElsewhere(post)
          ? earlier.get(`${account_id} ${published_on}`)
          : known.get(account_id ?? 0)?.name;
        return [id, name ?? null];
      }),
    );
  }

  private async earlierNames(posts: ShownPost[]): Promise<Map<string, string | null>> {
    const ids = [...new Set(posts.flatMap(({ account_id }) => account_id ?? []))];
    if (ids.length === 0) return new Map();
    const names = query.selectFrom('earlier_names').select(['account_id', 'remote_id', 'name']);
    const rows = await this.db.rows(names.where('account_id', 'in', ids));
    return new Map(rows.map(({ account_id, remote_id, name }) => [`${account_id} ${remote_id}`, name]));
  }

  /** Whether the account of the post is removed. */
  async hasLostAccount(postId: number): Promise<boolean> {
    const removed = query
      .selectFrom('posts as p')
      .innerJoin('accounts as a', 'a.id', 'p.account_id')
      .select('p.id')
      .where('p.id', '=', postId)
      .where('a.removed_at', '>', 0);
    return (await this.db.row(removed)) !== undefined;
  }

  /** Titles and posters of library videos, by video id. */
  async coversOf(sharedVideoIds: number[]): Promise<Map<number, Cover>> {
    if (sharedVideoIds.length === 0) return new Map();
    const covers = query.selectFrom('shared_videos').select(['id', 'title', 'poster_key']);
    const rows = await this.db.rows(covers.where('id', 'in', sharedVideoIds));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * The user's posts of all kinds whose time (scheduled, else published) is from `start` up to, not including, `end`: in
   * pieces, and in no order. One that is moved meanwhile may come twice.
   */
  between(userId: number, start: number, end: number, accountId?: number): AsyncGenerator<ShownPost[]> {
    return postsInWindow(this.db, { userId, start, end, accountId });
  }

  /**
   * The user's failed posts that are not dismissed, latest first. Where it is not known when a post failed, as of old ones,
   * it counts from its last step, else from its scheduled time, else from its upload.
   */
  async failedSince(
    userId: number,
    since: number,
    most: number,
    accountId?: number,
  ): Promise<(PostRow & { ended_at: number })[]> {
    const lastStep = query
      .selectFrom('publish_steps as a')
      .select(({ fn }) => fn.max('a.started_at').as('at'))
      .whereRef('a.post_id', '=', sql.ref('posts.id'));
    const around = sql<number>`COALESCE(${lastStep}, scheduled_for, created_at)`;
    const failed = postsOn(userId, accountId)
      .selectAll()
      .where('status', '=', 'failed')
      .where('dismissed_at', 'is', null);
    const known = failed
      .select('failed_at as ended_at')
      .$narrowType<{ ended_at: number }>()
      .where('failed_at', '>=', since)
      .orderBy('failed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most);
    const others = failed
      .select(around.as('ended_at'))
      .where('failed_at', 'is', null)
      .where(around, '>=', since)
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most);
    const rows = [...(await this.db.rows(known)), ...(await this.db.rows(others))];
    return rows.sort((a, b) => b.ended_at - a.ended_at || b.id - a.id).slice(0, most);
  }

  async lastPublished(userId: number, accountId?: number): Promise<ShownPost | undefined> {
    if (accountId === undefined)
      return this.db.row(
        postsOf(userId)
          .select(SHOWN)
          .where('status', '=', 'published')
          .orderBy('published_at', 'desc')
          .limit(1),
      );
    const found: ShownPost[] = [];
    for (const kind of KINDS) found.push(...(await this.db.rows(lastPublishedOn(userId, accountId, kind))));
    return found.sort((a, b) => (b.published_at ?? 0) - (a.published_at ?? 0))[0];
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { defaultAccount } from '../../accounts/settings/default-account';
import { holdingAccounts } from '../../accounts/removal/held-accounts';
import type { Caller } from '../../common/http/caller.decorator';
import { Clock } from '../../common/time/clock';
import { Changes } from '../../database/changes';
import { Database, ofRow, required, textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query, type NewRow } from '../../database/tables';
import { NETWORKS } from '../../ports/networks/network';
import { usingVideo } from '../../shared-videos/library-uses';
import type { SharedVideoRow } from '../../shared-videos/shared-video.view';
import { Quota, type QuotaLimits } from '../../subscriptions/quota';
import { SCHEDULED, scheduling } from '../../users/scheduling';
import { StandingCallers } from '../../users/standing-callers';
import { fingerprintOfShared } from '../composing/library-file';
import type { PostFormat } from '../formats/formats';
import { formatOfLength } from '../formats/lists';
import { touchingPosts } from './post-ref';
import type { PostRow } from './post.view';

/** A row to insert. Without an account it gets the user's default account on the network. */
export type NewPost = Omit<NewRow<'posts'>, 'account_id'> & {
  account_id?: number;
  /** The files after the first one, which is in the row itself. */
  further?: NewPostMedium[];
};

export type NewPostMedium = Omit<NewRow<'post_media'>, 'post_id' | 'position'>;

export interface LibraryPick {
  video: SharedVideoRow;
  title: string;
  /** Absent: the default account. */
  accountId?: number;
  /** When it is to go out; absent: when its turn comes. */
  time?: number | null;
  dueAt: number | null;
  /** Insert only if this account has never had the video: automatic posting chose it, and not the user. */
  unused: boolean;
}

/** Creates posts in one unit with the quota that they take. */
@Injectable()
export class PostCreation {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly changes: Changes,
    private readonly callers: StandingCallers,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Reserves the quota and inserts the posts, or does neither.
   * @param also joins the unit
   * @param grouped gives all of them the id of the first one as their group
   * @returns their ids, in order; undefined when the quota does not allow it, or an account is not connected (any more)
   * @throws DomainError 401 when the caller's session has ended meanwhile
   */
  async insert(
    caller: Caller,
    limits: QuotaLimits,
    posts: NewPost[],
    also: Statement[] = [],
    { grouped = false } = {},
  ): Promise<number[] | undefined> {
    const holding = [this.callers.holding(caller, isTimed(posts) ? SCHEDULED : {})];
    const made = await this.keep(caller.id, limits, posts, { holding, also, grouped });
    if (!made) await this.callers.refuseEnded(caller);
    return made;
  }

  /**
   * Reads what `insert` has made, without what was removed meanwhile. Not a part of it: if the read fails, the posts are
   * there all the same, and so must their files be.
   */
  made(ids: readonly number[]): Promise<PostRow[]> {
    return this.db.rows(query.selectFrom('posts').selectAll().where('id', 'in', ids).orderBy('id'));
  }

  /**
   * Like `insert`, from the shared library: takes none of the user's storage, and records that the account used the
   * video. `also` joins the unit.
   * @returns undefined also when a pick with `unused` was used before, or when a required statement of `also` does nothing.
   */
  async insertFromLibrary(
    userId: number,
    format: PostFormat,
    limits: QuotaLimits,
    picks: LibraryPick[],
    also: Statement[] = [],
  ): Promise<number[] | undefined> {
    const now = this.clock.now();
    const posts = picks.map(({ video, title, accountId, time, dueAt }): NewPost => ({
      account_id: accountId,
      user_id: userId,
      kind: format.list.kind,
      network: format.network,
      format: formatOfLength(format, video.duration_ms).name,
      title,
      description: video.description,
      status: 'pending',
      scheduled_for: time ?? null,
      due_at: dueAt,
      file_key: video.file_key,
      poster_key: video.poster_key,
      size_bytes: 0,
      width: video.width,
      height: video.height,
      duration_ms: video.duration_ms,
      shared_video_id: video.id,
      fingerprint: fingerprintOfShared(video.id),
      created_at: now,
      stored_at: now,
    }));
    const uses = picks.map(({ video, accountId, unused }) => {
      const why = { now, picked: unused ? (0 as const) : (1 as const) };
      const using = usingVideo({ userId, network: format.network, accountId }, video.id, why);
      return unused ? required(using) : textOf(using);
    });
    const holding = isTimed(posts) ? [scheduling(userId)] : [];
    return this.keep(userId, limits, posts, { holding, also: [...uses, ...also] });
  }

  /** @param holding what the unit needs of the user's row, which comes before the posts that refer to it */
  private async keep(
    userId: number,
    limits: QuotaLimits,
    posts: NewPost[],
    { holding, also, grouped = false }: { holding: Statement[]; also: Statement[]; grouped?: boolean },
  ): Promise<number[] | undefined> {
    const bytes = posts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    const connected = holdingChosen(userId, posts);
    const first = connected.length + 1 + holding.length;
    const inserts = posts.map(({ further: _further, ...post }, n) => {
      const account_id = post.account_id ?? defaultAccount(userId, post.network).select('id');
      return grouped && n > 0
        ? ofRow(first, query.insertInto('posts').values({ group_id: 0, ...post, account_id }))
        : textOf(query.insertInto('posts').values({ ...post, account_id }));
    });
    const keeping = [
      ...connected,
      // Locks the quota row, so this waits for an account being connected or removed; each post gets the account that
      // remains.
      this.quota.reserving(userId, limits, posts.length, bytes),
      ...holding,
      ...inserts,
      ...(grouped ? [leadingGroup(first)] : []),
      ...posts.flatMap(({ further = [] }, n) => addingFurther(first + n, further)),
      ...also,
    ];
    const done = await this.changes.commit(keeping, touchingPosts(userId, ...posts.map(({ kind }) => kind)));
    return done?.slice(first, first + posts.length).map(({ id }) => id);
  }
}

const isTimed = (posts: readonly NewPost[]): boolean =>
  posts.some(({ scheduled_for }) => scheduled_for !== null && scheduled_for !== undefined);

/** Each account that the posts name, on its network. */
const holdingChosen = (userId: number, posts: readonly NewPost[]): Statement[] =>
  NETWORKS.flatMap((network) => {
    const on = posts.filter((post) => post.network === network);
    const chosen = [...new Set(on.flatMap(({ account_id }) => account_id ?? []))];
    return chosen.length > 0 ? [holdingAccounts(userId, network, chosen)] : [];
  });

/** Makes the post the first of its group. @param insert the number of the statement that inserts it */
const leadingGroup = (insert: number): Statement =>
  ofRow(
    insert,
    query
      .updateTable('posts')
      .set(({ ref }) => ({ group_id: ref('id') }))
      .where('id', '=', 0),
  );

/** @param insert the number of the statement that inserts the post */
const addingFurther = (insert: number, further: readonly NewPostMedium[]): Statement[] =>
  further.map((medium, n) =>
    ofRow(insert, query.insertInto('post_media').values({ post_id: 0, position: n + 1, ...medium })),
  );

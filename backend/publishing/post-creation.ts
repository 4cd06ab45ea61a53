import { Inject, Injectable } from '@nestjs/common';
import { defaultAccount } from '../accounts/default-account';
import { Clock } from '../common/clock';
import { Changes } from '../database/changes';
import { Database, required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type NewRow } from '../database/tables';
import { usingVideo } from '../shared-videos/library-uses';
import type { SharedVideoRow } from '../shared-videos/shared-video.view';
import { Quota, type QuotaLimits } from '../subscriptions/quota';
import { scheduling } from '../users/scheduling';
import type { PostFormat } from './formats/formats';
import { touchingPosts } from './post-ref';
import type { PostRow } from './post.view';

/** A row to insert. Its account becomes the user's default account on the network. */
export type NewPost = Omit<NewRow<'posts'>, 'account_id'>;

export interface LibraryPick {
  video: SharedVideoRow;
  title: string;
  dueAt: number | null;
  /** Insert only if this account has never had the video. */
  unused: boolean;
}

/** Creates posts in one unit with the quota that they take. */
@Injectable()
export class PostCreation {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly changes: Changes,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Reserves the quota and inserts the posts, or does neither. @returns undefined when the quota does not allow it. */
  async insert(userId: number, limits: QuotaLimits, posts: NewPost[]): Promise<PostRow[] | undefined> {
    const bytes = posts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    return this.keep(userId, limits, bytes, posts);
  }

  /**
   * Like `insert`, from the shared library: takes none of the user's storage, and records that the account used the
   * video.
   * @returns undefined also when a pick with `unused` was used before.
   */
  async insertFromLibrary(
    userId: number,
    { name, network, list }: PostFormat,
    limits: QuotaLimits,
    picks: LibraryPick[],
  ): Promise<PostRow[] | undefined> {
    const now = this.clock.now();
    const posts = picks.map(({ video, title, dueAt }): NewPost => ({
      user_id: userId,
      kind: list.kind,
      network,
      format: name,
      title,
      description: video.description,
      status: 'pending',
      due_at: dueAt,
      file_key: video.file_key,
      poster_key: video.poster_key,
      size_bytes: 0,
      width: video.width,
      height: video.height,
      duration_ms: video.duration_ms,
      shared_video_id: video.id,
      created_at: now,
      stored_at: now,
    }));
    const uses = picks.map(({ video, unused }) => {
      const using = usingVideo(userId, network, video.id, now);
      return unused ? required(using) : textOf(using);
    });
    return this.keep(userId, limits, 0, posts, uses);
  }

  private async keep(
    userId: number,
    limits: QuotaLimits,
    bytes: number,
    posts: NewPost[],
    also: Statement[] = [],
  ): Promise<PostRow[] | undefined> {
    const inserts = posts.map((post) =>
      query
        .insertInto('posts')
        .values({ ...post, account_id: defaultAccount(userId, post.network).select('id') }),
    );
    const keeping = [
      // Locks the quota row, so this waits for an account being connected or removed; each post gets the account that
      // remains.
      this.quota.reserving(userId, limits, posts.length, bytes),
      ...inserts,
      ...also,
      ...(posts.some(({ scheduled_for }) => scheduled_for) ? [scheduling(userId)] : []),
    ];
    const done = await this.changes.commit(keeping, touchingPosts(userId, ...posts.map(({ kind }) => kind)));
    if (!done) return undefined;
    const ids = done.slice(1, 1 + posts.length).map(({ id }) => id);
    return this.db.rows(query.selectFrom('posts').selectAll().where('id', 'in', ids).orderBy('id'));
  }
}

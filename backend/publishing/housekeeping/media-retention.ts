import { Inject, Injectable } from '@nestjs/common';
import type { InferResult } from 'kysely';
import { Clock } from '../../common/time/clock';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Config } from '../../config/config';
import { Changes } from '../../database/changes';
import { Database, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { Quota } from '../../subscriptions/quota';
import { MediaRemoval } from '../../uploads/media-removal';
import { topicOf } from '../formats/lists';
import { PostFiles } from '../posts/post-files';

const DAY_MS = 86_400_000;
const POSTS_AT_ONCE = 200;

@Injectable()
export class MediaRetention {
  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly changes: Changes,
    private readonly media: MediaRemoval,
    private readonly files: PostFiles,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /** Deletes the media of posts that were published or failed longer ago than the retention; the posts stay. */
  async run(isStopped: () => boolean = () => false): Promise<void> {
    const { mediaRetentionDays } = this.config;
    if (mediaRetentionDays === 0) return;
    const before = this.clock.now() - mediaRetentionDays * DAY_MS;
    const eventLoop = new EventLoopShare();
    for (;;) {
      const posts = await this.db.rows(idlePosts(before));
      const bare = posts.flatMap(({ id, file_key }) => (file_key === null ? [id] : []));
      if (bare.length > 0) await this.db.run(endingWithoutFile(bare, before));
      for (const post of posts) {
        if (isStopped()) return;
        if (hasFile(post)) await this.end(post, before);
        await eventLoop.share();
      }
      if (isStopped() || posts.length < POSTS_AT_ONCE) return;
    }
  }

  private async end(post: IdlePost & { file_key: string }, before: number): Promise<void> {
    const { id, user_id, kind, file_key, size_bytes } = post;
    const { files } = await this.files.of([post]);
    const ending = [
      // A post that was retried meanwhile keeps its bytes.
      required(
        query
          .updateTable('posts')
          .set({ file_key: null, cover_key: null, idle_since: null })
          .where('id', '=', id)
          .where('file_key', '=', file_key)
          .where('idle_since', '<=', before),
      ),
      this.quota.freeing(user_id, 0, size_bytes),
      query.updateTable('post_media').set({ file_key: null }).where('post_id', '=', id),
      ...this.media.letGo(files),
    ];
    const done = await this.changes.commit(ending, { user: user_id, topics: [topicOf(kind)] });
    if (done) await this.files.forget({ files, posters: [] });
  }
}

const hasFile = (post: IdlePost): post is IdlePost & { file_key: string } => post.file_key !== null;

const idlePosts = (before: number) =>
  query
    .selectFrom('posts')
    .select(['id', 'user_id', 'kind', 'format', 'size_bytes', 'shared_video_id'])
    .select(['file_key', 'poster_key', 'cover_key'])
    .where('idle_since', '<=', before)
    .orderBy('idle_since')
    .limit(POSTS_AT_ONCE);

type IdlePost = InferResult<ReturnType<typeof idlePosts>>[number];

/** Takes posts of text out of the index by which retention reads, so that no round reads them again. */
const endingWithoutFile = (ids: number[], before: number) =>
  query
    .updateTable('posts')
    .set({ idle_since: null })
    .where('id', 'in', ids)
    .where('file_key', 'is', null)
    .where('idle_since', '<=', before);

import { Inject, Injectable } from '@nestjs/common';
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
      for (const post of posts) {
        if (isStopped()) return;
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
        await eventLoop.share();
      }
      if (posts.length < POSTS_AT_ONCE) return;
    }
  }
}

const idlePosts = (before: number) =>
  query
    .selectFrom('posts')
    .select(['id', 'user_id', 'kind', 'format', 'size_bytes', 'shared_video_id'])
    .select(['file_key', 'poster_key', 'cover_key'])
    .$narrowType<{ file_key: string }>()
    .where('idle_since', '<=', before)
    .where('file_key', 'is not', null)
    .limit(POSTS_AT_ONCE);

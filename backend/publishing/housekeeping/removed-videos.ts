import { Injectable } from '@nestjs/common';
import { EventLoopShare } from '../../common/limits/event-loop-share';
import { Database, required } from '../../database/database';
import { query, type Row } from '../../database/tables';
import { Storage } from '../../ports/storage/storage';
import { forgetUsesOfVideo } from '../../shared-videos/library-uses';
import { deletingVideo, holdingVideo } from '../../shared-videos/video-changes';
import { ChangeCounters } from '../../users/change-counters';
import { LISTS } from '../formats/lists';
import { OPEN } from '../posts/post-status';

/** Topics of the lists that the shared library fills. */
const LIBRARY_TOPICS = LISTS.filter(({ library }) => library).map(({ topic }) => topic);

/** Posts detached in one statement. Each is in several indexes: 200 took 40 ms. */
const DETACHED_AT_ONCE = 25;

type RemovedVideo = Pick<Row<'shared_videos'>, 'id' | 'file_key' | 'poster_key'>;

@Injectable()
export class RemovedVideos {
  constructor(
    private readonly db: Database,
    private readonly counters: ChangeCounters,
    private readonly storage: Storage,
  ) {}

  /** Deletes videos that were removed from the library, as soon as no open post uses them. */
  async run(isStopped: () => boolean = () => false): Promise<void> {
    const gone = await this.db.rows(
      query
        .selectFrom('shared_videos')
        .select(['id', 'file_key', 'poster_key'])
        .where('deleted_at', 'is not', null),
    );
    for (const video of gone) {
      if (isStopped()) return;
      await this.forget(video, isStopped);
    }
  }

  private async forget({ id, file_key, poster_key }: RemovedVideo, isStopped: () => boolean): Promise<void> {
    if (await this.db.row(madeFrom(id).where('status', 'in', OPEN).limit(1))) return;
    // Any number of users may have used it: rows that refer to it go in small batches, and the video goes last.
    await this.detachPosts(id, isStopped);
    await forgetUsesOfVideo(this.db, id);
    const done = await this.db.atomically([
      // Locks the row first: a post being made from the video either sees it gone or prevents its deletion.
      required(holdingVideo(id).where(({ not, exists }) => not(exists(madeFrom(id))))),
      deletingVideo(id),
    ]);
    if (!done) return;
    for (const key of [file_key, poster_key]) if (key) await this.storage.delete(key);
  }

  /** Detaches posts that are published or failed. A post that is retried meanwhile keeps the video. */
  private async detachPosts(videoId: number, isStopped: () => boolean): Promise<void> {
    const eventLoop = new EventLoopShare();
    while (!isStopped()) {
      const posts = await this.db.rows(
        madeFrom(videoId).select('user_id').where('status', 'not in', OPEN).limit(DETACHED_AT_ONCE),
      );
      if (posts.length === 0) return;
      const ids = posts.map((post) => post.id);
      const owners = posts.map((post) => post.user_id);
      await this.db.atomically([
        query
          .updateTable('posts')
          .set({ file_key: null, poster_key: null, idle_since: null, shared_video_id: null })
          .where('id', 'in', ids)
          .where('shared_video_id', '=', videoId)
          .where('status', 'not in', OPEN),
        this.counters.bump(owners, ...LIBRARY_TOPICS),
      ]);
      await eventLoop.share();
    }
  }
}

/** Posts made from this video of the library. */
const madeFrom = (videoId: number) =>
  query.selectFrom('posts').select('id').where('shared_video_id', '=', videoId);

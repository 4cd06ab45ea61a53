import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../common/clock';
import { Loop } from '../common/loop';
import { Pace } from '../common/pace';
import { Turns } from '../common/turns';
import { Config } from '../config/config';
import { deleteInBatches } from '../database/batches';
import { CHORE_LEASE_MS, Chores } from '../database/chores';
import { Database, placesFor } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { Storage } from '../ports/storage/storage';
import { Quota } from '../subscriptions/quota';
import { Feeds } from '../users/feeds';
import { topicOf, type PostKind } from './channel';
import { MediaSweep } from './media-sweep';
import { OPEN, quoted } from './post-status';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHORE = 'housekeeping';
/** A start has better things to do. */
const SOON_MS = 30_000;
const EVERY_MS = HOUR_MS;

const KEYS_AT_ONCE = 200;
/** Each is in several indexes: two hundred took 40 ms. */
const DETACHED_AT_ONCE = 25;
const ATTEMPTS_KEPT_MS = 180 * DAY_MS;

/** Fewer where they have thousands of posts. */
const USERS_AT_ONCE = 50;
const TASKS = `(SELECT COUNT(*) FROM posts p WHERE p.user_id = quota_usage.user_id AND p.status IN (${quoted(OPEN)}))`;
const BYTES =
  '(SELECT COALESCE(SUM(p.size_bytes), 0) FROM posts p WHERE p.user_id = quota_usage.user_id AND p.file_key IS NOT NULL)';

interface GoneVideo {
  id: number;
  file_key: string;
  poster_key: string | null;
}

/** Heals what a kill at the wrong moment left behind: files of uploads that broke off, and counters. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Housekeeping');
  private stopped = false;
  private readonly rounds: Loop;

  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly feeds: Feeds,
    private readonly storage: Storage,
    private readonly sweep: MediaSweep,
    private readonly chores: Chores,
    registry: SchedulerRegistry,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {
    const options = { name: CHORE, everyMs: EVERY_MS, firstMs: SOON_MS, registry };
    this.rounds = new Loop(options, () => this.tidy());
  }

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') void this.rounds.start();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    void this.rounds.stop();
  }

  /**
   * One process at a time. One that died with it keeps the others from it for a minute, and not until the next hour.
   *
   * @returns after how many ms to try again, if another process is at it.
   */
  async tidy(): Promise<number | undefined> {
    return (await this.chores.alone(CHORE, () => this.work())) ? undefined : CHORE_LEASE_MS;
  }

  /** What one of them meets does not keep the others from being done. */
  private async work(): Promise<void> {
    const isStopped = () => this.stopped;
    const steps: (() => Promise<unknown>)[] = [
      () => this.endRetention(),
      () => this.emptyLibrary(),
      () => this.sweep.sweep({ isStopped }),
      () => this.pruneAttempts(),
      () => this.recount(),
    ];
    for (const step of steps) {
      if (this.stopped) return;
      await step().catch((error: unknown) => {
        if (!this.stopped) this.log.error({ err: error }, 'housekeeping was interrupted');
      });
    }
  }

  /** Media of posts that were published, or failed, long enough ago; the posts stay. */
  async endRetention(): Promise<void> {
    const { mediaRetentionDays } = this.config;
    if (mediaRetentionDays === 0) return;
    const before = this.clock.now() - mediaRetentionDays * DAY_MS;
    const turns = new Turns();
    for (;;) {
      const posts = await this.db.rows<{
        id: number;
        user_id: number;
        kind: PostKind;
        file_key: string;
        size_bytes: number;
        shared_video_id: number | null;
      }>(
        `SELECT id, user_id, kind, file_key, size_bytes, shared_video_id FROM posts
          WHERE idle_since <= ? AND file_key IS NOT NULL LIMIT ?`,
        [before, KEYS_AT_ONCE],
      );
      for (const { id, user_id, kind, file_key, size_bytes, shared_video_id } of posts) {
        if (this.stopped) return;
        const done = await this.db.atomically([
          {
            // One that was brought back meanwhile keeps its bytes.
            sql: 'UPDATE posts SET file_key = NULL, idle_since = NULL WHERE id = ? AND file_key = ? AND idle_since <= ?',
            params: [id, file_key, before],
            required: true,
          },
          this.quota.freeing(user_id, 0, size_bytes),
          this.feeds.telling(user_id, topicOf(kind)),
        ]);
        if (done && shared_video_id === null) await this.storage.delete(file_key);
        await turns.share();
      }
      if (posts.length < KEYS_AT_ONCE) return;
    }
  }

  /** The ledger of what went out, or did not, long ago. */
  async pruneAttempts(): Promise<void> {
    const before = this.clock.now() - ATTEMPTS_KEPT_MS;
    const turns = new Turns();
    while (!this.stopped) {
      const old = await this.db.rows<{ id: number }>(
        `SELECT a.id FROM attempts a JOIN posts p ON p.id = a.post_id
          WHERE a.started_at <= ? AND p.status IN ('published', 'failed') ORDER BY a.started_at LIMIT ?`,
        [before, KEYS_AT_ONCE],
      );
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) await this.db.run(`DELETE FROM attempts WHERE id IN ${placesFor(ids)}`, ids);
      if (ids.length < KEYS_AT_ONCE) return;
      await turns.share();
    }
  }

  /** Bytes of videos that left the library, as soon as no open post was made from them. */
  async emptyLibrary(): Promise<void> {
    const gone = await this.db.rows<GoneVideo>(
      'SELECT id, file_key, poster_key FROM shared_videos WHERE deleted_at IS NOT NULL',
    );
    for (const video of gone) {
      if (this.stopped) return;
      await this.forget(video);
    }
  }

  private async forget({ id, file_key, poster_key }: GoneVideo): Promise<void> {
    const isOpen = `shared_video_id = ? AND status IN (${quoted(OPEN)})`;
    if (await this.db.row(`SELECT 1 FROM posts WHERE ${isOpen} LIMIT 1`, [id])) return;
    // Everybody may have used it: whatever points at it goes a few rows at a time, and the video last.
    await this.detachPosts(id);
    await deleteInBatches(this.db, 'library_uses', 'shared_video_id = ?', [id], 'user_id');
    const done = await this.db.atomically([
      // The row first: a post that is made from it just now takes it, and then it is not deleted.
      {
        sql: `UPDATE shared_videos SET deleted_at = deleted_at
               WHERE id = ? AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.shared_video_id = ?)`,
        params: [id, id],
        required: true,
      },
      { sql: 'DELETE FROM shared_videos WHERE id = ?', params: [id] },
    ]);
    if (!done) return;
    for (const key of [file_key, poster_key]) if (key) await this.storage.delete(key);
  }

  /** Of posts that are done; one that is brought back meanwhile stays. */
  private async detachPosts(videoId: number): Promise<void> {
    const turns = new Turns();
    const isDone = `shared_video_id = ? AND status NOT IN (${quoted(OPEN)})`;
    while (!this.stopped) {
      const posts = await this.db.rows<{ id: number; user_id: number }>(
        `SELECT id, user_id FROM posts WHERE ${isDone} LIMIT ?`,
        [videoId, DETACHED_AT_ONCE],
      );
      if (posts.length === 0) return;
      const ids = posts.map((post) => post.id);
      const owners = posts.map((post) => post.user_id);
      await this.db.atomically([
        {
          sql: `UPDATE posts SET file_key = NULL, poster_key = NULL, idle_since = NULL, shared_video_id = NULL
                 WHERE id IN ${placesFor(ids)} AND ${isDone}`,
          params: [...ids, videoId],
        },
        this.feeds.tellingWhere(`user_id IN ${placesFor(owners)}`, owners, 'videos', 'instagram_videos'),
      ]);
      await turns.share();
    }
  }

  /** The quota's counters from the rows; a few users at a time, so that nobody waits for it. */
  async recount(): Promise<void> {
    const turns = new Turns();
    const users = new Pace(USERS_AT_ONCE);
    let after = 0;
    while (!this.stopped) {
      const begun = performance.now();
      const upTo = await this.endOfSpan(after, users.count);
      if (upTo === null) return;
      // Read first: what is right, and that is nearly all, need not be written.
      const wrong = await this.db.rows<{ user_id: number }>(
        `SELECT user_id FROM quota_usage WHERE user_id > ? AND user_id <= ?
            AND (tasks_used <> ${TASKS} OR storage_used <> ${BYTES})`,
        [after, upTo],
      );
      users.took(performance.now() - begun);
      for (const { user_id } of wrong) {
        await turns.share();
        await this.recountOf(user_id);
      }
      after = upTo;
      await turns.share();
    }
  }

  private async endOfSpan(after: number, users: number): Promise<number | null> {
    const some = 'SELECT user_id FROM quota_usage WHERE user_id > ? ORDER BY user_id LIMIT ?';
    const row = await this.db.row<{ last: number | null }>(
      `SELECT MAX(user_id) AS last FROM (${some}) AS some`,
      [after, users],
    );
    return row?.last ?? null;
  }

  private async recountOf(userId: number): Promise<void> {
    await this.db.atomically([
      // Takes the row first: what others are about to count is then either in the rows already or waits for us.
      { sql: 'UPDATE quota_usage SET user_id = user_id WHERE user_id = ?', params: [userId] },
      {
        sql: `UPDATE quota_usage SET tasks_used = ${TASKS}, storage_used = ${BYTES} WHERE user_id = ?`,
        params: [userId],
      },
    ]);
  }
}

import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../common/clock';
import { Config } from '../config/config';
import { Database, placesFor } from '../database/database';
import { Storage, type StoredFile } from '../ports/storage/storage';
import { Quota } from '../subscriptions/quota';
import { Feeds } from '../users/feeds';
import { topicOf, type PostKind } from './channel';
import { OPEN, quoted } from './post-status';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SOON = 'housekeeping-soon';
const EVERY = 'housekeeping';
const SOON_MS = 30_000;
const EVERY_MS = HOUR_MS;

/** An upload may be under way for so long: its file has no row yet. */
const MAY_BE_UNDER_WAY_MS = 2 * HOUR_MS;
const KEYS_AT_ONCE = 500;

/** Heals what a kill at the wrong moment left behind: files of uploads that broke off, and counters. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Housekeeping');
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly feeds: Feeds,
    private readonly storage: Storage,
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    // Not at once: a start has better things to do.
    this.registry.addTimeout(SOON, setTimeout(() => void this.tidy(), SOON_MS).unref());
    this.registry.addInterval(EVERY, setInterval(() => void this.tidy(), EVERY_MS).unref());
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    if (this.config.role === 'api') return;
    this.registry.deleteTimeout(SOON);
    this.registry.deleteInterval(EVERY);
  }

  async tidy(): Promise<void> {
    try {
      await this.endRetention();
      await this.emptyLibrary();
      await this.sweepIncoming();
      await this.sweepOrphans();
      await this.recount();
    } catch (error) {
      if (!this.stopped) this.log.error({ err: error }, 'housekeeping was interrupted');
    }
  }

  /** Media of posts that were published long enough ago; the posts stay. */
  async endRetention(): Promise<void> {
    const { mediaRetentionDays } = this.config;
    if (mediaRetentionDays === 0) return;
    const before = this.clock.now() - mediaRetentionDays * DAY_MS;
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
          WHERE status = 'published' AND published_at <= ? AND file_key IS NOT NULL LIMIT ?`,
        [before, KEYS_AT_ONCE],
      );
      for (const { id, user_id, kind, file_key, size_bytes, shared_video_id } of posts) {
        if (this.stopped) return;
        const done = await this.db.atomically([
          {
            sql: 'UPDATE posts SET file_key = NULL WHERE id = ? AND file_key = ?',
            params: [id, file_key],
            required: true,
          },
          this.quota.freeing(user_id, 0, size_bytes),
          this.feeds.telling(user_id, topicOf(kind)),
        ]);
        if (done && shared_video_id === null) await this.storage.delete(file_key);
      }
      if (posts.length < KEYS_AT_ONCE) return;
    }
  }

  /** Bytes of videos that left the library, as soon as no open post was made from them. */
  async emptyLibrary(): Promise<void> {
    const gone = await this.db.rows<{ id: number; file_key: string; poster_key: string | null }>(
      'SELECT id, file_key, poster_key FROM shared_videos WHERE deleted_at IS NOT NULL',
    );
    for (const { id, file_key, poster_key } of gone) {
      const owners = await this.db.rows<{ user_id: number }>(
        'SELECT DISTINCT user_id FROM posts WHERE shared_video_id = ?',
        [id],
      );
      const open = `SELECT 1 FROM posts p WHERE p.shared_video_id = ? AND p.status IN (${quoted(OPEN)})`;
      const done = await this.db.atomically([
        // The row first: a post that is made from it just now takes it, and then it is not deleted.
        {
          sql: `UPDATE shared_videos SET deleted_at = deleted_at WHERE id = ? AND NOT EXISTS (${open})`,
          params: [id, id],
          required: true,
        },
        {
          sql: 'UPDATE posts SET file_key = NULL, poster_key = NULL WHERE shared_video_id = ?',
          params: [id],
        },
        { sql: 'DELETE FROM shared_videos WHERE id = ?', params: [id] },
        ...owners.map(({ user_id }) => this.feeds.telling(user_id, 'videos', 'instagram_videos')),
      ]);
      if (!done) continue;
      for (const key of [file_key, poster_key]) if (key) await this.storage.delete(key);
    }
  }

  /** Files of uploads whose process died. */
  async sweepIncoming(): Promise<void> {
    for (const name of await readdir(this.storage.incomingDir)) {
      const path = join(this.storage.incomingDir, name);
      const file = await stat(path).catch(() => undefined);
      if (file && this.isOld(file.mtimeMs)) await unlink(path).catch(() => undefined);
    }
  }

  /** Stored files that no row names: the process died between the file and the row. */
  async sweepOrphans(): Promise<void> {
    let batch: StoredFile[] = [];
    for await (const file of this.storage.list()) {
      if (this.stopped) return;
      if (this.isOld(file.modifiedAt)) batch.push(file);
      if (batch.length < KEYS_AT_ONCE) continue;
      await this.deleteUnknown(batch);
      batch = [];
    }
    await this.deleteUnknown(batch);
  }

  /** The quota's counters from the rows; user by user, so that nobody waits for it. */
  async recount(): Promise<void> {
    const users = await this.db.rows<{ user_id: number }>('SELECT user_id FROM quota_usage');
    for (const { user_id } of users) {
      if (this.stopped) return;
      await this.db.atomically([
        // Takes the row first: what others are about to count is then either in the rows already or waits for us.
        { sql: 'UPDATE quota_usage SET user_id = user_id WHERE user_id = ?', params: [user_id] },
        {
          sql: `UPDATE quota_usage SET
                  tasks_used = (SELECT COUNT(*) FROM posts p WHERE p.user_id = ? AND p.status IN (${quoted(OPEN)})),
                  storage_used = (SELECT COALESCE(SUM(p.size_bytes), 0) FROM posts p WHERE p.user_id = ? AND p.file_key IS NOT NULL)
                WHERE user_id = ?`,
          params: [user_id, user_id, user_id],
        },
      ]);
    }
  }

  private async deleteUnknown(files: StoredFile[]): Promise<void> {
    const keys = files.map(({ key }) => key);
    if (keys.length === 0) return;
    const places = placesFor(keys);
    const known = await this.db.rows<{ name: string }>(
      `SELECT file_key AS name FROM posts WHERE file_key IN ${places}
       UNION SELECT poster_key AS name FROM posts WHERE poster_key IN ${places}
       UNION SELECT file_key AS name FROM shared_videos WHERE file_key IN ${places}
       UNION SELECT poster_key AS name FROM shared_videos WHERE poster_key IN ${places}`,
      [...keys, ...keys, ...keys, ...keys],
    );
    const names = new Set(known.map(({ name }) => name));
    for (const key of keys) if (!names.has(key)) await this.storage.delete(key);
  }

  private isOld(modifiedAt: number): boolean {
    return this.clock.now() - modifiedAt > MAY_BE_UNDER_WAY_MS;
  }
}

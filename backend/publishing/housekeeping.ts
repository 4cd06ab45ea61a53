import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { expressionBuilder } from 'kysely';
import { Clock } from '../common/clock';
import { Loop } from '../common/loop';
import { Pace } from '../common/pace';
import { Turns } from '../common/turns';
import { Config } from '../config/config';
import { CHORE_LEASE_MS, Chores } from '../database/chores';
import { Database, required } from '../database/database';
import { Changes } from '../database/changes';
import { DatabaseTime } from '../database/database-time';
import { query, type Row, type Tables } from '../database/tables';
import { Storage } from '../ports/storage/storage';
import { forgetUsesOfVideo } from '../shared-videos/library-uses';
import { deletingVideo, holdingVideo } from '../shared-videos/video-changes';
import { Quota } from '../subscriptions/quota';
import { holdingUsage, recountingUsage } from '../subscriptions/usage-changes';
import { ChangeCounters } from '../users/change-counters';
import { LISTS, topicOf } from './formats/lists';
import { MediaSweep } from './media-sweep';
import { OPEN } from './post-status';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHORE = 'housekeeping';
/** Delay of the first round, so that it does not slow down the start. */
const SOON_MS = 30_000;
const EVERY_MS = HOUR_MS;

/** Topics of the lists that the shared library fills. */
const LIBRARY_TOPICS = LISTS.filter(({ library }) => library).map(({ topic }) => topic);

const KEYS_AT_ONCE = 200;
/** Posts detached in one statement. Each is in several indexes: 200 took 40 ms. */
const DETACHED_AT_ONCE = 25;
const ATTEMPTS_KEPT_MS = 180 * DAY_MS;

/** Users recounted in one statement; `Pace` lowers it where users have thousands of posts. */
const USERS_AT_ONCE = 50;

type GoneVideo = Pick<Row<'shared_videos'>, 'id' | 'file_key' | 'poster_key'>;

/** Repairs what a kill at the wrong moment leaves behind (files of broken uploads, counters) and ends retention. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Housekeeping');
  private stopped = false;
  private readonly rounds: Loop;

  constructor(
    private readonly db: Database,
    private readonly quota: Quota,
    private readonly counters: ChangeCounters,
    private readonly changes: Changes,
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
   * Runs one round, in one process at a time. If that process dies, its lease delays the others by a minute instead of
   * an hour.
   * @returns the delay in ms before the next attempt if another process is running it, else undefined.
   */
  async tidy(): Promise<number | undefined> {
    return (await this.chores.alone(CHORE, () => this.work())) ? undefined : CHORE_LEASE_MS;
  }

  /** Runs the steps in order. An error in one step does not prevent the next. */
  private async work(): Promise<void> {
    const isStopped = () => this.stopped;
    const steps: (() => Promise<unknown>)[] = [
      () => this.endRetention(),
      () => this.emptyLibrary(),
      () => this.sweep.sweep({ isStopped }),
      () => this.pruneSteps(),
      () => this.recount(),
    ];
    for (const step of steps) {
      if (this.stopped) return;
      await step().catch((error: unknown) => {
        if (!this.stopped) this.log.error({ err: error }, 'housekeeping was interrupted');
      });
    }
  }

  /** Deletes the media of posts that were published or failed longer ago than the retention; the posts stay. */
  async endRetention(): Promise<void> {
    const { mediaRetentionDays } = this.config;
    if (mediaRetentionDays === 0) return;
    const before = this.clock.now() - mediaRetentionDays * DAY_MS;
    const turns = new Turns();
    for (;;) {
      const posts = await this.db.rows(idlePosts(before));
      for (const { id, user_id, kind, file_key, size_bytes, shared_video_id } of posts) {
        if (this.stopped) return;
        const ending = [
          // A post that was retried meanwhile keeps its bytes.
          required(
            query
              .updateTable('posts')
              .set({ file_key: null, idle_since: null })
              .where('id', '=', id)
              .where('file_key', '=', file_key)
              .where('idle_since', '<=', before),
          ),
          this.quota.freeing(user_id, 0, size_bytes),
        ];
        const done = await this.changes.commit(ending, { user: user_id, topics: [topicOf(kind)] });
        if (done && shared_video_id === null) await this.storage.delete(file_key);
        await turns.share();
      }
      if (posts.length < KEYS_AT_ONCE) return;
    }
  }

  /** Deletes old ledger rows of posts that are published or failed. */
  async pruneSteps(): Promise<void> {
    const before = this.clock.now() - ATTEMPTS_KEPT_MS;
    const turns = new Turns();
    while (!this.stopped) {
      const old = await this.db.rows(oldSteps(before));
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) await this.db.run(query.deleteFrom('publish_steps').where('id', 'in', ids));
      if (ids.length < KEYS_AT_ONCE) return;
      await turns.share();
    }
  }

  /** Deletes videos that were removed from the library, as soon as no open post uses them. */
  async emptyLibrary(): Promise<void> {
    const gone = await this.db.rows(
      query
        .selectFrom('shared_videos')
        .select(['id', 'file_key', 'poster_key'])
        .where('deleted_at', 'is not', null),
    );
    for (const video of gone) {
      if (this.stopped) return;
      await this.forget(video);
    }
  }

  private async forget({ id, file_key, poster_key }: GoneVideo): Promise<void> {
    if (await this.db.row(madeFrom(id).where('status', 'in', OPEN).limit(1))) return;
    // Any number of users may have used it: rows that refer to it go in small batches, and the video goes last.
    await this.detachPosts(id);
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
  private async detachPosts(videoId: number): Promise<void> {
    const turns = new Turns();
    while (!this.stopped) {
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
      await turns.share();
    }
  }

  /** Recomputes the quota counters from the rows, a few users at a time so that other work is not delayed. */
  async recount(): Promise<void> {
    const turns = new Turns();
    const users = new Pace(USERS_AT_ONCE);
    let after = 0;
    while (!this.stopped) {
      const begun = performance.now();
      const upTo = await this.endOfSpan(after, users.count);
      if (upTo === null) return;
      // Reads first: nearly all counters are right and need no write.
      const wrong = await this.db.rows(wrongUsages(after, upTo));
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
    const some = query
      .selectFrom('quota_usage')
      .select('user_id')
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(users);
    const row = await this.db.row(
      query.selectFrom(some.as('some')).select(({ fn }) => fn.max<number | null>('user_id').as('last')),
    );
    return row?.last ?? null;
  }

  private async recountOf(userId: number): Promise<void> {
    await this.db.atomically([
      // Locks the row first: a concurrent change is either visible in the rows already or waits for this unit.
      holdingUsage(userId),
      recountingUsage(userId, TASKS, BYTES),
    ]);
  }
}

const idlePosts = (before: number) =>
  query
    .selectFrom('posts')
    .select(['id', 'user_id', 'kind', 'file_key', 'size_bytes', 'shared_video_id'])
    .$narrowType<{ file_key: string }>()
    .where('idle_since', '<=', before)
    .where('file_key', 'is not', null)
    .limit(KEYS_AT_ONCE);

const oldSteps = (before: number) =>
  query
    .selectFrom('publish_steps as a')
    .innerJoin('posts as p', 'p.id', 'a.post_id')
    .select('a.id')
    .where('a.started_at', '<=', before)
    .where('p.status', 'in', ['published', 'failed'])
    .orderBy('a.started_at')
    .limit(KEYS_AT_ONCE);

/** Posts made from this video of the library. */
const madeFrom = (videoId: number) =>
  query.selectFrom('posts').select('id').where('shared_video_id', '=', videoId);

/** Posts of the user of a `quota_usage` row. */
const POSTS = expressionBuilder<Tables, 'quota_usage'>()
  .selectFrom('posts as p')
  .whereRef('p.user_id', '=', 'quota_usage.user_id');

const TASKS = POSTS.where('p.status', 'in', OPEN)
  .select(({ fn }) => fn.countAll<number>().as('tasks'))
  .$asScalar();

const BYTES = POSTS.where('p.file_key', 'is not', null)
  .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('p.size_bytes'), lit(0)).as('bytes'))
  .$asScalar();

/** Users in the span whose counters differ from their rows. */
const wrongUsages = (after: number, upTo: number) =>
  query
    .selectFrom('quota_usage')
    .select('user_id')
    .where('user_id', '>', after)
    .where('user_id', '<=', upTo)
    .where((usage) => usage.or([usage('tasks_used', '<>', TASKS), usage('storage_used', '<>', BYTES)]));

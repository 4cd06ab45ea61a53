import { Clock } from '../../backend/common/time/clock';
import { Changes } from '../../backend/database/changes';
import { insertStatement, type Database } from '../../backend/database/database';
import type { NewRow } from '../../backend/database/tables';
import type { Storage } from '../../backend/ports/storage/storage';
import { QuotaRecount } from '../../backend/publishing/housekeeping/quota-recount';
import { RemovedVideos } from '../../backend/publishing/housekeeping/removed-videos';
import { ChangeCounters, TOPICS } from '../../backend/users/change-counters';
import { eachDatabase, openDatabase } from '../support/databases';
import { turnsDuring } from '../support/event-loop-turns';

const USERS = 900;
const VIDEO = 7;

eachDatabase((_, makeConfig) => {
  let db: Database;
  let close: () => Promise<void>;
  let deleted: string[];
  let removedVideos: RemovedVideos;

  const count = async (table: string, where = '1 = 1') =>
    Number((await db.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))?.n);

  beforeEach(async () => {
    const opened = await openDatabase(await makeConfig());
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    const clock = new Clock();
    const now = clock.now();
    deleted = [];
    const storage = { delete: (key: string) => Promise.resolve(void deleted.push(key)) } as Partial<Storage>;
    const changes = new Changes(db);
    removedVideos = new RemovedVideos(db, new ChangeCounters(db, clock, changes), storage as Storage);
    const ids = Array.from({ length: USERS }, (_none, n) => n + 1);
    await db.atomically([
      insertStatement(
        'users',
        ids.map((id): NewRow<'users'> => ({
          name: 'U',
          email: `user${id}@example.com`,
          password_hash: 'none',
          created_at: now,
        })),
      ),
      insertStatement('shared_videos', [
        {
          id: VIDEO,
          title: 'For all',
          file_key: 'all.mp4',
          poster_key: 'all.jpg',
          size_bytes: 5,
          width: 1,
          height: 1,
          created_at: now,
          deleted_at: now,
        },
      ]),
      insertStatement(
        'posts',
        ids.map((id): NewRow<'posts'> => ({
          id,
          user_id: id,
          kind: 'video',
          network: 'facebook',
          format: 'video',
          title: 'From the library',
          status: id % 2 ? 'published' : 'failed',
          file_key: 'all.mp4',
          remote_id: '1',
          shared_video_id: VIDEO,
          size_bytes: 0,
          width: 1,
          height: 1,
          created_at: now,
        })),
      ),
      insertStatement(
        'library_uses',
        ids.map((id): NewRow<'library_uses'> => ({
          user_id: id,
          network: 'facebook',
          remote_id: '1',
          shared_video_id: VIDEO,
          used_at: now,
        })),
      ),
      insertStatement(
        'change_counters',
        ids.flatMap((id) =>
          TOPICS.map((topic): NewRow<'change_counters'> => ({ user_id: id, topic, changed_at: 0 })),
        ),
      ),
      insertStatement(
        'quota_usage',
        ids.map((id): NewRow<'quota_usage'> => ({
          user_id: id,
          tasks_used: id % 30 ? 0 : 4,
          storage_used: 0,
        })),
      ),
    ]);
  });
  afterEach(() => close());

  it('of a video that everybody used go a few at a time, the video last', async () => {
    expect(await turnsDuring(() => removedVideos.run())).toBeGreaterThanOrEqual(3);
    expect(await count('shared_videos')).toBe(0);
    expect(await count('library_uses')).toBe(0);
    expect(await count('posts')).toBe(USERS);
    expect(await count('posts', 'file_key IS NOT NULL OR shared_video_id IS NOT NULL')).toBe(0);
    const told = (topic: string) => `topic = '${topic}' AND version > 0 AND changed_at > 0`;
    expect(await count('change_counters', told('videos'))).toBe(USERS);
    expect(await count('change_counters', told('instagram_videos'))).toBe(USERS);
    expect(await count('change_counters', told('photos'))).toBe(0);
    expect(deleted).toEqual(['all.mp4', 'all.jpg']);
  });

  it('of a video stay while one post is open, and go when it is done', async () => {
    await db.run("UPDATE posts SET status = 'pending' WHERE id = ?", [USERS]);
    await removedVideos.run();
    expect(await count('posts', `file_key IS NOT NULL AND shared_video_id = ${VIDEO}`)).toBe(USERS);
    expect([await count('shared_videos'), await count('library_uses'), deleted]).toEqual([1, USERS, []]);
    await db.run("UPDATE posts SET status = 'published' WHERE id = ?", [USERS]);
    await removedVideos.run();
    expect([await count('shared_videos'), deleted]).toEqual([0, ['all.mp4', 'all.jpg']]);
  });

  it('of a video are kept for a post that is brought back meanwhile', async () => {
    const atomically = db.atomically.bind(db);
    jest.spyOn(db, 'atomically').mockImplementationOnce(async (statements) => {
      await db.run("UPDATE posts SET status = 'pending' WHERE id = 2");
      return atomically(statements);
    });
    await removedVideos.run();
    const kept = `file_key = 'all.mp4' AND shared_video_id = ${VIDEO}`;
    expect([await count('posts', kept), await count('posts', `id = 2 AND ${kept}`)]).toEqual([1, 1]);
    expect([await count('shared_videos'), deleted]).toEqual([1, []]);
  });

  it('in the counters are mended a few users at a time', async () => {
    expect(await count('quota_usage', 'tasks_used <> 0')).toBe(USERS / 30);
    expect(await turnsDuring(() => new QuotaRecount(db).run())).toBeGreaterThanOrEqual(3);
    expect(await count('quota_usage', 'tasks_used <> 0')).toBe(0);
  });
});

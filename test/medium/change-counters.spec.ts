import { Clock } from '../../backend/common/time/clock';
import { Changes } from '../../backend/database/changes';
import { insertStatement, type Database, type SqlValue } from '../../backend/database/database';
import type { NewRow } from '../../backend/database/tables';
import { ChangeCounters, TOPICS } from '../../backend/users/change-counters';
import { turnsDuring } from '../support/event-loop-turns';
import { eachDatabase, openDatabase } from '../support/databases';

const USERS = 300;
const LONG_AGO = 1000;

eachDatabase((name, makeConfig) => {
  let db: Database;
  let counters: ChangeCounters;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await openDatabase(await makeConfig());
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    counters = new ChangeCounters(db, new Clock(), new Changes(db));
    const ids = Array.from({ length: USERS }, (_none, n) => n + 1);
    const row = { name: 'U', password_hash: 'none', created_at: LONG_AGO };
    await db.atomically([
      insertStatement(
        'users',
        ids.map((id): NewRow<'users'> => ({ ...row, id, email: `user${id}@example.com` })),
      ),
      // Of the first three nobody has looked yet.
      insertStatement(
        'change_counters',
        ids
          .slice(3)
          .flatMap((user_id) =>
            TOPICS.map((topic): NewRow<'change_counters'> => ({ user_id, topic, changed_at: LONG_AGO })),
          ),
      ),
    ]);
  });
  afterAll(() => close());

  const run = (...topics: Parameters<ChangeCounters['bump']>) => {
    const { sql, params } = counters.bump(...topics);
    return db.run(sql, params);
  };

  /** What the database reads the table by. */
  async function indexOf(sql: string, params: SqlValue[]): Promise<string> {
    const explain = name === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const [row] = await db.rows<{ detail?: string; key?: string }>(`${explain} ${sql}`, params);
    return String(row?.detail ?? row?.key);
  }

  it('begins when a user looks, and counts each topic for itself from then on', async () => {
    expect(await run(1, 'videos')).toBe(0);
    const none = Object.fromEntries(TOPICS.map((topic) => [topic, 0]));
    // Two tabs at once.
    expect(await Promise.all([counters.open(1), counters.open(1)])).toEqual([none, none]);
    expect(await run(1, 'videos', 'connections')).toBe(2);
    expect(await run(1, 'videos')).toBe(1);
    expect(await counters.open(1)).toEqual({ ...none, videos: 2, connections: 1 });
  });

  it('begins a new topic, and leaves the others as they are', async () => {
    await counters.open(2);
    await run(2, 'videos');
    await db.run("DELETE FROM change_counters WHERE user_id = 2 AND topic = 'photos'");
    expect(await counters.open(2)).toMatchObject({ videos: 1, photos: 0 });
  });

  it('keeps no counter for a user who is deleted', async () => {
    await expect(counters.open(USERS + 1)).rejects.toThrow();
  });

  it('answers the counters that have grown since an instant, and reads no others', async () => {
    const since = Date.now();
    await run(10, 'photos');
    await run(20, 'sessions', 'videos');
    const changed = await counters.changedSince(since);
    expect([changed.get(10), changed.get(20)]).toEqual([{ photos: 1 }, { sessions: 1, videos: 1 }]);
    expect([...changed.keys()].every((id) => [1, 2, 3, 10, 20].includes(id))).toBe(true);
    expect(await turnsDuring(() => counters.changedSince(0))).toBeGreaterThan(USERS);
    const poll = 'SELECT user_id, topic, version FROM change_counters WHERE changed_at >= ?';
    expect(await indexOf(poll, [since])).toContain('change_counters_changed');
    const { sql, params } = counters.bump(10, 'videos', 'photos');
    expect(await indexOf(sql, params)).toMatch(/PRIMARY|autoindex/);
  });
});

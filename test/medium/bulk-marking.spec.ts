import { CategoriesService } from '../../backend/categories/categories.service';
import { Clock } from '../../backend/common/time/clock';
import { AutopostSchedule } from '../../backend/accounts/turns/autopost-schedule';
import { BulkMarking } from '../../backend/accounts/turns/bulk-marking';
import { Changes } from '../../backend/database/changes';
import { Chores } from '../../backend/database/chores';
import { insertStatement, type Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { turnsDuring } from '../support/event-loop-turns';

const USERS = 600;

eachDatabase((_, makeConfig) => {
  let db: Database;
  let close: () => Promise<void>;
  const clock = new Clock();

  /** As another process would have it. */
  const fresh = () => {
    const changes = new Changes(db);
    const reviews = new AutopostSchedule(db, changes, clock);
    const wide = new BulkMarking(db, new Chores(db, clock), reviews, changes);
    return { changes, wide, categories: new CategoriesService(db, wide, clock) };
  };

  const count = async (table: string, where = '1 = 1') =>
    (await db.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))?.n;
  const marked = () => count('accounts', 'auto_due_at IS NOT NULL');
  const unmark = () => db.run('UPDATE accounts SET auto_due_at = NULL');

  beforeAll(async () => {
    const opened = await openDatabase(await makeConfig());
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    const now = clock.now();
    const ids = Array.from({ length: USERS }, (_none, n) => n + 1);
    await db.atomically([
      insertStatement(
        'categories',
        [1, 2, 12].map((id) => ({ id, name: `Category ${id}`, is_active: 1, created_at: now })),
      ),
      insertStatement(
        'users',
        ids.map((id) => ({
          id,
          name: `User ${id}`,
          email: `user${id}@example.com`,
          password_hash: 'none',
          can_use_shared_videos: 1,
          // The last of them prefers none that a change here is about.
          preferred_categories: id === USERS ? '[12]' : '[1,12,2]',
          created_at: now,
        })),
      ),
      insertStatement(
        'accounts',
        ids.map((id) => ({ user_id: id, network: 'facebook', remote_id: String(id), token: '' })),
      ),
    ]);
  });
  afterAll(() => close());
  beforeEach(unmark);

  it('marks every user whom a switched category concerns, without blocking others', async () => {
    const { categories, changes } = fresh();
    let asked = 0;
    changes.onCommitted(() => asked++);
    const turns = await turnsDuring(() => categories.update(2, { is_active: false }));
    expect(await marked()).toBe(USERS - 1);
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(asked).toBe(1);
    expect(await count('bulk_marks')).toBe(0);
  });

  it('marks no user for a new name, or for a switch that changes nothing', async () => {
    const { categories } = fresh();
    await categories.update(12, { name: 'Another', is_active: true });
    expect(await marked()).toBe(0);
    expect(await count('bulk_marks')).toBe(0);
  });

  it('is continued by another process when one dies', async () => {
    const { wide } = fresh();
    await db.atomically([wide.request('category', 1), wide.request('category', 1)]);
    await Promise.all([fresh().wide.work(), fresh().wide.work()]);
    expect(await marked()).toBe(USERS - 1);
    expect(await count('bulk_marks')).toBe(0);
  });

  it('leaves alone a task of a newer release', async () => {
    const { wide } = fresh();
    await db.atomically([wide.request('something else', 1)]);
    await wide.work();
    expect(await count('bulk_marks')).toBe(1);
    await db.run('DELETE FROM bulk_marks');
  });

  it('removes a deleted category from all preferences', async () => {
    const { categories } = fresh();
    await categories.delete(1);
    expect(await count('users', "preferred_categories = '[12,2]'")).toBe(USERS - 1);
    await categories.delete(2);
    await categories.delete(12);
    expect(await count('users', "preferred_categories = '[]'")).toBe(USERS);
    expect(await marked()).toBe(USERS);
  });
});

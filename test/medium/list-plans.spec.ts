import type { DataSource } from 'typeorm';
import { Activity } from '../../backend/activity/activity';
import { AdminPublicationsService } from '../../backend/admin/admin-publications.service';
import { AdminSubscriptionsService } from '../../backend/admin/admin-subscriptions.service';
import { AdminUsersService } from '../../backend/admin/admin-users.service';
import { Clock } from '../../backend/common/time/clock';
import type { ListRequest } from '../../backend/common/lists/lists';
import { SqliteDatabase } from '../../backend/database/sqlite-database';
import type { Statement } from '../../backend/database/database';
import { PostsRepository } from '../../backend/publishing/posts/posts.repository';
import { SharedVideosService } from '../../backend/shared-videos/shared-videos.service';
import { PlanRequestsService } from '../../backend/subscriptions/plan-requests.service';
import { openDatabase, scratchSqlite } from '../support/databases';

/** As SQLite explains it. */
class ExplainedDatabase extends SqliteDatabase {
  readonly plans: string[] = [];

  protected override async read<T>(statement: Statement): Promise<T[]> {
    const sql = `EXPLAIN QUERY PLAN ${statement.sql}`;
    const steps = await super.read<{ detail: string }>({ ...statement, sql });
    this.plans.push(steps.map(({ detail }) => detail).join('; '));
    return [];
  }
}

/** Lists are the hottest reads: they find their rows by an index that has them in order, and sort nothing. */
describe('the plan of a list', () => {
  const { make, clean } = scratchSqlite();
  let dataSource: DataSource;
  let db: ExplainedDatabase;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase(await make()));
  });
  beforeEach(() => (db = new ExplainedDatabase(dataSource)));
  afterAll(async () => {
    await dataSource.destroy();
    await clean();
  });

  const none = undefined as never;
  const page: ListRequest = { dialect: 'page', page: 1, offset: 0, limit: 15, sort: null, filter: {} };

  it('reads the posts of a user by their age', async () => {
    await new PostsRepository(db).list(7, 'video', page);
    expect(db.plans).toHaveLength(1);
    expect(db.plans[0]).toMatch(/^SEARCH posts USING INDEX posts_by_age \(user_id=\? AND kind=\?\);/);
    expect(db.plans[0]).toContain('SEARCH posts USING COVERING INDEX posts_by_age');
    expect(db.plans[0]).not.toMatch(/SCAN posts|TEMP B-TREE/);
  });

  it('reads the posts of one account by their age', async () => {
    const filter = { account_id: { kind: 'ids' as const, ids: [3] } };
    await new PostsRepository(db).list(7, 'video', { ...page, filter });
    expect(db.plans[0]).toMatch(
      /^SEARCH posts USING INDEX posts_by_account \(user_id=\? AND account_id=\? AND kind=\?\);/,
    );
    expect(db.plans[0]).toContain('SEARCH posts USING COVERING INDEX posts_by_account');
    expect(db.plans[0]).not.toMatch(/SCAN posts|TEMP B-TREE/);
  });

  /** Without those of plans and categories, of which there are few. */
  describe('of administrators', () => {
    const services = () => ({
      users: new AdminUsersService(db, none, none, none, none, none, none, none, none, none, none),
      'plan requests': new PlanRequestsService(db, none, none, none, none, none),
      subscriptions: new AdminSubscriptionsService(db, none, none, new Clock()),
      publications: new AdminPublicationsService(db),
      activity: { list: (request: ListRequest) => new Activity(db, none).listAll(request) },
    });
    type Listed = keyof ReturnType<typeof services>;

    /** What one plan says of the count, and of the page. */
    async function planOf(name: Listed, request: Partial<ListRequest> = {}) {
      await services()[name].list({ ...page, dialect: 'range', ...request });
      const [plan = ''] = db.plans;
      const count = /SCALAR SUBQUERY \d+; ([^;]*)/.exec(plan)?.[1];
      return { count, page: plan.replace(/; SCALAR SUBQUERY \d+; .*$/, '') };
    }

    it.each<[Listed, string]>([
      ['users', 'users as u'],
      ['plan requests', 'plan_requests as r'],
      ['subscriptions', 'subscriptions as s'],
      ['publications', 'publish_steps as a'],
    ])('joins a page of %s, and nothing that is only counted or skipped', async (name, base) => {
      const [table, alias] = base.split(' as ');
      const { count, page: shown } = await planOf(name);
      expect(count).toMatch(new RegExp(`^SCAN ${table} USING COVERING INDEX \\w+$`));
      // By their ids, which are chosen by walking the table from its end to the last one shown.
      expect(shown).toMatch(new RegExp(`^SEARCH ${alias} USING INTEGER PRIMARY KEY \\(rowid=\\?\\);`));
      expect(shown).toMatch(new RegExp(`CO-ROUTINE chosen; SCAN ${alias}; SCAN chosen;`));
      expect(shown).not.toMatch(/TEMP B-TREE/);
    });

    it('walks the activity from the newest on, and counts it from an index', async () => {
      const { count, page: shown } = await planOf('activity');
      expect(count).toMatch(/^SCAN activity USING COVERING INDEX \w+$/);
      expect(shown).toBe('SCAN activity');
    });

    it('counts subscriptions of one status without their users and plans', async () => {
      const filter = { status: { kind: 'texts' as const, texts: ['active'] } };
      const { count, page: shown } = await planOf('subscriptions', { filter });
      expect(count).toBe('SCAN s');
      expect(shown).toContain('CO-ROUTINE chosen; SCAN s; SCAN chosen;');
      expect(shown).not.toMatch(/TEMP B-TREE/);
    });
  });

  it('reads shared videos from the newest on', async () => {
    await new SharedVideosService(db, none, none, none).list(page);
    expect(db.plans).toHaveLength(1);
    expect(db.plans[0]).not.toMatch(/TEMP B-TREE/);
  });
});

import type { DataSource } from 'typeorm';
import type { ListRequest } from '../../backend/common/lists/lists';
import { SqliteDatabase } from '../../backend/database/sqlite-database';
import type { Statement } from '../../backend/database/database';
import { PostsRepository } from '../../backend/publishing/posts/posts.repository';
import { SharedVideosService } from '../../backend/shared-videos/shared-videos.service';
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

  it('reads shared videos from the newest on', async () => {
    await new SharedVideosService(db, none, none, none).list(page);
    expect(db.plans).toHaveLength(1);
    expect(db.plans[0]).not.toMatch(/TEMP B-TREE/);
  });
});

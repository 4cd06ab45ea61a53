import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { QuotaRecount } from '../../backend/publishing/housekeeping/quota-recount';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';

const USERS = 20;
const POSTS = 4_000;
/** Of the posts of a user one in so many still has its file. */
const HELD_EACH = 100;

eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, USERS);
    await insertRows(db, 'posts', POSTS, (n) => ({
      user_id: (n % USERS) + 1,
      account_id: (n % USERS) + 1,
      kind: 'video' as const,
      network: 'facebook' as const,
      format: 'video' as const,
      title: 'Gone out',
      status: 'published' as const,
      file_key: n % HELD_EACH === 0 ? `film${n}.mp4` : null,
      size_bytes: 1000,
      width: 1080,
      height: 1920,
      created_at: n,
    }));
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE posts, quota_usage');
  });
  afterAll(() => dataSource.destroy());

  it('sums the bytes that posts hold from an index, not from the posts', async () => {
    const recount = new QuotaRecount(db);
    const plans = new Explainer(db, name);
    await recount.run();
    plans.stop();
    const held = await db.row<{ bytes: number }>('SELECT SUM(storage_used) AS bytes FROM quota_usage');
    expect(Number(held?.bytes)).toBe((POSTS / HELD_EACH) * 1000);
    expect(await recount.wrong()).toEqual([]);
    const sums = plans.plans.filter(({ sql }) => sql.includes('sum(`p`.`size_bytes`)'));
    expect(sums.length).toBeGreaterThan(1);
    for (const { text } of sums)
      if (name === 'SQLite')
        expect(text).toContain('SEARCH p USING COVERING INDEX posts_held (user_id=? AND file_key>?)');
      else expect(text).toMatch(/p \w+ by posts_held, \d+ rows Using where; Using index/);
  });
});

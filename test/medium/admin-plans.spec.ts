import type { DataSource } from 'typeorm';
import { AdminFailuresService } from '../../backend/admin/admin-failures.service';
import { AdminPublicationsService } from '../../backend/admin/admin-publications.service';
import { AdminQueueService } from '../../backend/admin/admin-queue.service';
import { Clock } from '../../backend/common/time/clock';
import type { FilterValue, ListRequest } from '../../backend/common/lists/lists';
import type { Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';

const POSTS = 3_000;
const HOUR_MS = 3_600_000;

/** Administrators' screens ask these every few seconds: they read what they show, by an index, and no row besides. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let plans: Explainer;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 1);
    const now = Date.now();
    await insertRows(db, 'posts', POSTS, (n) => ({
      id: n,
      user_id: 1,
      account_id: 1,
      kind: 'video' as const,
      network: 'facebook' as const,
      format: 'video' as const,
      title: 'Gone out',
      status: n % 3 ? ('published' as const) : ('failed' as const),
      size_bytes: 0,
      width: 0,
      height: 0,
      idle_since: n <= 30 ? now - HOUR_MS : now - 50 * HOUR_MS,
      created_at: now,
    }));
    await insertRows(db, 'publish_steps', POSTS, (n) => ({
      post_id: n,
      fence: 1,
      step: 'start',
      outcome: n % 100 ? 'done' : 'failed',
      started_at: now,
    }));
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE posts, publish_steps');
  });
  beforeEach(() => (plans = new Explainer(db, name)));
  afterEach(() => plans.stop());
  afterAll(() => dataSource.destroy());

  const page = (filter: Record<string, FilterValue>): ListRequest => ({
    dialect: 'range',
    page: 1,
    offset: 0,
    limit: 5,
    sort: { column: 'a.id', descending: true },
    filter,
  });

  it('finds the last failures in the log by their outcome', async () => {
    const filter = { outcome: { kind: 'texts' as const, texts: ['failed'] } };
    const { rows, total } = await new AdminPublicationsService(db).list(page(filter));
    expect([rows.map(({ post_id }) => post_id), total]).toEqual([[3000, 2900, 2800, 2700, 2600], 30]);
    expect(plans.scansOf(['publish_steps', 'posts'])).toEqual([]);
    const sorted = /TEMP B-TREE|by publish_steps_outcome[^;]*filesort/;
    expect(plans.plans[0]?.text).not.toMatch(sorted);
    expect(plans.plans[0]?.text.match(/publish_steps_outcome/g)).toHaveLength(2);
  });

  it('reads no user to count the steps of one kind', async () => {
    const filter = { kind: { kind: 'texts' as const, texts: ['video'] } };
    expect(await new AdminPublicationsService(db).list(page(filter))).toMatchObject({ total: POSTS });
    if (name === 'SQLite') expect(plans.plans[0]?.text.match(/SEARCH u /g)).toHaveLength(1);
    expect(plans.plans[0]?.text).not.toMatch(/TEMP B-TREE/);
  });

  it('counts what ended lately once, without reading a post', async () => {
    expect(await new AdminQueueService(db, new Clock()).now()).toEqual({
      due: 0,
      next_day: 0,
      published_day: 20,
      failed_day: 10,
    });
    expect(plans.scansOf(['posts'])).toEqual([]);
    const read = plans.plans.map(({ text }) => text).join('; ');
    expect(read.match(/posts_ended/g)).toHaveLength(1);
    if (name === 'SQLite') expect(read).toContain('COVERING INDEX posts_ended');
    else expect(read).toMatch(/by posts_ended, \d+ rows Using where; Using index/);
  });

  it('finds the posts that failed last from the end of what ended lately, without sorting', async () => {
    const found = await new AdminFailuresService(db, new Clock()).latest();
    expect(found.map(({ id, user_name }) => [id, user_name])).toEqual(
      [30, 27, 24, 21, 18].map((id) => [id, 'User 1']),
    );
    expect(plans.scansOf(['posts', 'users'])).toEqual([]);
    const read = plans.plans.map(({ text }) => text).join('; ');
    expect(read.match(/posts_ended/g)).toHaveLength(1);
    expect(read).not.toMatch(/TEMP B-TREE|filesort/);
  });
});

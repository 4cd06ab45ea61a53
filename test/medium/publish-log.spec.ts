import type { DataSource } from 'typeorm';
import {
  ADMIN_PUBLICATION_FIELDS,
  AdminPublicationsService,
} from '../../backend/admin/admin-publications.service';
import { readListRequest } from '../../backend/common/lists/lists';
import type { Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { Explainer } from '../support/query-plans';

const STEPS = 20;

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let log: AdminPublicationsService;
  const ids: number[] = [];

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
    log = new AdminPublicationsService(db);
    const posts: number[] = [];
    for (const who of ['ada', 'bob']) {
      const user = { name: who, email: `${who}@x.io`, password_hash: 'x', created_at: 1 };
      const user_id = await db.insert('users', user);
      const kind = { kind: 'video', network: 'facebook', format: 'reel' } as const;
      const file = { file_key: who, size_bytes: 1, width: 1, height: 1, duration_ms: 1 };
      const post = { user_id, ...kind, ...file, title: `A film of ${who}`, status: 'published' } as const;
      posts.push(await db.insert('posts', { ...post, created_at: 1 }));
    }
    for (let n = 0; n < STEPS; n++) {
      const step = { post_id: posts[n % 2]!, fence: 1, step: 'start', started_at: n };
      ids.push(await db.insert('publish_steps', { ...step, outcome: n % 4 ? 'ok' : 'failed' }));
    }
  });
  afterAll(() => dataSource.destroy());

  const asked = async (given: Record<string, unknown>) => {
    const texts = Object.entries(given).map(([key, value]) => [key, JSON.stringify(value)]);
    const request = readListRequest(Object.fromEntries(texts) as never, ADMIN_PUBLICATION_FIELDS);
    const { rows, total } = await log.list(request);
    return { total, of: rows.map(({ id, user_name }) => [ids.indexOf(id), user_name]) };
  };

  it('is listed from any place, with the total, however it is filtered and ordered', async () => {
    expect(await asked({ range: [15, 17] })).toEqual({
      total: 20,
      of: [
        [4, 'ada'],
        [3, 'bob'],
        [2, 'ada'],
      ],
    });
    expect(await asked({ range: [40, 41] })).toEqual({ total: 20, of: [] });
    const failed = { range: [1, 2], filter: { outcome: 'failed' }, sort: ['at', 'ASC'] };
    expect(await asked(failed)).toEqual({
      total: 5,
      of: [
        [4, 'ada'],
        [8, 'ada'],
      ],
    });
    expect(await asked({ range: [0, 0], filter: { q: 'of bob' } })).toEqual({ total: 10, of: [[19, 'bob']] });
    expect(await asked({ range: [0, 0], sort: ['user_id', 'DESC'] })).toEqual({
      total: 20,
      of: [[19, 'bob']],
    });
  });

  if (name === 'SQLite')
    it('joins no row that is only counted or skipped', async () => {
      const explainer = new Explainer(db, name);
      await asked({ range: [5, 9] });
      explainer.stop();
      expect(explainer.plans).toHaveLength(1);
      // One search for the page, none for the count.
      expect(explainer.plans[0]!.text.match(/SEARCH p /g)).toHaveLength(1);
      expect(explainer.plans[0]!.text).toMatch(/SEARCH a USING INTEGER PRIMARY KEY \(rowid=\?\)/);
    });
});

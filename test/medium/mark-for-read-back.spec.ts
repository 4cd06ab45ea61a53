import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import type { Row } from '../../backend/database/tables';
import { MAY_HAVE_GONE_OUT } from '../../backend/ports/networks/network';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import { markForReadBack } from '../../backend/publishing/after-restore/mark-for-read-back';
import { upcomingSlots } from '../../backend/publishing/posting-queues/slots';
import { eachDatabase, openDatabase } from '../support/databases';
import { Explainer } from '../support/query-plans';

const NOW = Date.UTC(2030, 0, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BACKUP = NOW - HOUR;
const LONG_AGO = NOW - 10 * DAY;

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    const plan = { name: 'P', description: '', price_minor: 0, duration_days: 1, created_at: 0 };
    await db.insert('plans', { ...plan, id: 1, max_storage_bytes: 1, max_pending_submissions: 1 });
    await db.insert('users', { id: 1, name: 'U', password_hash: 'x', created_at: 0, email: 'u@example.com' });
    const period = { starts_at: 0, expires_at: NOW + DAY, created_at: 0 };
    await db.insert('subscriptions', { user_id: 1, plan_id: 1, ...period });
    const page = { network: 'facebook', remote_id: '1', name: 'A', token: 'x', verified_at: 0 } as const;
    await db.insert('accounts', { id: 1, user_id: 1, ...page, upload_frequency: 60 });
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    await db.run('DELETE FROM posts');
    await db.run('UPDATE accounts SET held_by = NULL, held_until = NULL');
  });

  const add = (id: number, more: Partial<Row<'posts'>> = {}) =>
    db.insert('posts', {
      ...{ id, user_id: 1, account_id: 1, kind: 'video', network: 'facebook', format: 'reel' },
      ...{ title: `Post ${id}`, status: 'pending', draft: 0, duration_ms: 20_000 },
      ...{ size_bytes: 1, width: 1, height: 1, created_at: LONG_AGO + id, stored_at: LONG_AGO + id },
      ...more,
    } as const);

  const next = async (): Promise<number[]> => {
    const account = await db.row<{ id: number }>('SELECT * FROM accounts');
    const [{ queue }] = (await new PostingQueues(db).ofAccount(account as never, BACKUP, 0)) as any;
    return upcomingSlots(queue, BACKUP, NOW, 3).flatMap((slot: any) => slot.postId ?? []);
  };
  const lookedFor = async (): Promise<number[]> => {
    await markForReadBack(db, { since: BACKUP, now: NOW });
    const rows = await db.rows<{ id: number }>("SELECT id FROM posts WHERE status = 'scheduled' ORDER BY id");
    return rows.map(({ id }) => id);
  };

  it('looks for a post that its user had moved to the front of the queue', async () => {
    for (let id = 1; id <= 9; id++) await add(id);
    await add(10, { queued_at: LONG_AGO });
    expect((await next())[0]).toBe(10);
    expect(await lookedFor()).toEqual([1, 2, 10]);
  });

  it('looks for what went out past posts that rested', async () => {
    for (const id of [1, 2, 3, 4]) await add(id, { rests_until: NOW + HOUR });
    for (const id of [5, 6, 7, 8]) await add(id);
    expect((await next())[0]).toBe(5);
    expect(await lookedFor()).toEqual([5, 6, 7]);
  });

  it('looks for a post whose rest has ended since', async () => {
    for (const id of [1, 2, 3, 4]) await add(id);
    await add(5, { rests_until: NOW - HOUR / 2, queued_at: LONG_AGO });
    expect(await lookedFor()).toEqual([1, 2, 3, 5]);
  });

  it('tells in its history why a post was held that has no account to look at', async () => {
    await add(1, { account_id: null, status: 'scheduled', due_at: BACKUP, fence: 3 });
    for (const held of [1, 0])
      expect(await markForReadBack(db, { since: BACKUP, now: NOW })).toMatchObject({ lookedFor: 0, held });
    expect(await db.rows('SELECT * FROM publish_steps')).toEqual([
      {
        ...{ id: expect.any(Number), post_id: 1, fence: 3, step: 'result', outcome: 'failed' },
        ...{ message: MAY_HAVE_GONE_OUT, code: null, subcode: null, trace_id: null, remote_id: null },
        ...{ started_at: NOW, finished_at: NOW },
      },
    ]);
  });

  it('looks at the ids of a span at a time, so that no statement grows with the posts', async () => {
    for (const id of [1, 2, 1999, 2001, 500_000]) await add(id, { due_at: BACKUP });
    await add(4001, { status: 'published', first_comment_status: 'waiting' });
    const explainer = new Explainer(db, name);
    const done = await markForReadBack(db, { since: BACKUP, now: NOW });
    explainer.stop();
    expect(done.lookedFor).toBe(5);
    expect(explainer.scansOf(['posts', 'accounts', 'captions'])).toEqual([]);
    if (name !== 'SQLite') return;
    for (const table of ['posts', 'accounts'])
      expect(explainer.waysTo(table, /order by `id`/).filter((way) => !way.includes('account_id'))).toEqual([
        `${table} by INTEGER PRIMARY KEY (rowid>? AND rowid<?)`,
        `${table} by INTEGER PRIMARY KEY (rowid>?)`,
      ]);
  });

  it('leaves posts of the next day alone where the clock is a little slower than the one of the backup', async () => {
    const backup = NOW + 3 * 60_000;
    await add(1, { scheduled_for: NOW + 5 * 60_000, due_at: NOW + 5 * 60_000 });
    await add(2, { scheduled_for: NOW + 20 * HOUR, due_at: NOW + 20 * HOUR });
    for (const id of [3, 4, 5, 6]) await add(id);
    await markForReadBack(db, { since: backup, now: NOW });
    const rows = await db.rows("SELECT id FROM posts WHERE status = 'scheduled' ORDER BY id");
    expect(rows).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });

  describe('after the network had told that the clock of the former installation was ahead', () => {
    const published = (intentAt: number) =>
      add(1, {
        ...{ status: 'published', published_at: intentAt },
        remote_session: JSON.stringify({ protocol: 'reel', remoteId: '1', intentAt, aheadMs: 2 * HOUR }),
      });
    const dueSoon = { scheduled_for: NOW + HOUR, due_at: NOW + HOUR };

    it('looks for posts whose time that clock may have reached, from when they may be there', async () => {
      await published(BACKUP - HOUR);
      await add(2, dueSoon);
      await add(3, { scheduled_for: NOW + 3 * HOUR, due_at: NOW + 3 * HOUR });
      for (const id of [4, 5, 6, 7, 8, 9]) await add(id);
      expect(await lookedFor()).toEqual([2, 4, 5, 6, 7, 8]);
      const [post] = await db.rows<{ remote_session: string; due_at: number }>(
        'SELECT remote_session, due_at FROM posts WHERE id = 2',
      );
      const session = { intentAt: BACKUP, aheadMs: 2 * HOUR, restored: { since: BACKUP } };
      expect([JSON.parse(post?.remote_session ?? ''), post?.due_at]).toMatchObject([session, NOW]);
    });

    it('does not when that was days before the backup', async () => {
      await published(BACKUP - 2 * DAY);
      await add(2, dueSoon);
      expect(await lookedFor()).toEqual([]);
    });
  });
});

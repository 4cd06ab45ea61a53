import { insertStatement, type Database } from '../../backend/database/database';
import { DatabaseTime } from '../../backend/database/database-time';
import type { NewRow } from '../../backend/database/tables';
import { PostsRepository } from '../../backend/publishing/posts/posts.repository';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import { QueueOrder } from '../../backend/publishing/posting-queues/queue-order';
import { QueuePlaces } from '../../backend/publishing/posting-queues/queue-places';
import { slotsToCome } from '../../backend/publishing/posting-queues/slots';
import type { Container } from '../simulation/container';
import { Draws } from '../simulation/draws';
import { eachDatabase, openDatabase } from '../support/databases';
import { turnsDuring } from '../support/event-loop-turns';
import { addAccounts, insertRows } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const DEEP = 10_000;
const SHORT = 60;
const SLOTS = JSON.stringify([1, 3, 6].map((day) => ({ day, time: '09:30' })));

eachDatabase((name, makeConfig) => {
  let db: Database;
  let services: Container;
  let close: () => Promise<void>;
  const now = Date.now();
  const draws = new Draws('places', 1);

  beforeAll(async () => {
    const { db: opened, dataSource } = await openDatabase(await makeConfig());
    db = opened;
    close = () => dataSource.destroy();
    services = servicesOn({ db, dataSource });
    services.get(DatabaseTime).now = () => now;
    if (name === 'SQLite') await dataSource.query('PRAGMA synchronous = OFF');
    await addAccounts(db, 6);
    await db.run("UPDATE accounts SET posting = 'slots', slots = ? WHERE id IN (2, 4, 6)", [SLOTS]);
    for (const account of [1, 2]) await insertRows(db, 'posts', DEEP, (n) => waiting(account, DEEP - n));
    const published = { ...waiting(1, 0), status: 'published' as const, published_at: now - 30 * MINUTE };
    await db.insert('posts', { ...published, created_at: 0 });
    for (const account of [3, 4]) await insertRows(db, 'posts', SHORT, () => drawn(account));
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE posts, accounts');
  });
  afterAll(() => close());

  const waiting = (account: number, minutes: number): NewRow<'posts'> => ({
    user_id: account,
    account_id: account,
    kind: 'video',
    network: 'facebook',
    format: 'video',
    title: 'Waits',
    status: 'pending',
    size_bytes: 1,
    width: 1,
    height: 1,
    created_at: now - DAY - minutes * MINUTE,
    stored_at: now - DAY,
  });

  /** Waiting, resting, moved, timed, under way or a draft. */
  function drawn(account: number): NewRow<'posts'> {
    const kind = draws.pick(['video', 'photo'] as const);
    const common = { ...waiting(account, draws.whole(0, 40)), kind, format: kind };
    const at = now + draws.whole(0, 20_000) * MINUTE;
    switch (draws.whole(0, 6)) {
      case 0:
        return { ...common, scheduled_for: at, due_at: at };
      case 1:
        return { ...common, status: 'processing', scheduled_for: now - 1, due_at: now };
      case 2:
        return { ...common, draft: 1, scheduled_for: draws.pick([null, at]) };
      case 3:
        return { ...common, rests_until: now + draws.whole(1, 600) * MINUTE };
      case 4:
        return { ...common, queued_at: now - draws.whole(0, 3000) * MINUTE };
      default:
        return { ...common, created_at: now - draws.whole(0, 90) * MINUTE, stored_at: now };
    }
  }

  const rowsOf = (account: number) =>
    services
      .get(PostsRepository)
      .list(account, undefined, { dialect: 'all', offset: 0, limit: 15, page: 1, sort: null, filter: {} })
      .then(({ rows }) => rows);
  const placesOf = (user: number, rows: Awaited<ReturnType<typeof rowsOf>>) =>
    services.get(QueuePlaces).of(user, rows);
  const reads = () => jest.spyOn(db as unknown as { read(): Promise<unknown> }, 'read');

  it.each([3, 4])('are what the calendar foresees, for every post of account %i', async (id) => {
    const rows = await db.rows<any>('SELECT * FROM posts WHERE account_id = ? ORDER BY id', [id]);
    const placeOf = await placesOf(id, rows);
    const account = (await db.row<any>('SELECT * FROM accounts WHERE id = ?', [id]))!;
    const slots = new Map<number, { at: number; why: string }>();
    for (const { queue } of await services.get(PostingQueues).ofAccount(account, now, now))
      for (const slot of slotsToCome(queue, now))
        if (slot.why !== 'library' && slot.why !== 'time') slots.set(slot.postId, slot);
    expect(slots.size).toBeGreaterThan(SHORT / 4);
    const inLine = rows
      .filter((row) => row.status === 'pending' && row.scheduled_for === null && row.draft === 0)
      .sort((a, b) => (a.queued_at ?? a.created_at) - (b.queued_at ?? b.created_at) || a.id - b.id);
    for (const row of rows) {
      const place = inLine.indexOf(row) + 1;
      const slot = slots.get(row.id);
      const isTimed = row.status === 'pending' && row.draft === 0 && row.scheduled_for !== null;
      expect([row.id, placeOf(row)]).toEqual([
        row.id,
        {
          position: place || null,
          nextAt: slot?.at ?? (isTimed ? row.scheduled_for : null),
          why: slot?.why ?? (isTimed ? 'time' : null),
        },
      ]);
    }
  });

  it('are found by an index, in pieces that leave others their turns, and only once', async () => {
    for (const id of [1, 2]) {
      const rows = await rowsOf(id);
      const plans = new Explainer(db, name);
      const placeOf = await placesOf(id, rows);
      plans.stop();
      expect(plans.scansOf(['posts', 'accounts', 'subscriptions', 'users'])).toEqual([]);
      expect(rows.map((row) => placeOf(row).position)).toEqual(rows.map((_, n) => DEEP - n));
      const last = placeOf(rows[0]!);
      if (id === 1)
        expect(last).toEqual({
          position: DEEP,
          nextAt: now + (DEEP - 1) * 60 * MINUTE + 30 * MINUTE,
          why: 'frequency',
        });
      else expect(Math.round((last.nextAt! - now) / (7 * DAY))).toBe(Math.round(DEEP / 3));

      const reading = reads();
      await placesOf(id, rows);
      expect(reading.mock.calls.length).toBe(2);
      await db.run('UPDATE accounts SET changes = changes + 1 WHERE id = ?', [id]);
      expect(await turnsDuring(() => placesOf(id, rows))).toBeGreaterThan(10);
      expect(reading.mock.calls.length).toBeGreaterThan(10);
      reading.mockRestore();
    }
  });

  it('are others as soon as the order is, in a long queue too', async () => {
    const ids = (await db.rows<{ id: number }>('SELECT id FROM posts WHERE account_id = 2 ORDER BY id')).map(
      ({ id }) => id,
    );
    const rows = await rowsOf(2);
    const [newest] = rows;
    expect((await placesOf(2, rows))(newest!).position).toBe(DEEP);
    await services.get(QueueOrder).set(2, 2, [newest!.id, ...ids.filter((id) => id !== newest!.id)]);
    expect((await placesOf(2, rows))(newest!).position).toBe(1);
    services.get(DatabaseTime).now = () => now + 8 * DAY;
    const later = (await placesOf(2, rows))(newest!).nextAt!;
    expect(later).toBeGreaterThan(now + 8 * DAY);
    services.get(DatabaseTime).now = () => now;
  });

  it('ask for nothing where no post waits', async () => {
    const at = now + DAY;
    for (const more of [
      { scheduled_for: at, due_at: at },
      { status: 'published' as const, published_at: at },
      { draft: 1 as const },
      { account_id: null },
    ])
      await db.insert('posts', { ...waiting(5, 1), ...more });
    const rows = await rowsOf(5);
    const reading = reads();
    const placeOf = await placesOf(5, rows);
    expect(reading.mock.calls).toEqual([]);
    expect(rows.map((row) => placeOf(row).why)).toEqual([null, null, null, 'time']);
    reading.mockRestore();
  });

  it('tell where a post stands although its account may not post', async () => {
    await db.atomically([insertStatement('posts', [waiting(6, 1), waiting(6, 2)])]);
    await db.run("UPDATE accounts SET paused_reason = 'No.' WHERE id = 6");
    const rows = await rowsOf(6);
    const placeOf = await placesOf(6, rows);
    expect(rows.map(placeOf)).toEqual([1, 2].map((n) => ({ position: 3 - n, nextAt: null, why: null })));
    const ofAnother = await placesOf(5, rows);
    expect(rows.map(ofAnother)).toEqual([1, 2].map(() => ({ position: null, nextAt: null, why: null })));
  });
});

import type { DataSource } from 'typeorm';
import { Activity, ACTIVITY_FIELDS } from '../../backend/activity/activity';
import { readListRequest } from '../../backend/common/lists/lists';
import { insertStatement, type Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { clockOf } from '../support/test-clock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAGE = readListRequest({ per_page: '100' }, ACTIVITY_FIELDS);

eachDatabase((_name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;
  let now = Date.UTC(2026, 10, 22);
  let activity: Activity;
  let [ada, bob, admin] = [0, 0, 0];

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
    activity = new Activity(
      db,
      clockOf(() => now),
    );
    const user = (email: string) =>
      db.insert('users', { name: 'U', email, password_hash: 'x', created_at: now });
    [ada, bob, admin] = [await user('a@x.io'), await user('b@x.io'), await user('c@x.io')];
  });
  afterAll(() => dataSource.destroy());
  beforeEach(() => db.run('DELETE FROM activity'));

  const from = (id: number | null, address = '192.0.2.1') => ({ id, address });
  const seenBy = async (id: number) =>
    (await activity.listOwn(id, PAGE)).rows.map(({ action, user_id, target, address }) => [
      action,
      user_id,
      target,
      address,
    ]);

  it('shows people what they did and what was done in their account, without where others did it from', async () => {
    await activity.note(from(ada), { action: 'signed_in' });
    await activity.note(from(admin, '198.51.100.9'), {
      action: 'library_given',
      account: ada,
      target: `user:${ada}`,
    });
    await activity.note(from(bob), { action: 'signed_in' });
    expect(await seenBy(ada)).toEqual([
      ['library_given', admin, `user:${ada}`, null],
      ['signed_in', ada, null, '192.0.2.1'],
    ]);
    expect(await seenBy(admin)).toEqual([['library_given', admin, `user:${ada}`, '198.51.100.9']]);
    expect((await activity.listAll(PAGE)).total).toBe(3);
  });

  it('notes twenty failed sign-ins of an account in an hour, however many there are', async () => {
    for (let n = 0; n < 30; n++) await activity.noteFailure(ada, `192.0.2.${n}`);
    await activity.noteFailure(bob, '192.0.2.1');
    await activity.noteFailure(123_456, '192.0.2.1');
    expect([(await seenBy(ada)).length, (await seenBy(bob)).length]).toEqual([20, 1]);
    now += HOUR + 1;
    await activity.noteFailure(ada, '192.0.2.1');
    expect((await seenBy(ada)).length).toBe(21);
    expect((await activity.listAll(PAGE)).total).toBe(22);
  });

  it('forgets who did it, and in whose account, before the account is deleted, however much there is', async () => {
    for (let n = 0; n < 12; n++)
      await db.atomically(
        Array.from({ length: 100 }, (_none, each) =>
          each % 2
            ? activity.noting(from(admin), { action: 'library_given', account: ada })
            : activity.noting(from(ada), { action: 'library_given', account: bob }),
        ),
      );
    await activity.note(from(ada), { action: 'signed_in' });
    const most = jest.spyOn(db, 'run');
    await activity.forget(ada);
    const affected = await Promise.all(most.mock.results.map(({ value }) => value as Promise<number>));
    most.mockRestore();
    expect(Math.max(...affected)).toBeLessThanOrEqual(500);
    const count = async (where: string) =>
      (await db.row<{ n: number }>(`SELECT COUNT(*) AS n FROM activity WHERE ${where}`))?.n;
    expect([await count(`user_id = ${ada}`), await count(`account_id = ${ada}`)]).toEqual([0, 0]);
    expect([await count(`account_id = ${bob}`), await count(`user_id = ${admin}`)]).toEqual([600, 600]);
  });

  it('forgets after 180 days, however much there is', async () => {
    for (let n = 0; n < 12; n++) {
      const rows = Array.from({ length: 100 }, () => activity.noting(from(ada), { action: 'signed_in' }));
      await db.atomically(rows);
    }
    now += 179 * DAY;
    await activity.note(from(ada), { action: 'signed_out' });
    await activity.forgetOld();
    expect((await activity.listAll(PAGE)).total).toBe(1201);
    now += 2 * DAY;
    await activity.forgetOld();
    expect(await seenBy(ada)).toEqual([['signed_out', ada, null, '192.0.2.1']]);
  });

  it('keeps what was done to an account that is deleted, and nothing of its own', async () => {
    const gone = await db.insert('users', {
      name: 'G',
      email: 'g@x.io',
      password_hash: 'x',
      created_at: now,
    });
    await activity.note(from(gone), { action: 'signed_in' });
    await activity.note(from(admin), { action: 'admin_given', account: gone, target: `user:${gone}` });
    await db.atomically([
      activity.forgetting(gone),
      { sql: 'DELETE FROM users WHERE id = ?', params: [gone] },
      activity.noting(from(admin), { action: 'user_deleted', account: null, target: `user:${gone}` }),
      // Somebody who was still at it.
      activity.noting(from(gone), { action: 'signed_out' }),
    ]);
    const { rows } = await activity.listAll(PAGE);
    expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['signed_out', null],
      ['user_deleted', admin],
      ['admin_given', admin],
    ]);
  });

  it('names the row that the unit makes', async () => {
    const category = (name: string) => insertStatement('categories', [{ name, created_at: now }]);
    const deed = { action: 'category_added', account: null } as const;
    const unit = [category('A'), category('B'), activity.notingNew(from(admin), deed, 'category', 1)];
    const [, second] = (await db.atomically(unit)) ?? [];
    expect(await seenBy(admin)).toEqual([['category_added', admin, `category:${second?.id}`, '192.0.2.1']]);
  });

  it('goes with the unit that it tells of, or not at all', async () => {
    const missing = { sql: 'UPDATE users SET name = ? WHERE id = ?', params: ['X', 999_999], required: true };
    await db.atomically([activity.noting(from(ada), { action: 'email_changed' }), missing]);
    expect(await seenBy(ada)).toEqual([]);
  });
});

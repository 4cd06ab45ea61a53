import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { textOf } from '../database/database';
import { query } from '../database/tables';
import './subscription.entity';
import { isActive, shownRank, shownRankAt, statusAt, subscriptionStatus } from './subscription-status';

const period = { startsAt: 100, expiresAt: 200, endedAt: null };

it.each([
  ['inactive', 99],
  ['active', 100],
  ['active', 199],
  ['expired', 200],
])('is %s at %d: from its start until its expiry', (status, now) => {
  expect(subscriptionStatus(period, now)).toBe(status);
});

it('is inactive once it was ended, at any time', () => {
  for (const now of [50, 150, 250])
    expect(subscriptionStatus({ ...period, endedAt: 120 }, now)).toBe('inactive');
});

it('is the same in code and in SQL', () => {
  const db = new BetterSqlite(':memory:');
  db.exec('CREATE TABLE subscriptions (starts_at INTEGER, expires_at INTEGER, ended_at INTEGER)');
  const put = db.prepare('INSERT INTO subscriptions VALUES (?, ?, ?)');
  const near = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(near, near, fc.option(near), near, (startsAt, expiresAt, endedAt, now) => {
      db.exec('DELETE FROM subscriptions');
      put.run(startsAt, expiresAt, endedAt);
      const { sql, params } = textOf(
        query
          .selectFrom('subscriptions as s')
          .select(statusAt(now).as('status'))
          .select((s) => s.case().when(isActive(now)).then(1).else(0).end().as('active'))
          .select(shownRankAt(now).as('rank')),
      );
      const status = subscriptionStatus({ startsAt, expiresAt, endedAt }, now);
      const rank = shownRank({ startsAt, expiresAt, endedAt }, now);
      expect(db.prepare(sql).get(...params)).toEqual({ status, active: status === 'active' ? 1 : 0, rank });
    }),
    { numRuns: 500 },
  );
  db.close();
});

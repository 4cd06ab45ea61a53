import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { ACTIVE, subscriptionStatus } from './subscription-status';

const period = { startsAt: 100, expiresAt: 200, endedAt: null };

it.each([
  ['inactive', 99],
  ['active', 100],
  ['active', 199],
  ['expired', 200],
])('is %s at %d: from its start until its expiry', (status, now) => {
  expect(subscriptionStatus(period, now)).toBe(status);
});

it('is inactive once it was ended, whatever the clock says', () => {
  for (const now of [50, 150, 250])
    expect(subscriptionStatus({ ...period, endedAt: 120 }, now)).toBe('inactive');
});

it('means the same in code and in SQL', () => {
  const db = new BetterSqlite(':memory:');
  const ask = db.prepare(
    `SELECT COUNT(*) AS n FROM (SELECT ? AS starts_at, ? AS expires_at, ? AS ended_at) s WHERE ${ACTIVE}`,
  );
  const near = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(near, near, fc.option(near), near, (startsAt, expiresAt, endedAt, now) => {
      const { n } = ask.get(startsAt, expiresAt, endedAt, now, now) as { n: number };
      expect(n === 1).toBe(subscriptionStatus({ startsAt, expiresAt, endedAt }, now) === 'active');
    }),
    { numRuns: 500 },
  );
  db.close();
});

import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { openDatabase, scratchSqlite } from '../support/databases';

describe('a statement with a bound limit on SQLite', () => {
  const { make, clean } = scratchSqlite();
  let dataSource: DataSource;
  let db: Database;

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await make()));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await clean();
  });

  /** Takes long to compile, and nothing to run on an empty table. */
  const looking = (limit: string) =>
    `SELECT * FROM posts p WHERE p.due_at <= ? AND p.status IN ('pending', 'scheduled')
        AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = p.user_id AND a.network = p.network)
        AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = p.user_id) ORDER BY p.due_at LIMIT ${limit}`;

  async function costOf(sql: string, params: number[]): Promise<number> {
    const { user, system } = process.cpuUsage();
    for (let n = 0; n < 1000; n++) await db.rows(sql, params);
    const now = process.cpuUsage();
    return now.user + now.system - user - system;
  }

  /** The lowest of several: whatever else the machine does only adds to it. */
  async function leastCostOf(sql: string, params: number[]): Promise<number> {
    const costs: number[] = [];
    for (let round = 0; round < 5; round++) costs.push(await costOf(sql, params));
    return Math.min(...costs);
  }

  it('is compiled once', async () => {
    const literal = await leastCostOf(looking('100'), [1]);
    expect(await leastCostOf(looking('?'), [1, 100])).toBeLessThan(5 * literal);
  });

  it('answers as many rows as it is told', async () => {
    const numbers = 'SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 ORDER BY n';
    expect(await db.rows(`${numbers} LIMIT ?`, [2])).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await db.rows(`${numbers} LIMIT ? OFFSET ?`, [2, 2])).toEqual([{ n: 3 }]);
  });
});

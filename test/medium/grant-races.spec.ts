import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { SubscriptionsService } from '../../backend/subscriptions/subscriptions.service';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts } from '../support/many-accounts';
import { servicesOn } from '../support/services';

const USER = 1;
const ROUNDS = 10;
const DAY_MS = 86_400_000;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let plan: number;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 1);
    plan = (await db.row<{ id: number }>('SELECT id FROM plans'))!.id;
  });
  afterAll(() => dataSource.destroy());

  it('leaves one plan in force when two are granted at once', async () => {
    const subscriptions = servicesOn({ db, dataSource }).get(SubscriptionsService);
    for (let round = 0; round < ROUNDS; round++) {
      await db.run('DELETE FROM subscriptions WHERE user_id = ?', [USER]);
      await Promise.all([1, 2].map(() => subscriptions.grant(USER, plan)));
      expect([round, await inForce()]).toEqual([round, 1]);
    }
  });

  it('leaves one plan in force when another is granted while it is extended', async () => {
    const subscriptions = servicesOn({ db, dataSource }).get(SubscriptionsService);
    for (let round = 0; round < ROUNDS; round++) {
      await db.run('DELETE FROM subscriptions WHERE user_id = ?', [USER]);
      const first = await subscriptions.grant(USER, plan, Date.now() - 1000);
      await Promise.allSettled([
        subscriptions.extend(first, Date.now() + 90 * DAY_MS),
        subscriptions.grant(USER, plan),
        subscriptions.extend(first, Date.now() + 91 * DAY_MS),
      ]);
      expect([round, await inForce()]).toEqual([round, 1]);
    }
  });

  async function inForce(): Promise<number> {
    const now = Date.now();
    const active = await db.rows(
      `SELECT id FROM subscriptions
        WHERE user_id = ? AND starts_at <= ? AND expires_at > ? AND ended_at IS NULL`,
      [USER, now, now],
    );
    return active.length;
  }

  it('grants nothing to a user who does not exist', async () => {
    const subscriptions = servicesOn({ db, dataSource }).get(SubscriptionsService);
    await expect(subscriptions.grant(999, plan)).rejects.toMatchObject({ statusCode: 422 });
  });
});

import type { DataSource } from 'typeorm';
import type { Database } from '../../backend/database/database';
import { PlanRequestsService } from '../../backend/subscriptions/plan-requests.service';
import { SubscriptionsService } from '../../backend/subscriptions/subscriptions.service';
import { onMariadb, openDatabase } from '../support/databases';
import { holdCommit, untilOneWaits } from '../support/held-commit';
import { addAccounts } from '../support/many-accounts';
import { servicesOn } from '../support/services';

const USER = 1;

// SQLite commits one unit after the other.
onMariadb('a request for a plan on MariaDB', (makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, 1);
    await db.run('DELETE FROM subscriptions');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => dataSource.destroy());

  const addPlan = (name: string) =>
    db.insert('plans', {
      ...{ name, description: '', price_minor: 0, duration_days: 30, created_at: 1 },
      ...{ max_storage_bytes: 1, max_pending_submissions: 1 },
    });

  it('is refused when a plan is granted at the same moment', async () => {
    const services = servicesOn({ db, dataSource });
    const granted = await addPlan('Granted');
    const wanted = await addPlan('Wanted');
    const commit = holdCommit(dataSource, /^insert into .?subscriptions/i);
    const granting = services.get(SubscriptionsService).grant(USER, granted);
    await commit.reached;
    const asking = services.get(PlanRequestsService).ask(USER, { plan_id: wanted });
    const refusal = expect(asking).rejects.toMatchObject({ statusCode: 409 });
    await untilOneWaits(dataSource);
    commit.open();
    await granting;
    await refusal;
    expect(await db.rows("SELECT id FROM plan_requests WHERE status = 'open'")).toEqual([]);
  });
});

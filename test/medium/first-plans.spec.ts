import type { DataSource } from 'typeorm';
import { FirstAdmin } from '../../backend/auth/first-admin';
import { PlansService } from '../../backend/subscriptions/plans.service';
import type { Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { servicesOn } from '../support/services';

eachDatabase((_name, makeConfig) => {
  let opened: { db: Database; dataSource: DataSource }[];
  beforeEach(async () => {
    const config = await makeConfig();
    opened = [await openDatabase(config), await openDatabase(config)];
  });
  afterEach(() => Promise.all(opened.map(({ dataSource }) => dataSource.destroy())));

  /** As each start does, before anybody can call it. */
  async function start(process: number, { isCutOff = false } = {}): Promise<void> {
    const services = servicesOn(opened[process]!);
    await services.get(PlansService).ensureFirst();
    if (!isCutOff) await services.get(FirstAdmin).ensure();
  }

  const namesIn = async (table: string) =>
    (await opened[0]!.db.rows<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`)).map(
      ({ name }) => name,
    );
  const ALL = ['Starter', 'Growth', 'Studio'];

  it('come once when two processes start at once on a new database', async () => {
    await Promise.all([start(0), start(1)]);
    expect([await namesIn('plans'), await namesIn('users')]).toEqual([ALL, ['Administrator']]);
  });

  it('come once when the first start was cut off, and not again when all were deleted', async () => {
    await start(0, { isCutOff: true });
    await start(0);
    expect(await namesIn('plans')).toEqual(ALL);
    await opened[0]!.db.run('DELETE FROM plans');
    await start(1);
    expect(await namesIn('plans')).toEqual([]);
  });
});

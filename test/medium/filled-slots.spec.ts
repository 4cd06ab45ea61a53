import { AutopostSchedule } from '../../backend/accounts/turns/autopost-schedule';
import { Changes } from '../../backend/database/changes';
import { insertStatement, type Database } from '../../backend/database/database';
import { eachDatabase, openDatabase } from '../support/databases';
import { clockOf } from '../support/test-clock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SLOT = Date.UTC(2026, 4, 4, 12);

eachDatabase((_, makeConfig) => {
  let db: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await openDatabase(await makeConfig());
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    const user = { id: 1, name: 'Ann', email: 'ann@example.com', password_hash: 'none', created_at: 1 };
    const account = { id: 1, user_id: 1, remote_id: '1', token: '', auto_due_at: 7 };
    await db.atomically([
      insertStatement('users', [user]),
      insertStatement('accounts', [{ ...account, network: 'facebook' }]),
    ]);
  });
  afterAll(() => close());

  /** A process whose clock is ahead by so much when it is time for the slot. */
  const fills = async (slot: number, aheadMs: number): Promise<boolean> => {
    const schedule = new AutopostSchedule(
      db,
      new Changes(db),
      clockOf(() => SLOT + aheadMs),
    );
    return (await db.atomically([schedule.filling({ id: 1, auto_due_at: 7 }, slot)])) !== null;
  };

  beforeEach(async () => {
    await db.run('UPDATE accounts SET filled_slot = 0');
    expect(await fills(SLOT, 0)).toBe(true);
  });

  it.each([0, -90_000, 90_000])('fills no slot again whose clock is ahead by %d ms', async (aheadMs) => {
    for (const slot of [SLOT, SLOT - MINUTE, SLOT - 2 * MINUTE])
      expect(await fills(slot, aheadMs)).toBe(false);
  });

  it('fills earlier slots once after the clock was set back, but not the same one', async () => {
    expect(await fills(SLOT, -3 * HOUR)).toBe(false);
    expect(await fills(SLOT - 3 * HOUR, -3 * HOUR)).toBe(true);
    expect(await fills(SLOT - 3 * HOUR, -3 * HOUR)).toBe(false);
    expect(await fills(SLOT - 4 * HOUR, -3 * HOUR)).toBe(false);
  });
});

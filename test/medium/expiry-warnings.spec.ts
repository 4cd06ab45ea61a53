import type { DataSource } from 'typeorm';
import { ExpiryWarnings } from '../../backend/accounts/checks/expiry-warnings';
import { AccountMails } from '../../backend/accounts/mails/account-mails';
import type { Database } from '../../backend/database/database';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts } from '../support/many-accounts';
import { Explainer } from '../support/query-plans';
import { servicesOn } from '../support/services';

const ACCOUNTS = 2_000;
const UNTOLD = 3;
const MOST_IN_A_ROUND = 500;
const DAY_MS = 86_400_000;

/** It is done every minute, and nearly all accounts near their end have been told of it. */
eachDatabase((name, makeConfig) => {
  let db: Database;
  let dataSource: DataSource;
  let services: Container;

  beforeAll(async () => {
    ({ db, dataSource } = await openDatabase(await makeConfig()));
    await addAccounts(db, ACCOUNTS);
    services = servicesOn({ db, dataSource });
    const ends = Date.now() + 5 * DAY_MS;
    for (const clock of ['expires_at', 'data_access_expires_at'])
      await db.run(`UPDATE accounts SET ${clock} = ? + id`, [ends]);
    await db.run('UPDATE accounts SET expiry_mail_days = 7, data_access_mail_days = 7');
    if (name === 'MariaDB') await dataSource.query('ANALYZE TABLE accounts');
  });
  afterAll(() => dataSource.destroy());

  /** Sends, and tells whom each mail is about. */
  async function mailed(): Promise<(readonly number[])[]> {
    const spy = jest.spyOn(services.get(AccountMails), 'ofExpiry');
    await services.get(ExpiryWarnings).send();
    const about = spy.mock.calls.map(([, ids]) => ids);
    spy.mockRestore();
    return about;
  }

  it('reads the accounts that are to be told, and none that were', async () => {
    await db.run('UPDATE accounts SET expiry_mail_days = NULL WHERE id <= ?', [UNTOLD]);
    let read = 0;
    const rows = db.rows.bind(db) as (...given: unknown[]) => Promise<unknown[]>;
    const spy = jest.spyOn(db, 'rows').mockImplementation(async (...given: unknown[]) => {
      const found = await rows(...given);
      read += found.length;
      return found;
    });
    const plans = new Explainer(db, name);
    expect(await mailed()).toEqual([[1], [2], [3]]);
    plans.stop();
    spy.mockRestore();
    expect(read).toBeLessThan(UNTOLD * 10);
    expect(plans.scansOf(['accounts'])).toEqual([]);
    const seeks = plans.plans.filter(({ sql }) => sql.endsWith('limit ?') && sql.includes('_mail_days'));
    expect(seeks).toHaveLength(4);
    if (name === 'SQLite')
      for (const { text } of seeks)
        expect(text).toMatch(/^SEARCH accounts USING INDEX \w+ \(\w+_mail_days=\? AND \w+>\? AND \w+<\?\)$/);
  });

  it('tells only so many in a round, and the others in the next', async () => {
    await db.run('UPDATE accounts SET expiry_mail_days = NULL WHERE id <= ?', [MOST_IN_A_ROUND + 50]);
    expect(await mailed()).toHaveLength(MOST_IN_A_ROUND);
    expect(await mailed()).toHaveLength(50);
    expect(await mailed()).toEqual([]);
  });

  it('names all accounts that end together in one mail, whatever each was told before', async () => {
    const ends = Date.now() + 2 * DAY_MS;
    await db.run('UPDATE accounts SET user_id = 1, is_default = NULL, expires_at = ? WHERE id IN (1, 2, 3)', [
      ends,
    ]);
    await db.run('UPDATE accounts SET expiry_mail_days = NULL WHERE id = 2');
    await db.run('UPDATE accounts SET expiry_mail_days = 3 WHERE id = 3');
    expect(await mailed()).toEqual([[1, 2]]);
    expect(await mailed()).toEqual([]);
  });
});

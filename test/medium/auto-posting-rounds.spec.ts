import { Logger } from '@nestjs/common';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { AutoPosting } from '../../backend/autopost/auto-posting';
import type { DatabaseConfig } from '../../backend/config/config';
import type { Database } from '../../backend/database/database';
import { DatabaseAway } from '../../backend/database/database-errors';
import { PostingQueues } from '../../backend/publishing/posting-queues/posting-queues';
import type { Container } from '../simulation/container';
import { eachDatabase, openDatabase } from '../support/databases';
import { addAccounts, bringUpToDate } from '../support/many-accounts';
import { servicesOn } from '../support/services';

eachDatabase((name, makeConfig) => {
  let config: DatabaseConfig;
  let db: Database;
  let dataSource: DataSource;
  let services: Container;

  beforeAll(async () => {
    config = await makeConfig();
    ({ db, dataSource } = await openDatabase(config));
    await addAccounts(db, 3);
    await bringUpToDate(db);
  });
  beforeEach(async () => {
    services = servicesOn({ db, dataSource });
    // What fails here is meant to.
    Logger.overrideLogger(false);
    await db.run('UPDATE accounts SET auto_due_at = id');
  });
  afterAll(() => dataSource.destroy());

  const look = async () => {
    const looks = services.get(AutoPosting);
    looks.onApplicationBootstrap();
    await looks.look();
    looks.beforeApplicationShutdown();
  };
  const due = async () =>
    (await db.rows<{ id: number }>('SELECT id FROM accounts WHERE auto_due_at <= 3')).map(({ id }) => id);
  const failWith = (error: Error) => {
    const queues = services.get(PostingQueues);
    const read = queues.ofAccount.bind(queues);
    jest
      .spyOn(queues, 'ofAccount')
      .mockImplementation((account, ...more) =>
        account.id === 1 ? Promise.reject(error) : read(account, ...more),
      );
  };

  it('has the other accounts reviewed when one fails', async () => {
    failWith(new Error('odd'));
    await look();
    expect(await due()).toEqual([1]);
  });

  it('ends when the database is away', async () => {
    failWith(new DatabaseAway(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })));
    await look();
    expect(await due()).toEqual([1, 2, 3]);
  });

  if (name === 'MariaDB')
    it('has the other accounts reviewed while a machine that died still holds one', async () => {
      const dead = await createConnection((config as { url: string }).url.replace('mariadb:', 'mysql:'));
      try {
        await dead.beginTransaction();
        await dead.query('UPDATE accounts SET changes = changes + 1 WHERE id = 1');
        const reviewed = jest.spyOn(services.get(PostingQueues), 'ofAccount');
        await look();
        expect(reviewed.mock.calls.map(([account]) => account.id)).toEqual([2, 3]);
        expect(await due()).toEqual([1]);
        // The server gives up the lock of a connection that ended some time later.
        await dead.rollback();
      } finally {
        await dead.end();
      }
      await look();
      expect(await due()).toEqual([]);
    });
});

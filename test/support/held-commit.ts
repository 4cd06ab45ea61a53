import type { DataSource } from 'typeorm';
import { eventually } from './eventually';

/**
 * On MariaDB, holds up the commit of the next transaction that has such a statement. Everything in it is done by then,
 * and nobody else sees it.
 */
export function holdCommit(
  dataSource: DataSource,
  isOfIt: RegExp,
): { reached: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let arrive = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  let isHeld = false;
  const create = dataSource.createQueryRunner.bind(dataSource);
  jest.spyOn(dataSource, 'createQueryRunner').mockImplementation((...given) => {
    const runner = create(...given);
    const query = runner.query.bind(runner);
    const commit = runner.commitTransaction.bind(runner);
    let isIt = false;
    runner.query = (sql: string, ...more: any[]) => {
      isIt ||= isOfIt.test(sql);
      return query(sql, ...more);
    };
    runner.commitTransaction = async () => {
      if (isIt && !isHeld) {
        isHeld = true;
        arrive();
        await opened;
      }
      return commit();
    };
    return runner;
  });
  return { reached, open };
}

/** Until a transaction on this MariaDB database waits for the locks of another one. */
export const untilOneWaits = (dataSource: DataSource): Promise<unknown> =>
  eventually(
    () =>
      dataSource.query<unknown[]>(
        `SELECT t.trx_id FROM information_schema.INNODB_TRX t
           JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id
          WHERE t.trx_state = 'LOCK WAIT' AND p.DB = DATABASE()`,
      ),
    (waiting) => waiting.length > 0,
  );

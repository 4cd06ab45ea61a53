import { errorCode } from '../../common/errors/error-code';
import { onServer, tablesOf, type MysqlConfig } from '../../backup/snapshots/mysql-tables';

/** Each asks for a right, and changes nothing. */
const WRITES = [
  'INSERT INTO migrations (timestamp, name) SELECT timestamp, name FROM migrations WHERE FALSE',
  'UPDATE migrations SET name = name WHERE FALSE',
  'DELETE FROM migrations WHERE FALSE',
];

/** Refused for want of a right, or else because there is no such table. */
const CHANGES = [
  'CREATE TABLE pagecast_doctor LIKE pagecast_doctor_none',
  'ALTER TABLE pagecast_doctor_none ADD x integer',
  'ALTER TABLE pagecast_doctor_none ADD FOREIGN KEY (x) REFERENCES pagecast_doctor_other (id)',
  'CREATE INDEX x ON pagecast_doctor_none (x)',
  'DROP TABLE pagecast_doctor_none',
];

const NOT_THERE = ['ER_NO_SUCH_TABLE', 'ER_BAD_TABLE_ERROR'];

/**
 * A server lets some users write although it is a replica. It says of this one whether it would, without a row.
 * @throws as a write would
 */
export const refuseWithoutWrites = (wanted: MysqlConfig): Promise<void> =>
  onServer(wanted, async (runner) => {
    await runner.query('START TRANSACTION READ WRITE');
    if ((await tablesOf(runner)).includes('migrations')) for (const sql of WRITES) await runner.query(sql);
    await runner.query('ROLLBACK');
  });

/** @returns what the server says to this user where a migration would change tables; undefined if it lets it. */
export const refusalOfMigrations = (wanted: MysqlConfig): Promise<unknown> =>
  onServer(wanted, async (runner) => {
    for (const sql of CHANGES)
      try {
        await runner.query(sql);
      } catch (error) {
        if (!NOT_THERE.includes(errorCode(error) ?? '')) return error;
      }
    return undefined;
  });

import { JwtService } from '@nestjs/jwt';
import type { DataSource } from 'typeorm';
import { SessionsService } from '../../backend/auth/sessions.service';
import { Clock } from '../../backend/common/clock';
import type { Database } from '../../backend/database/database';
import { MysqlDatabase } from '../../backend/database/mysql-database';
import { Feeds } from '../../backend/users/feeds';
import { eachDatabase, openDatabase } from '../support/databases';

const OLD = { id: 7, passwordHash: 'the old hash' };
const NEW = { id: 7, passwordHash: 'the new hash' };

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
    await db.insert('users', { id: 7, name: 'A', email: 'a@example.com', password_hash: '', created_at: 1 });
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    await db.run('DELETE FROM sessions');
    await db.run('UPDATE users SET password_hash = ?', [OLD.passwordHash]);
  });

  const clock = new Clock();
  const sessionsOn = (database: Database) =>
    new SessionsService(
      database,
      new JwtService({ secret: 'a secret of the test' }),
      new Feeds(database, clock),
      clock,
    );
  const sessions = () => db.rows<{ id: string; user_id: number }>('SELECT id, user_id FROM sessions');
  const isToken = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

  it('opens a session for the password that is the user’s, and for no other', async () => {
    expect(await sessionsOn(db).open(NEW)).toBeUndefined();
    expect(await sessions()).toEqual([]);
    expect(await sessionsOn(db).open(OLD)).toEqual(isToken);
    expect(await sessions()).toEqual([{ id: expect.any(String), user_id: 7 }]);
  });

  it('forgets sessions that are over, and no others', async () => {
    await sessionsOn(db).open(OLD);
    const [open] = await sessions();
    await db.insert('sessions', { id: 'over', user_id: 7, created_at: 1, expires_at: Date.now() - 1 });
    await sessionsOn(db).forgetExpired();
    expect(await sessions()).toEqual([open]);
  });

  if (name === 'MariaDB')
    it.each(['REPEATABLE READ', 'READ COMMITTED'] as const)(
      'opens none while a reset is about to be committed, on a server at %s',
      async (isolation) => {
        const [resetting, signingIn] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
        try {
          await signingIn.query(`SET SESSION TRANSACTION ISOLATION LEVEL ${isolation}`);
          await resetting.startTransaction('READ COMMITTED');
          await resetting.query('UPDATE users SET password_hash = ? WHERE id = 7', [NEW.passwordHash]);
          await resetting.query('DELETE FROM sessions WHERE user_id = 7');
          const opened = sessionsOn(new MysqlDatabase(signingIn as unknown as DataSource)).open(OLD);
          // It waits for the row of the user, or has missed it by now.
          await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 300))]);
          await resetting.commitTransaction();
          expect(await opened).toBeUndefined();
          expect(await sessions()).toEqual([]);
        } finally {
          await resetting.release();
          await signingIn.release();
        }
      },
    );
});

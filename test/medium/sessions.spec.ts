import { JwtService } from '@nestjs/jwt';
import type { DataSource } from 'typeorm';
import { SessionsService } from '../../backend/auth/sessions.service';
import { Clock } from '../../backend/common/time/clock';
import { Changes } from '../../backend/database/changes';
import type { Database } from '../../backend/database/database';
import { ChangeCounters } from '../../backend/users/change-counters';
import { eachDatabase, openDatabase } from '../support/databases';

const OLD = { id: 7, passwordHash: 'the old hash' };
const HERE = { address: '192.0.2.1', agent: 'a browser' };
const OVER = { token_hash: 'over', user_id: 7, created_at: 1, last_seen_at: 1 };
const NEW = { id: 7, passwordHash: 'the new hash' };

eachDatabase((name, makeConfig) => {
  let dataSource: DataSource;
  let db: Database;

  beforeAll(async () => {
    ({ dataSource, db } = await openDatabase(await makeConfig()));
    await db.insert('users', {
      id: 7,
      name: 'A',
      email: 'a@example.com',
      password_hash: 'none',
      created_at: 1,
    });
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
      new ChangeCounters(database, clock, new Changes(database)),
      clock,
    );
  const sessions = () => db.rows<{ id: number; user_id: number }>('SELECT id, user_id FROM sessions');
  const isToken = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

  it('opens a session for the password that is the user’s, and for no other', async () => {
    expect(await sessionsOn(db).open(NEW, HERE)).toBeUndefined();
    expect(await sessions()).toEqual([]);
    expect(await sessionsOn(db).open(OLD, HERE)).toEqual(isToken);
    expect(await sessions()).toEqual([{ id: expect.any(Number), user_id: 7 }]);
  });

  it('forgets sessions that are over, and no others', async () => {
    await sessionsOn(db).open(OLD, HERE);
    const [open] = await sessions();
    await db.insert('sessions', { ...OVER, expires_at: Date.now() - 1 });
    await sessionsOn(db).forgetExpired();
    expect(await sessions()).toEqual([open]);
  });

  if (name === 'MariaDB')
    it('opens none while a reset is about to be committed', async () => {
      const resetting = dataSource.createQueryRunner();
      try {
        await resetting.startTransaction('READ COMMITTED');
        await resetting.query('UPDATE users SET password_hash = ? WHERE id = 7', [NEW.passwordHash]);
        await resetting.query('DELETE FROM sessions WHERE user_id = 7');
        const opened = sessionsOn(db).open(OLD, HERE);
        // It waits for the row of the user, or has missed it by now.
        await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 300))]);
        await resetting.commitTransaction();
        expect(await opened).toBeUndefined();
        expect(await sessions()).toEqual([]);
      } finally {
        await resetting.release();
      }
    });
});

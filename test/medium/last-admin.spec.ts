import { Database } from '../../backend/database/database';
import { closingUser, takingAdmin } from '../../backend/users/user-changes';
import { eachDatabase, openDatabase } from '../support/databases';

const ROUNDS = 40;

eachDatabase((_name, makeConfig) => {
  let db: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await openDatabase(await makeConfig());
    ({ db } = opened);
    close = () => opened.dataSource.destroy();
    for (const id of [1, 2])
      await db.insert('users', {
        id,
        name: 'A',
        email: `a${id}@example.com`,
        password_hash: 'x',
        created_at: 1,
      });
  });
  afterAll(() => close());

  describe('one of two administrators', () => {
    it.each([
      ['both are deleted', closingUser, closingUser],
      ['one is deleted and the other one demoted', closingUser, takingAdmin],
      ['both are demoted', takingAdmin, takingAdmin],
    ])('is left when %s at once', async (_how, ofFirst, ofSecond) => {
      for (let round = 0; round < ROUNDS; round++) {
        await db.run("UPDATE users SET is_admin = 1, password_hash = 'x'");
        const done = await Promise.all([db.atomically(ofFirst(1)), db.atomically(ofSecond(2))]);
        expect(done.filter((unit) => unit === null)).toHaveLength(1);
        expect(await db.rows('SELECT id FROM users WHERE is_admin = 1')).toHaveLength(1);
      }
    });
  });
});

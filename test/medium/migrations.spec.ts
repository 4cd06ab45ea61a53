import { DataSource, type QueryRunner } from 'typeorm';
import { ENTITIES } from '../../backend/app.module';
import type { DatabaseConfig } from '../../backend/config/config';
import { dataSourceOptions, MIGRATIONS } from '../../backend/database/data-source';
import { PlainNames1765030000000 } from '../../migrations/1765030000000-plain-names';
import { eachDatabase } from '../support/databases';

// Each statement of a migration on MariaDB is written to disk twice.
jest.setTimeout(180_000);

/** An entity has one type for both databases, and MySQL needs a longer one for these. */
const LONGER =
  /^ALTER TABLE `(posts|keyed_calls)` (DROP COLUMN|ADD) `(description|posted_text|remote_session|answer)`/;

/** Lets so many changes through and then fails, as a process does that is killed. */
function cutOffAfter(changes: number, runner: QueryRunner): QueryRunner {
  const query = runner.query.bind(runner);
  let left = changes;
  runner.query = ((...args: Parameters<typeof query>) => {
    if (/^(create|alter|drop|insert)/i.test(args[0]) && left-- === 0) throw new Error('cut off');
    return query(...args);
  }) as typeof runner.query;
  return runner;
}

eachDatabase((_, makeConfig) => {
  const open: DataSource[] = [];
  afterAll(async () => {
    for (const dataSource of open) await dataSource.destroy();
  });

  async function connect(config: DatabaseConfig, migrations = MIGRATIONS): Promise<DataSource> {
    const dataSource = await new DataSource({
      ...dataSourceOptions(config, ENTITIES),
      migrations,
    }).initialize();
    open.push(dataSource);
    return dataSource;
  }

  /** What the entities would still have to change, as statements. */
  const drift = async (dataSource: DataSource) =>
    (await dataSource.driver.createSchemaBuilder().log()).upQueries
      .map(({ query }) => query)
      .filter((query) => !LONGER.test(query));

  const down = (dataSource: DataSource) => dataSource.undoLastMigration({ transaction: 'none' });

  const tables = async (dataSource: DataSource) => {
    const runner = dataSource.createQueryRunner();
    try {
      const names = dataSource.entityMetadatas.map(({ tableName }) => tableName);
      const found = await Promise.all(names.map((name) => runner.hasTable(name)));
      return names.filter((_name, n) => found[n]);
    } finally {
      await runner.release();
    }
  };

  it('reaches the schema of the entities, up from empty, down to empty, and up again', async () => {
    const dataSource = await connect(await makeConfig({ empty: true }));
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await drift(dataSource)).toEqual([]);
    expect(await tables(dataSource)).toHaveLength(ENTITIES.length);

    for (const _migration of MIGRATIONS) await down(dataSource);
    expect(await tables(dataSource)).toEqual([]);

    await dataSource.runMigrations({ transaction: 'each' });
    expect(await drift(dataSource)).toEqual([]);
  });

  it('keeps the rows on the way from the first migration to the newest and back', async () => {
    const config = await makeConfig({ empty: true });
    const oldest = await connect(config, MIGRATIONS.slice(0, 1));
    await oldest.runMigrations({ transaction: 'each' });
    await oldest.query(
      "INSERT INTO users (id, name, email, password_hash, created_at) VALUES (7, 'Zoë 🎬', 'z@example.com', 'x', 1763700000123)",
    );
    await oldest.query(
      "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('s', 7, 1, 1763700000999)",
    );
    await oldest.query(
      `INSERT INTO posts (id, user_id, kind, network, title, status, size_bytes, width, height, created_at)
       VALUES (3, 7, 'video', 'facebook', 'A title', 'pending', 5000000000, 540, 960, 1)`,
    );
    await oldest.query("INSERT INTO attempts (post_id, fence, step, started_at) VALUES (3, 1, 'start', 1)");

    const newest = await connect(config);
    const rows = (steps: 'attempts' | 'publish_steps') =>
      newest.query<unknown[]>(
        `SELECT u.name, u.is_admin, u.timezone, s.expires_at, p.size_bytes, a.step
           FROM users u JOIN sessions s ON s.user_id = u.id JOIN posts p ON p.user_id = u.id JOIN ${steps} a ON a.post_id = p.id`,
      );
    const kept = [
      {
        name: 'Zoë 🎬',
        is_admin: 0,
        timezone: 'UTC',
        expires_at: 1_763_700_000_999,
        size_bytes: 5_000_000_000,
        step: 'start',
      },
    ];
    await newest.runMigrations({ transaction: 'each' });
    expect(await rows('publish_steps')).toEqual(kept);
    for (const _later of MIGRATIONS.slice(1)) await down(newest);
    expect(await rows('attempts')).toEqual(kept);
  });

  it('finishes the renaming when an earlier run was cut off after any statement', async () => {
    const before = MIGRATIONS.slice(0, MIGRATIONS.indexOf(PlainNames1765030000000));
    const dataSource = await connect(await makeConfig({ empty: true }), before);
    await dataSource.runMigrations({ transaction: 'each' });
    await dataSource.query(
      "INSERT INTO users (id, name, email, password_hash, created_at) VALUES (7, 'A', 'a@example.com', 'x', 1)",
    );
    await dataSource.query(
      `INSERT INTO posts (id, user_id, kind, network, title, status, owner, size_bytes, width, height, created_at)
       VALUES (3, 7, 'video', 'facebook', 'A title', 'pending', 'me', 1, 540, 960, 1)`,
    );
    await dataSource.query(
      "INSERT INTO attempts (post_id, fence, step, started_at) VALUES (3, 1, 'start', 1)",
    );
    const migration = new PlainNames1765030000000();
    let cuts = 0;
    for (let left = 0, isDone = false; !isDone; left++) {
      const runner = dataSource.createQueryRunner();
      try {
        await migration.up(cutOffAfter(left, runner));
        isDone = true;
      } catch (error) {
        expect(error).toEqual(new Error('cut off'));
        cuts++;
      } finally {
        await runner.release();
      }
    }
    expect(cuts).toBeGreaterThan(3);
    expect(
      await dataSource.query(
        'SELECT p.locked_by, p.remote_session, s.step FROM posts p JOIN publish_steps s ON s.post_id = p.id',
      ),
    ).toEqual([{ locked_by: 'me', remote_session: null, step: 'start' }]);
  });

  it('ties what belongs to a user to the user', async () => {
    const dataSource = await connect(await makeConfig({ empty: true }));
    await dataSource.runMigrations({ transaction: 'each' });
    const session =
      "INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at) VALUES ('s', 7, 1, 2, 1)";
    await expect(dataSource.query(session)).rejects.toThrow(/foreign key/i);
    await dataSource.query(
      "INSERT INTO users (id, name, email, password_hash, created_at) VALUES (7, 'A', 'a@example.com', 'x', 1)",
    );
    await dataSource.query(session);
    await dataSource.query('DELETE FROM users WHERE id = 7');
    expect(await dataSource.query('SELECT id FROM sessions')).toEqual([]);
  });
});

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many bytes the kept answers of a user take. What was kept before counts as nothing, and is gone after a day. */
export class SizesOfAnswers1765303000000 implements MigrationInterface {
  name = 'SizesOfAnswers1765303000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keyed_calls ADD COLUMN answer_bytes integer NOT NULL DEFAULT 0');
    await runner.query('CREATE INDEX keyed_calls_room ON keyed_calls (user_id, expires_at, answer_bytes)');
  }

  async down(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    await runner.query(`DROP INDEX keyed_calls_room${isSqlite ? '' : ' ON keyed_calls'}`);
    await runner.query('ALTER TABLE keyed_calls DROP COLUMN answer_bytes');
  }
}

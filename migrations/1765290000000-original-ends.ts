import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end that a subscription had before a later one cut it. Null: it was not cut, or in an earlier version. */
export class OriginalEnds1765290000000 implements MigrationInterface {
  name = 'OriginalEnds1765290000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions ADD COLUMN original_expires_at bigint NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN original_expires_at');
  }
}

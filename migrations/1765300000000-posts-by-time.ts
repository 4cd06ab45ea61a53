import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what a window of the calendar shows, and what failed lately, without a look at all open or failed posts. */
export class PostsByTime1765300000000 implements MigrationInterface {
  name = 'PostsByTime1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX posts_by_time ON posts (user_id, scheduled_for, account_id)');
    await runner.query('CREATE INDEX posts_failed ON posts (user_id, status, failed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', 'posts_failed');
    await runner.dropIndex('posts', 'posts_by_time');
  }
}

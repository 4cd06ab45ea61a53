import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an Instagram account may publish in 24 hours, as Instagram told it last. */
export class PostsPerDay1765200000001 implements MigrationInterface {
  name = 'PostsPerDay1765200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD COLUMN posts_per_day integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN posts_per_day');
  }
}

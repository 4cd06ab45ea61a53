import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what failed, what is open and what went out last without a look at all posts of a user. */
export class PostsByStatus1765210000000 implements MigrationInterface {
  name = 'PostsByStatus1765210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX posts_by_status ON posts (user_id, status, published_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', 'posts_by_status');
  }
}

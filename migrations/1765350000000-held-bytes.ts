import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bytes that a user's posts hold are summed from an index of those that have a file. */
export class HeldBytes1765350000000 implements MigrationInterface {
  name = 'HeldBytes1765350000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX posts_held ON posts (user_id, file_key, size_bytes)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', 'posts_held');
  }
}

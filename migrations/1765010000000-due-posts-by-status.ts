import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const NAME = 'posts_due';

/** Counts of due and coming posts by status can be read from the index alone. */
export class DuePostsByStatus1765010000000 implements MigrationInterface {
  name = 'DuePostsByStatus1765010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', NAME);
    await runner.createIndex('posts', new TableIndex({ name: NAME, columnNames: ['due_at', 'status'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', NAME);
    await runner.createIndex('posts', new TableIndex({ name: NAME, columnNames: ['due_at'] }));
  }
}

import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Finds posts whose retention has ended by an index, instead of reading all posts that ever went out. */
export class IdleSince1764930000001 implements MigrationInterface {
  name = 'IdleSince1764930000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'posts',
      new TableColumn({ name: 'idle_since', type: 'bigint', isNullable: true }),
    );
    await runner.query(
      `UPDATE posts SET idle_since = CASE WHEN status = 'published' THEN published_at ELSE failed_at END
        WHERE file_key IS NOT NULL AND status IN ('published', 'failed')`,
    );
    await runner.createIndex('posts', new TableIndex({ name: 'posts_idle', columnNames: ['idle_since'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', 'posts_idle');
    await runner.dropColumn('posts', 'idle_since');
  }
}

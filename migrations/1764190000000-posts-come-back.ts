import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Posts are ordered by the start of their upload; failed ones can be retried later or dismissed from the home screen.
 */
export class PostsComeBack1764190000000 implements MigrationInterface {
  name = 'PostsComeBack1764190000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(
      'posts',
      COLUMNS.map((name) => new TableColumn({ name, type: 'bigint', isNullable: true })),
    );
    // MySQL needs an index for the foreign key to the user at all times, so the new one comes first.
    await runner.createIndex('posts', new TableIndex(BY_AGE));
    await runner.dropIndex('posts', 'posts_of_user');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('posts', new TableIndex(OF_USER));
    await runner.dropIndex('posts', 'posts_by_age');
    await runner.dropColumns('posts', COLUMNS);
  }
}

const COLUMNS = ['stored_at', 'rests_until', 'dismissed_at'];
const OF_USER = { name: 'posts_of_user', columnNames: ['user_id', 'kind'] };
const BY_AGE = { name: 'posts_by_age', columnNames: ['user_id', 'kind', 'created_at'] };

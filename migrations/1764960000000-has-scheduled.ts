import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Whether a user has ever scheduled a post. The posts themselves forget a time that is cleared. */
export class HasScheduled1764960000000 implements MigrationInterface {
  name = 'HasScheduled1764960000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('users', new TableColumn({ name: 'has_scheduled', type: 'integer', default: 0 }));
    await runner.query(
      `UPDATE users SET has_scheduled = 1 WHERE EXISTS
         (SELECT 1 FROM posts p WHERE p.user_id = users.id AND p.scheduled_for IS NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('users', 'has_scheduled');
  }
}

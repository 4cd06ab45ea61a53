import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** When a post failed: its retention starts there. */
export class FailedAt1764810000000 implements MigrationInterface {
  name = 'FailedAt1764810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('posts', new TableColumn({ name: 'failed_at', type: 'bigint', isNullable: true }));
    // It is unknown when earlier posts failed, so their retention starts now.
    await runner.query("UPDATE posts SET failed_at = ? WHERE status = 'failed'", [Date.now()]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('posts', 'failed_at');
  }
}

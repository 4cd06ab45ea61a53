import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Since when the bytes of a failed post wait to be used again. */
export class FailedAt1764810000000 implements MigrationInterface {
  name = 'FailedAt1764810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('posts', new TableColumn({ name: 'failed_at', type: 'bigint', isNullable: true }));
    // When those before failed is not known: they have their days from now on.
    await runner.query("UPDATE posts SET failed_at = ? WHERE status = 'failed'", [Date.now()]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('posts', 'failed_at');
  }
}

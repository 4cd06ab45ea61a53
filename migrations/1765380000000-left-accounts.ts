import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Posts that wait without an account know which one they left, and come back to it. Of those before, it is not known. */
export class LeftAccounts1765380000000 implements MigrationInterface {
  name = 'LeftAccounts1765380000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE posts ADD COLUMN left_account_id integer NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE posts DROP COLUMN left_account_id');
  }
}

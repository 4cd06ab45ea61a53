import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** How many accounts a plan allows. Null: any number, as before. */
export class MaxAccounts1765120000000 implements MigrationInterface {
  name = 'MaxAccounts1765120000000';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('plans', 'max_accounts')) return;
    await runner.addColumn(
      'plans',
      new TableColumn({ name: 'max_accounts', type: 'integer', isNullable: true }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('plans', 'max_accounts');
  }
}

import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Tells how long a mail has waited for a mail server. */
export class AgeOfMails1765040000000 implements MigrationInterface {
  name = 'AgeOfMails1765040000000';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('mails', 'created_at')) return;
    await runner.addColumn(
      'mails',
      new TableColumn({ name: 'created_at', type: 'bigint', isNullable: true }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('mails', 'created_at');
  }
}

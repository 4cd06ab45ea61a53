import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const DUE = { name: 'accounts_picture_due', columnNames: ['picture_due_at'] };
const BY_KEY = { name: 'accounts_picture', columnNames: ['picture_key'] };

/** When an account's picture is to be looked for again. */
export class AccountPictures1765160000000 implements MigrationInterface {
  name = 'AccountPictures1765160000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'accounts',
      new TableColumn({ name: 'picture_due_at', type: 'bigint', isNullable: true }),
    );
    await runner.query('UPDATE accounts SET picture_due_at = 0 WHERE removed_at = 0');
    for (const index of [DUE, BY_KEY]) await runner.createIndex('accounts', new TableIndex(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [BY_KEY, DUE]) await runner.dropIndex('accounts', name);
    await runner.dropColumn('accounts', 'picture_due_at');
  }
}

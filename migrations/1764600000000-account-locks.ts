import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * One publication at a time per account of a network, even if several users connected it; the account that a post was
 * begun on.
 */
export class AccountLocks1764600000000 implements MigrationInterface {
  name = 'AccountLocks1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(LOCKS));
    await runner.addColumns(
      'posts',
      INTENT.map((column) => new TableColumn(column)),
    );
    await runner.dropColumns(
      'connections',
      HELD.map(({ name }) => name),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.addColumns(
      'connections',
      HELD.map((column) => new TableColumn(column)),
    );
    await runner.dropColumns(
      'posts',
      INTENT.map(({ name }) => name),
    );
    await runner.dropTable(LOCKS.name);
  }
}

const LOCKS = {
  name: 'account_locks',
  columns: [
    { name: 'network', type: 'varchar', length: '16', isPrimary: true },
    { name: 'account_id', type: 'varchar', length: '32', isPrimary: true },
    { name: 'held_by', type: 'integer', isNullable: true },
    { name: 'held_until', type: 'bigint', isNullable: true },
    { name: 'served_at', type: 'bigint', isNullable: true },
  ],
  indices: [{ name: 'account_locks_end', columnNames: ['held_until'] }],
};

const INTENT = [
  { name: 'intent_account', type: 'varchar', length: '32', isNullable: true },
  { name: 'intent_token', type: 'text', isNullable: true },
];

const HELD = [
  { name: 'held_by', type: 'integer', isNullable: true },
  { name: 'held_until', type: 'bigint', isNullable: true },
];

import { Table, type MigrationInterface, type QueryRunner, type TableForeignKeyOptions } from 'typeorm';

/** The activity log: the user, the action and its target. */
export class Activity1764500000000 implements MigrationInterface {
  name = 'Activity1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(ACTIVITY));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(ACTIVITY.name);
  }
}

/** Entries stay when the users they name are deleted. */
const outlives = (column: string, name: string): TableForeignKeyOptions => ({
  name,
  columnNames: [column],
  referencedTableName: 'users',
  referencedColumnNames: ['id'],
  onDelete: 'SET NULL',
  onUpdate: 'RESTRICT',
});

const ACTIVITY = {
  name: 'activity',
  columns: [
    {
      name: 'id',
      type: 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment' as const,
    },
    { name: 'at', type: 'bigint' },
    { name: 'account_id', type: 'integer', isNullable: true },
    { name: 'user_id', type: 'integer', isNullable: true },
    { name: 'action', type: 'varchar', length: '32' },
    { name: 'target', type: 'varchar', length: '64', isNullable: true },
    { name: 'address', type: 'varchar', length: '64', isNullable: true },
  ],
  indices: [
    { name: 'activity_at', columnNames: ['at'] },
    { name: 'activity_of_account', columnNames: ['account_id', 'at'] },
    { name: 'activity_by_user', columnNames: ['user_id'] },
  ],
  foreignKeys: [outlives('account_id', 'activity_account_fk'), outlives('user_id', 'activity_user_fk')],
};

import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = {
  name: 'data_deletions',
  columns: [
    {
      name: 'id',
      type: 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment' as const,
    },
    { name: 'code', type: 'varchar', length: '32' },
    { name: 'meta_user_id', type: 'varchar', length: '32', isNullable: true },
    { name: 'requested_at', type: 'bigint' },
    { name: 'done_at', type: 'bigint', isNullable: true },
  ],
  indices: [
    { name: 'data_deletions_code', columnNames: ['code'], isUnique: true },
    { name: 'data_deletions_done', columnNames: ['done_at'] },
  ],
};

/** The accounts, and the logins, of a person. */
const BY_PERSON = {
  accounts: { name: 'accounts_person', columnNames: ['meta_user_id'] },
  connect_sessions: { name: 'connect_sessions_person', columnNames: ['meta_user_id'] },
};

/** Requests of persons, by way of Meta, to delete their data. */
export class DataDeletions1765150000000 implements MigrationInterface {
  name = 'DataDeletions1765150000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(TABLE));
    for (const [table, index] of Object.entries(BY_PERSON))
      await runner.createIndex(table, new TableIndex(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, { name }] of Object.entries(BY_PERSON)) await runner.dropIndex(table, name);
    await runner.dropTable(TABLE.name);
  }
}

import {
  Table,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

/** Rate limits shared by all processes, and mails that wait for another try. */
export class LimitsAndMails1764100000000 implements MigrationInterface {
  name = 'LimitsAndMails1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
    await runner.createIndex(
      'sessions',
      new TableIndex({ name: 'sessions_expiry', columnNames: ['expires_at'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('sessions', 'sessions_expiry');
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}

const bigint = (name: string): TableColumnOptions => ({ name, type: 'bigint' });

const TABLES = [
  {
    name: 'limit_windows',
    columns: [
      { name: 'id', type: 'varchar', length: '64', isPrimary: true },
      { name: 'used', type: 'integer' },
      bigint('ends_at'),
    ],
    indices: [{ name: 'limit_windows_end', columnNames: ['ends_at'] }],
  },
  {
    name: 'mails',
    columns: [
      {
        name: 'id',
        type: 'integer',
        isPrimary: true,
        isGenerated: true,
        generationStrategy: 'increment' as const,
      },
      { name: 'sealed', type: 'text' },
      { name: 'tries', type: 'integer', default: 0 },
      bigint('due_at'),
      bigint('expires_at'),
    ],
    indices: [{ name: 'mails_due', columnNames: ['due_at'] }],
  },
];

import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Calls with an `Idempotency-Key`, and their answers. */
export class KeyedCalls1765270000000 implements MigrationInterface {
  name = 'KeyedCalls1765270000000';

  async up(runner: QueryRunner): Promise<void> {
    // An answer may be longer than MySQL's `text`. SQLite's has no such limit.
    const long = runner.dataSource.options.type === 'better-sqlite3' ? 'text' : 'mediumtext';
    await runner.createTable(new Table(tableWith(long)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('keyed_calls');
  }
}

const hash = (name: string) => ({ name, type: 'varchar', length: '64' });
const instant = (name: string) => ({ name, type: 'bigint' });

const tableWith = (long: string) => ({
  name: 'keyed_calls',
  columns: [
    {
      name: 'id',
      type: 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment' as const,
    },
    { name: 'user_id', type: 'integer' },
    hash('key_hash'),
    hash('call_hash'),
    { name: 'held_by', type: 'varchar', length: '36' },
    instant('held_until'),
    { name: 'answer', type: long, isNullable: true },
    instant('expires_at'),
  ],
  indices: [
    { name: 'keyed_calls_key', columnNames: ['user_id', 'key_hash'], isUnique: true },
    { name: 'keyed_calls_expiry', columnNames: ['expires_at'] },
  ],
  foreignKeys: [
    {
      name: 'keyed_calls_user_fk',
      columnNames: ['user_id'],
      referencedTableName: 'users',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE' as const,
      onUpdate: 'RESTRICT' as const,
    },
  ],
});

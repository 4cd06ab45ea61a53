import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const optional = { isNullable: true };
const varchar = (name: string, length: number, options = {}) => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});
const integer = (name: string, options = {}) => ({ name, type: 'integer', ...options });
const bigint = (name: string, options = {}) => ({ name, type: 'bigint', ...options });

const TABLE = {
  name: 'media',
  columns: [
    varchar('id', 32, { isPrimary: true }),
    integer('user_id'),
    varchar('name', 255),
    varchar('purpose', 16),
    varchar('state', 16),
    bigint('size_bytes'),
    bigint('held_bytes'),
    varchar('type', 32, optional),
    varchar('codec', 32, optional),
    integer('width', optional),
    integer('height', optional),
    integer('duration_ms', optional),
    varchar('fingerprint', 64, optional),
    varchar('file_key', 191, optional),
    varchar('poster_key', 191, optional),
    varchar('refusal', 255, optional),
    varchar('locked_by', 36, optional),
    bigint('locked_until', optional),
    bigint('created_at'),
    bigint('expires_at', optional),
  ],
  indices: [
    { name: 'media_user', columnNames: ['user_id', 'state'] },
    { name: 'media_file', columnNames: ['file_key'] },
    { name: 'media_poster', columnNames: ['poster_key'] },
    { name: 'media_expiry', columnNames: ['expires_at'] },
  ],
  foreignKeys: [
    {
      name: 'media_user_fk',
      columnNames: ['user_id'],
      referencedTableName: 'users',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE' as const,
      onUpdate: 'RESTRICT' as const,
    },
  ],
};

/** Files that are uploaded apart from the items that are made of them. */
export class Media1765180000000 implements MigrationInterface {
  name = 'Media1765180000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(TABLE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE.name);
  }
}

import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const bigint = (name: string, options = {}) => ({ name, type: 'bigint', ...options });
const varchar = (name: string, length: number, options = {}) => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});

const TABLE = {
  name: 'upload_pieces',
  columns: [
    varchar('media_id', 32, { isPrimary: true }),
    bigint('start_byte', { isPrimary: true }),
    bigint('size_bytes'),
    varchar('name', 64),
  ],
  foreignKeys: [
    {
      name: 'upload_pieces_media_fk',
      columnNames: ['media_id'],
      referencedTableName: 'media',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE' as const,
      onUpdate: 'RESTRICT' as const,
    },
  ],
};

/** Where the pieces of unfinished uploads lie in a bucket. */
export class UploadPieces1765245000000 implements MigrationInterface {
  name = 'UploadPieces1765245000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(TABLE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE.name);
  }
}

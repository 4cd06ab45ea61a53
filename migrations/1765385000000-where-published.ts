import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = {
  name: 'earlier_names',
  columns: [
    {
      name: 'id',
      type: 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment' as const,
    },
    { name: 'account_id', type: 'integer' },
    { name: 'remote_id', type: 'varchar', length: '32' },
    { name: 'name', type: 'varchar', length: '255', isNullable: true },
    { name: 'meta_user_id', type: 'varchar', length: '32', isNullable: true },
  ],
  indices: [
    { name: 'earlier_names_of_account', columnNames: ['account_id', 'remote_id'], isUnique: true },
    { name: 'earlier_names_person', columnNames: ['meta_user_id'] },
  ],
  foreignKeys: [
    {
      name: 'earlier_names_account_fk',
      columnNames: ['account_id'],
      referencedTableName: 'accounts',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE' as const,
      onUpdate: 'RESTRICT' as const,
    },
  ],
};

/** Tells on which Page a post was published, whatever its account becomes. Of posts before, it is not known. */
export class WherePublished1765385000000 implements MigrationInterface {
  name = 'WherePublished1765385000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE posts ADD COLUMN published_on varchar(32) NULL');
    await runner.createTable(new Table(TABLE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE.name);
    await runner.query('ALTER TABLE posts DROP COLUMN published_on');
  }
}

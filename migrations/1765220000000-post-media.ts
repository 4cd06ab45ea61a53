import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const optional = { isNullable: true };
const integer = (name: string, options = {}) => ({ name, type: 'integer', ...options });
const varchar = (name: string, length: number, options = {}) => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});

const TABLE = {
  name: 'post_media',
  columns: [
    integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' as const }),
    integer('post_id'),
    integer('position'),
    varchar('type', 16),
    varchar('file_key', 191, optional),
    varchar('poster_key', 191, optional),
    { name: 'size_bytes', type: 'bigint' },
    integer('width'),
    integer('height'),
    integer('duration_ms', optional),
    varchar('fingerprint', 64, optional),
    { name: 'alt_text', type: 'text', ...optional },
  ],
  indices: [
    { name: 'post_media_position', columnNames: ['post_id', 'position'], isUnique: true },
    { name: 'post_media_file', columnNames: ['file_key'] },
    { name: 'post_media_poster', columnNames: ['poster_key'] },
  ],
  foreignKeys: [
    {
      name: 'post_media_post_fk',
      columnNames: ['post_id'],
      referencedTableName: 'posts',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE' as const,
      onUpdate: 'RESTRICT' as const,
    },
  ],
};

const COLUMNS = {
  alt_text: 'text',
  link: 'text',
  cover_at_ms: 'integer',
  cover_key: 'varchar(191)',
  first_comment: 'text',
  first_comment_status: 'varchar(16)',
  first_comment_error: 'text',
  first_comment_session: 'text',
  first_comment_due_at: 'bigint',
};

/**
 * Posts of several files, with alt texts, a link, a cover and a first comment. In plain SQL, which leaves the posts where
 * they are: TypeORM would copy the whole table on SQLite.
 */
export class PostMedia1765220000000 implements MigrationInterface {
  name = 'PostMedia1765220000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(TABLE));
    for (const [name, type] of Object.entries(COLUMNS))
      await runner.query(`ALTER TABLE posts ADD COLUMN ${name} ${type}`);
    await runner.query('CREATE INDEX posts_cover ON posts (cover_key)');
    await runner.query('CREATE INDEX posts_first_comment ON posts (first_comment_due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['posts_first_comment', 'posts_cover']) await runner.dropIndex('posts', name);
    for (const name of Object.keys(COLUMNS).reverse())
      await runner.query(`ALTER TABLE posts DROP COLUMN ${name}`);
    await runner.dropTable(TABLE.name);
  }
}

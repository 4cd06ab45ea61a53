import {
  Table,
  TableColumn,
  TableForeignKey,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

/** Categories, captions, the shared library and its uses; password resets; automatic posting; change counters. */
export class Library1763800000000 implements MigrationInterface {
  name = 'Library1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
    for (const [table, columns] of Object.entries(COLUMNS))
      await runner.addColumns(
        table,
        columns.map((column) => new TableColumn(column)),
      );
    await runner.createIndex(
      'posts',
      new TableIndex({ name: 'posts_shared', columnNames: ['shared_video_id'] }),
    );
    await runner.createForeignKey('posts', new TableForeignKey(POSTS_SHARED));
    await runner.createIndex(
      'connections',
      new TableIndex({ name: 'connections_auto', columnNames: ['auto_due_at'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('connections', 'connections_auto');
    await runner.dropForeignKey('posts', 'posts_shared_fk');
    await runner.dropIndex('posts', 'posts_shared');
    for (const [table, columns] of Object.entries(COLUMNS).reverse())
      await runner.dropColumns(
        table,
        columns.map(({ name }) => name),
      );
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}

const id: TableColumnOptions = {
  name: 'id',
  type: 'integer',
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment',
};
const integer = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'integer',
  ...more,
});
const bigint = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'bigint',
  ...more,
});
const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'text',
  ...more,
});
const varchar = (
  name: string,
  length: number,
  more: Partial<TableColumnOptions> = {},
): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
});
const optional = { isNullable: true };
const belongsTo = (table: string, column: string, name: string, onDelete: 'CASCADE' | 'SET NULL') => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'RESTRICT',
});

const POSTS_SHARED = belongsTo('shared_videos', 'shared_video_id', 'posts_shared_fk', 'SET NULL');

const TABLES = [
  {
    name: 'categories',
    columns: [
      id,
      varchar('name', 191),
      text('description', optional),
      integer('is_active', { default: 1 }),
      bigint('created_at'),
    ],
  },
  {
    name: 'captions',
    columns: [
      id,
      integer('user_id'),
      text('content'),
      bigint('last_used_at', optional),
      bigint('created_at'),
    ],
    indices: [{ name: 'captions_of_user', columnNames: ['user_id', 'last_used_at'] }],
    foreignKeys: [belongsTo('users', 'user_id', 'captions_user_fk', 'CASCADE')],
  },
  {
    name: 'shared_videos',
    columns: [
      id,
      varchar('title', 255),
      text('description', optional),
      integer('category_id', optional),
      varchar('file_key', 191),
      varchar('poster_key', 191, optional),
      bigint('size_bytes'),
      integer('width'),
      integer('height'),
      integer('duration_ms', optional),
      bigint('deleted_at', optional),
      bigint('created_at'),
    ],
    indices: [
      { name: 'shared_videos_category', columnNames: ['category_id'] },
      { name: 'shared_videos_file', columnNames: ['file_key'] },
    ],
    foreignKeys: [belongsTo('categories', 'category_id', 'shared_videos_category_fk', 'SET NULL')],
  },
  {
    name: 'library_uses',
    columns: [
      integer('user_id', { isPrimary: true }),
      varchar('network', 16, { isPrimary: true }),
      integer('shared_video_id', { isPrimary: true }),
      bigint('used_at'),
    ],
    foreignKeys: [
      belongsTo('users', 'user_id', 'library_uses_user_fk', 'CASCADE'),
      belongsTo('shared_videos', 'shared_video_id', 'library_uses_video_fk', 'CASCADE'),
    ],
  },
  {
    name: 'feeds',
    columns: [
      integer('user_id', { isPrimary: true }),
      ...['videos', 'instagram_videos', 'photos', 'connections', 'subscriptions', 'sessions'].map((topic) =>
        integer(topic, { default: 0 }),
      ),
      bigint('changed_at'),
    ],
    indices: [{ name: 'feeds_changed', columnNames: ['changed_at'] }],
    foreignKeys: [belongsTo('users', 'user_id', 'feeds_user_fk', 'CASCADE')],
  },
];

const COLUMNS: Record<string, TableColumnOptions[]> = {
  posts: [integer('shared_video_id', optional)],
  users: [varchar('reset_token_hash', 64, optional), bigint('reset_expires_at', optional)],
  connections: [
    bigint('auto_due_at', optional),
    integer('expiry_mail_days', optional),
    bigint('checked_at', optional),
  ],
};

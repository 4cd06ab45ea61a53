import {
  Table,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
  type TableForeignKeyOptions,
} from 'typeorm';

/** Users, their sessions, accounts and plans; posts with the ledger of their publication. */
export class FirstSlice1763700000000 implements MigrationInterface {
  name = 'FirstSlice1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
  }

  async down(runner: QueryRunner): Promise<void> {
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
const belongsTo = (
  table: string,
  column: string,
  name: string,
  onDelete: 'CASCADE' | 'RESTRICT',
): TableForeignKeyOptions => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'RESTRICT',
});

const TABLES = [
  {
    name: 'users',
    columns: [
      id,
      varchar('name', 255),
      varchar('email', 191),
      varchar('password_hash', 255),
      integer('is_admin', { default: 0 }),
      integer('can_use_shared_videos', { default: 0 }),
      varchar('timezone', 64, { default: "'UTC'" }),
      text('access_token', optional),
      varchar('access_token_last4', 8, optional),
      varchar('page_id', 32, optional),
      varchar('instagram_page_id', 32, optional),
      integer('upload_frequency', { default: 60 }),
      integer('photo_upload_frequency', { default: 60 }),
      text('preferred_categories', optional),
      bigint('created_at'),
    ],
    indices: [{ name: 'users_email', columnNames: ['email'], isUnique: true }],
  },
  {
    name: 'sessions',
    columns: [
      varchar('id', 64, { isPrimary: true }),
      integer('user_id'),
      bigint('created_at'),
      bigint('expires_at'),
    ],
    indices: [{ name: 'sessions_user', columnNames: ['user_id'] }],
    foreignKeys: [belongsTo('users', 'user_id', 'sessions_user_fk', 'CASCADE')],
  },
  {
    name: 'connections',
    columns: [
      id,
      integer('user_id'),
      varchar('network', 16),
      varchar('account_id', 32),
      varchar('account_name', 255, optional),
      text('token'),
      bigint('verified_at', optional),
      bigint('expires_at', optional),
      text('paused_reason', optional),
      bigint('resumes_at', optional),
      integer('held_by', optional),
      bigint('held_until', optional),
    ],
    indices: [{ name: 'connections_user_network', columnNames: ['user_id', 'network'], isUnique: true }],
    foreignKeys: [belongsTo('users', 'user_id', 'connections_user_fk', 'CASCADE')],
  },
  {
    name: 'plans',
    columns: [
      id,
      varchar('name', 100),
      text('description'),
      integer('price_minor'),
      integer('duration_days'),
      bigint('max_storage_bytes'),
      integer('max_pending_submissions'),
      bigint('created_at'),
    ],
  },
  {
    name: 'subscriptions',
    columns: [
      id,
      integer('user_id'),
      integer('plan_id'),
      bigint('starts_at'),
      bigint('expires_at'),
      bigint('ended_at', optional),
      bigint('created_at'),
    ],
    indices: [{ name: 'subscriptions_user', columnNames: ['user_id', 'starts_at'] }],
    foreignKeys: [
      belongsTo('users', 'user_id', 'subscriptions_user_fk', 'CASCADE'),
      belongsTo('plans', 'plan_id', 'subscriptions_plan_fk', 'RESTRICT'),
    ],
  },
  {
    name: 'quota_usage',
    columns: [
      integer('user_id', { isPrimary: true }),
      integer('tasks_used', { default: 0 }),
      bigint('storage_used', { default: 0 }),
    ],
    foreignKeys: [belongsTo('users', 'user_id', 'quota_usage_user_fk', 'CASCADE')],
  },
  {
    name: 'posts',
    columns: [
      id,
      integer('user_id'),
      varchar('kind', 16),
      varchar('network', 16),
      varchar('title', 255),
      text('description', optional),
      varchar('status', 16),
      bigint('scheduled_for', optional),
      bigint('due_at', optional),
      varchar('owner', 64, optional),
      integer('fence', { default: 0 }),
      integer('tries', { default: 0 }),
      text('handle', optional),
      varchar('file_key', 191, optional),
      varchar('poster_key', 191, optional),
      bigint('size_bytes'),
      integer('width'),
      integer('height'),
      integer('duration_ms', optional),
      text('upload_error', optional),
      text('posted_text', optional),
      varchar('remote_id', 64, optional),
      varchar('permalink', 512, optional),
      bigint('published_at', optional),
      bigint('created_at'),
    ],
    indices: [
      { name: 'posts_due', columnNames: ['due_at'] },
      { name: 'posts_of_user', columnNames: ['user_id', 'kind'] },
      { name: 'posts_file', columnNames: ['file_key'] },
      { name: 'posts_poster', columnNames: ['poster_key'] },
    ],
    foreignKeys: [belongsTo('users', 'user_id', 'posts_user_fk', 'CASCADE')],
  },
  {
    name: 'attempts',
    columns: [
      id,
      integer('post_id'),
      integer('fence'),
      varchar('step', 24),
      varchar('outcome', 16, optional),
      varchar('remote_id', 64, optional),
      text('message', optional),
      integer('code', optional),
      integer('subcode', optional),
      varchar('trace_id', 64, optional),
      bigint('started_at'),
      bigint('finished_at', optional),
    ],
    indices: [
      { name: 'attempts_of_post', columnNames: ['post_id'] },
      { name: 'attempts_started', columnNames: ['started_at'] },
    ],
    foreignKeys: [belongsTo('posts', 'post_id', 'attempts_post_fk', 'CASCADE')],
  },
  {
    name: 'publisher_heartbeats',
    columns: [varchar('publisher', 64, { isPrimary: true }), bigint('beat_at')],
  },
];

import { Table, TableColumn, TableForeignKey, TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account is a row, and a post refers to it. Columns of users and connections move to the account. Settings that a
 * user enters before there is an account are in `account_settings`.
 */
export class Accounts1765000000000 implements MigrationInterface {
  name = 'Accounts1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(ACCOUNTS));
    await runner.createTable(new Table(SETTINGS));
    await runner.query(
      `INSERT INTO accounts (id, user_id, network, remote_id, name, token, verified_at, expires_at, missing_permissions,
         paused_reason, resumes_at, auto_due_at, expiry_mail_days, next_check_at, next_due_at, is_default,
         given_token, given_token_last4, upload_frequency, photo_upload_frequency, page_remote_id)
       SELECT c.id, c.user_id, c.network, c.account_id, c.account_name, c.token, c.verified_at, c.expires_at,
         c.missing_permissions, c.paused_reason, c.resumes_at, c.auto_due_at, c.expiry_mail_days,
         COALESCE(c.checked_at, 0) + ${DAY_MS}, 0, 1,
         u.access_token, u.access_token_last4, u.upload_frequency, u.photo_upload_frequency,
         CASE c.network WHEN 'instagram' THEN u.page_id ELSE NULL END
       FROM connections c JOIN users u ON u.id = c.user_id`,
    );
    // Settings that an account has are not stored a second time.
    await runner.query(
      `INSERT INTO account_settings (user_id, access_token, access_token_last4, page_id, instagram_page_id,
         upload_frequency, photo_upload_frequency)
       SELECT u.id, CASE WHEN a.id IS NULL THEN u.access_token ELSE NULL END,
         CASE WHEN a.id IS NULL THEN u.access_token_last4 ELSE NULL END,
         CASE WHEN a.id IS NULL THEN u.page_id ELSE NULL END,
         CASE WHEN a.id IS NULL THEN u.instagram_page_id ELSE NULL END,
         u.upload_frequency, u.photo_upload_frequency
       FROM users u LEFT JOIN accounts a ON a.user_id = u.id AND a.network = 'facebook'`,
    );
    await runner.addColumn('posts', new TableColumn(ACCOUNT_ID));
    await runner.query(
      `UPDATE posts SET account_id =
         (SELECT a.id FROM accounts a WHERE a.user_id = posts.user_id AND a.network = posts.network)`,
    );
    await runner.createForeignKey('posts', new TableForeignKey(POSTS_ACCOUNT));
    for (const index of POSTS_INDICES) await runner.createIndex('posts', new TableIndex(index));
    await this.rekeyUses(runner, `COALESCE((${REMOTE_ID}), '')`);
    await runner.dropTable('connections');
    await runner.dropTable('account_locks');
    await runner.dropColumns(
      'users',
      ON_USERS.map(({ name }) => name),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.addColumns(
      'users',
      ON_USERS.map((column) => new TableColumn(column)),
    );
    await runner.query(
      `UPDATE users SET
         access_token = COALESCE((SELECT given_token FROM accounts a WHERE ${PAGE}), (SELECT s.access_token FROM account_settings s WHERE s.user_id = users.id)),
         access_token_last4 = COALESCE((SELECT given_token_last4 FROM accounts a WHERE ${PAGE}), (SELECT s.access_token_last4 FROM account_settings s WHERE s.user_id = users.id)),
         page_id = COALESCE((SELECT remote_id FROM accounts a WHERE ${PAGE}), (SELECT s.page_id FROM account_settings s WHERE s.user_id = users.id)),
         instagram_page_id = COALESCE((SELECT remote_id FROM accounts a WHERE ${INSTAGRAM}), (SELECT s.instagram_page_id FROM account_settings s WHERE s.user_id = users.id)),
         upload_frequency = COALESCE((SELECT s.upload_frequency FROM account_settings s WHERE s.user_id = users.id), 60),
         photo_upload_frequency = COALESCE((SELECT s.photo_upload_frequency FROM account_settings s WHERE s.user_id = users.id), 60)`,
    );
    await runner.createTable(new Table(LOCKS));
    await runner.createTable(new Table(CONNECTIONS));
    await runner.query(
      `INSERT INTO connections (id, user_id, network, account_id, account_name, token, verified_at, expires_at,
         missing_permissions, paused_reason, resumes_at, auto_due_at, expiry_mail_days, checked_at)
       SELECT id, user_id, network, remote_id, name, token, verified_at, expires_at, missing_permissions,
         paused_reason, resumes_at, auto_due_at, expiry_mail_days, next_check_at - ${DAY_MS}
       FROM accounts WHERE is_default = 1`,
    );
    await this.rekeyUses(runner, undefined);
    // MySQL needs the index as long as the foreign key exists.
    await runner.dropForeignKey('posts', POSTS_ACCOUNT.name);
    for (const { name } of POSTS_INDICES) await runner.dropIndex('posts', name);
    await runner.dropColumn('posts', 'account_id');
    await runner.dropTable('account_settings');
    await runner.dropTable('accounts');
  }

  /** The databases change a primary key in different ways, so the table is made again and its rows are copied back. */
  private async rekeyUses(runner: QueryRunner, remoteId: string | undefined): Promise<void> {
    await runner.createTable(new Table(KEPT_USES));
    await runner.query(
      'INSERT INTO kept_uses (user_id, network, shared_video_id, used_at) SELECT user_id, network, shared_video_id, MAX(used_at) FROM library_uses GROUP BY user_id, network, shared_video_id',
    );
    await runner.dropTable('library_uses');
    await runner.createTable(new Table(usesTable(remoteId !== undefined)));
    await runner.query(
      `INSERT INTO library_uses (user_id, network, ${remoteId ? 'remote_id, ' : ''}shared_video_id, used_at)
       SELECT k.user_id, k.network, ${remoteId ? `${remoteId}, ` : ''}k.shared_video_id, k.used_at FROM kept_uses k`,
    );
    await runner.dropTable('kept_uses');
  }
}

const DAY_MS = 86_400_000;

const REMOTE_ID = 'SELECT a.remote_id FROM accounts a WHERE a.user_id = k.user_id AND a.network = k.network';
const PAGE = "a.user_id = users.id AND a.is_default = 1 AND a.network = 'facebook'";
const INSTAGRAM = "a.user_id = users.id AND a.is_default = 1 AND a.network = 'instagram'";

const optional = { isNullable: true };
const integer = (name: string, options = {}) => ({ name, type: 'integer', ...options });
const bigint = (name: string, options = {}) => ({ name, type: 'bigint', ...options });
const text = (name: string, options = {}) => ({ name, type: 'text', ...options });
const varchar = (name: string, length: number, options = {}) => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});
const id = integer('id', {
  isPrimary: true,
  isGenerated: true,
  generationStrategy: 'increment' as const,
});
const belongsTo = (table: string, column: string, name: string, onDelete = 'CASCADE') => ({
  name,
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'RESTRICT',
});

const ACCOUNTS = {
  name: 'accounts',
  columns: [
    id,
    integer('user_id'),
    varchar('network', 16),
    varchar('remote_id', 32),
    varchar('page_remote_id', 32, optional),
    varchar('name', 255, optional),
    integer('is_default', optional),
    bigint('removed_at', { default: 0 }),
    text('token', optional),
    text('given_token', optional),
    varchar('given_token_last4', 8, optional),
    varchar('meta_user_id', 32, optional),
    varchar('picture_key', 191, optional),
    bigint('verified_at', optional),
    bigint('expires_at', optional),
    text('missing_permissions', optional),
    text('paused_reason', optional),
    bigint('resumes_at', optional),
    integer('expiry_mail_days', optional),
    bigint('next_check_at', optional),
    integer('upload_frequency', { default: 60 }),
    integer('photo_upload_frequency', { default: 60 }),
    varchar('posting', 16, { default: "'frequency'" }),
    text('slots', optional),
    bigint('auto_due_at', optional),
    bigint('next_due_at', optional),
    bigint('turn', optional),
    bigint('served_at', optional),
    integer('held_by', optional),
    bigint('held_until', optional),
    integer('changes', { default: 0 }),
  ],
  indices: [
    {
      name: 'accounts_remote_id',
      columnNames: ['user_id', 'network', 'remote_id', 'removed_at'],
      isUnique: true,
    },
    { name: 'accounts_default', columnNames: ['user_id', 'network', 'is_default'], isUnique: true },
    { name: 'accounts_shared', columnNames: ['network', 'remote_id'] },
    { name: 'accounts_due', columnNames: ['next_due_at'] },
    { name: 'accounts_line', columnNames: ['turn'] },
    { name: 'accounts_held', columnNames: ['held_by'] },
    { name: 'accounts_auto', columnNames: ['auto_due_at'] },
    { name: 'accounts_check', columnNames: ['next_check_at'] },
    { name: 'accounts_expiry', columnNames: ['expires_at'] },
  ],
  foreignKeys: [belongsTo('users', 'user_id', 'accounts_user_fk')],
};

const ON_USERS = [
  text('access_token', optional),
  varchar('access_token_last4', 8, optional),
  varchar('page_id', 32, optional),
  varchar('instagram_page_id', 32, optional),
  integer('upload_frequency', { default: 60 }),
  integer('photo_upload_frequency', { default: 60 }),
];

const SETTINGS = {
  name: 'account_settings',
  columns: [id, integer('user_id'), ...ON_USERS, integer('saves', { default: 0 })],
  indices: [{ name: 'account_settings_user', columnNames: ['user_id'], isUnique: true }],
  foreignKeys: [belongsTo('users', 'user_id', 'account_settings_user_fk')],
};

const ACCOUNT_ID = integer('account_id', optional);

const POSTS_ACCOUNT = belongsTo('accounts', 'account_id', 'posts_account_fk', 'SET NULL');

const POSTS_INDICES = [
  { name: 'posts_of_account', columnNames: ['account_id', 'status', 'due_at'] },
  { name: 'posts_published', columnNames: ['account_id', 'kind', 'published_at'] },
];

const KEPT_USES = {
  name: 'kept_uses',
  columns: [integer('user_id'), varchar('network', 16), integer('shared_video_id'), bigint('used_at')],
};

const usesTable = (byRemoteId: boolean) => ({
  name: 'library_uses',
  columns: [
    integer('user_id', { isPrimary: true }),
    varchar('network', 16, { isPrimary: true }),
    ...(byRemoteId ? [varchar('remote_id', 32, { isPrimary: true })] : []),
    integer('shared_video_id', { isPrimary: true }),
    bigint('used_at'),
  ],
  indices: [{ name: 'library_uses_video', columnNames: ['shared_video_id'] }],
  foreignKeys: [
    belongsTo('users', 'user_id', 'library_uses_user_fk'),
    belongsTo('shared_videos', 'shared_video_id', 'library_uses_video_fk'),
  ],
});

const LOCKS = {
  name: 'account_locks',
  columns: [
    varchar('network', 16, { isPrimary: true }),
    varchar('account_id', 32, { isPrimary: true }),
    integer('held_by', optional),
    bigint('held_until', optional),
    bigint('served_at', optional),
  ],
  indices: [{ name: 'account_locks_end', columnNames: ['held_until'] }],
};

const CONNECTIONS = {
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
    bigint('auto_due_at', optional),
    integer('expiry_mail_days', optional),
    bigint('checked_at', optional),
    text('missing_permissions', optional),
  ],
  indices: [
    { name: 'connections_user_network', columnNames: ['user_id', 'network'], isUnique: true },
    { name: 'connections_auto', columnNames: ['auto_due_at'] },
  ],
  foreignKeys: [belongsTo('users', 'user_id', 'connections_user_fk')],
};

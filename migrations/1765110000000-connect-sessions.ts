import { Table, type MigrationInterface, type QueryRunner, type TableForeignKeyOptions } from 'typeorm';

/** Connections by the login dialog that are under way, and the Pages that each offers. */
export class ConnectSessions1765110000000 implements MigrationInterface {
  name = 'ConnectSessions1765110000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}

const optional = { isNullable: true };
const integer = (name: string, options = {}) => ({ name, type: 'integer', ...options });
const bigint = (name: string, options = {}) => ({ name, type: 'bigint', ...options });
const text = (name: string) => ({ name, type: 'text', ...optional });
const varchar = (name: string, length: number, options = {}) => ({
  name,
  type: 'varchar',
  length: String(length),
  ...options,
});
const id = () =>
  integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' as const });

const cascade = (name: string, column: string, referencedTableName: string): TableForeignKeyOptions => ({
  name,
  columnNames: [column],
  referencedTableName,
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'RESTRICT',
});

const TABLES = [
  {
    name: 'connect_sessions',
    columns: [
      id(),
      integer('user_id'),
      varchar('state_hash', 64),
      varchar('cookie_hash', 64),
      bigint('created_at'),
      varchar('outcome', 16, optional),
      bigint('ended_at', optional),
      text('token'),
      varchar('meta_user_id', 32, optional),
      text('missing_permissions'),
      bigint('data_access_expires_at', optional),
      varchar('locked_by', 36, optional),
      bigint('locked_until', optional),
    ],
    indices: [
      { name: 'connect_sessions_state', columnNames: ['state_hash'], isUnique: true },
      { name: 'connect_sessions_user', columnNames: ['user_id'] },
      { name: 'connect_sessions_created', columnNames: ['created_at'] },
    ],
    foreignKeys: [cascade('connect_sessions_user_fk', 'user_id', 'users')],
  },
  {
    name: 'connect_pages',
    columns: [
      id(),
      integer('session_id'),
      varchar('remote_id', 32),
      varchar('name', 255),
      text('token'),
      integer('may_post'),
      text('picture_url'),
      varchar('instagram_id', 32, optional),
      varchar('instagram_username', 255, optional),
      text('instagram_picture_url'),
      bigint('expires_at'),
    ],
    indices: [
      { name: 'connect_pages_of_session', columnNames: ['session_id', 'remote_id'], isUnique: true },
      { name: 'connect_pages_expiry', columnNames: ['expires_at'] },
    ],
    foreignKeys: [cascade('connect_pages_session_fk', 'session_id', 'connect_sessions')],
  },
];

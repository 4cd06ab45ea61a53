import { createHash } from 'node:crypto';
import {
  Table,
  TableColumn,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
  type TableForeignKeyOptions,
} from 'typeorm';

/**
 * Sessions by hash, with details for their owner; several valid reset links; known addresses; exact comparison of
 * e-mails.
 */
export class SignIn1764400000000 implements MigrationInterface {
  name = 'SignIn1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    const open = (await runner.query('SELECT id, user_id, created_at, expires_at FROM sessions')) as OldRow[];
    await runner.dropTable('sessions');
    for (const table of [SESSIONS, ...NEW_TABLES]) await runner.createTable(new Table(table));
    for (const { id, user_id, created_at, expires_at } of open)
      await runner.query(
        'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at) VALUES (?, ?, ?, ?, ?)',
        [createHash('sha256').update(id).digest('hex'), user_id, created_at, expires_at, created_at],
      );
    await runner.dropColumns(
      'users',
      RESET_COLUMNS.map(({ name }) => name),
    );
    await collate(runner, 'utf8mb4_bin');
  }

  /** The session ids cannot be restored from their hashes, so every user has to sign in again. */
  async down(runner: QueryRunner): Promise<void> {
    await collate(runner, 'utf8mb4_general_ci');
    await runner.addColumns(
      'users',
      RESET_COLUMNS.map((column) => new TableColumn(column)),
    );
    const open = (await runner.query(
      'SELECT token_hash AS id, user_id, created_at, expires_at FROM sessions',
    )) as OldRow[];
    for (const { name } of [SESSIONS, ...NEW_TABLES].reverse()) await runner.dropTable(name);
    await runner.createTable(new Table(OLD_SESSIONS));
    for (const { id, user_id, created_at, expires_at } of open)
      await runner.query('INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)', [
        id,
        user_id,
        created_at,
        expires_at,
      ]);
  }
}

interface OldRow {
  id: string;
  user_id: number;
  created_at: number;
  expires_at: number;
}

/**
 * SQLite compares exactly; MySQL's usual collations treat `ádmin` as `admin`. Plain SQL, because the Table API would
 * drop the column.
 */
async function collate(runner: QueryRunner, collation: string): Promise<void> {
  if (runner.dataSource.options.type === 'better-sqlite3') return;
  await runner.query(
    `ALTER TABLE users MODIFY email varchar(191) CHARACTER SET utf8mb4 COLLATE ${collation} NOT NULL`,
  );
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
const varchar = (
  name: string,
  length: number,
  more: Partial<TableColumnOptions> = {},
): TableColumnOptions => ({ name, type: 'varchar', length: String(length), ...more });
const optional = { isNullable: true };
const ofUser = (name: string): TableForeignKeyOptions => ({
  name,
  columnNames: ['user_id'],
  referencedTableName: 'users',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'RESTRICT',
});

const SESSIONS = {
  name: 'sessions',
  columns: [
    id,
    varchar('token_hash', 64),
    integer('user_id'),
    bigint('created_at'),
    bigint('expires_at'),
    bigint('last_seen_at'),
    varchar('agent', 255, optional),
    varchar('address', 64, optional),
  ],
  indices: [
    { name: 'sessions_token', columnNames: ['token_hash'], isUnique: true },
    { name: 'sessions_user', columnNames: ['user_id'] },
    { name: 'sessions_expiry', columnNames: ['expires_at'] },
  ],
  foreignKeys: [ofUser('sessions_user_fk')],
};

const NEW_TABLES = [
  {
    name: 'reset_links',
    columns: [id, varchar('token_hash', 64), integer('user_id'), bigint('created_at'), bigint('expires_at')],
    indices: [
      { name: 'reset_links_token', columnNames: ['token_hash'], isUnique: true },
      { name: 'reset_links_user', columnNames: ['user_id'] },
      { name: 'reset_links_expiry', columnNames: ['expires_at'] },
    ],
    foreignKeys: [ofUser('reset_links_user_fk')],
  },
  {
    name: 'known_addresses',
    columns: [
      integer('user_id', { isPrimary: true }),
      varchar('address', 64, { isPrimary: true }),
      bigint('signed_in_at'),
    ],
    indices: [{ name: 'known_addresses_age', columnNames: ['signed_in_at'] }],
    foreignKeys: [ofUser('known_addresses_user_fk')],
  },
];

const OLD_SESSIONS = {
  name: 'sessions',
  columns: [
    varchar('id', 64, { isPrimary: true }),
    integer('user_id'),
    bigint('created_at'),
    bigint('expires_at'),
  ],
  indices: [
    { name: 'sessions_user', columnNames: ['user_id'] },
    { name: 'sessions_expiry', columnNames: ['expires_at'] },
  ],
  foreignKeys: [ofUser('sessions_user_fk')],
};

const RESET_COLUMNS = [varchar('reset_token_hash', 64, optional), bigint('reset_expires_at', optional)];

import {
  Table,
  TableColumn,
  type MigrationInterface,
  type QueryRunner,
  type TableForeignKeyOptions,
} from 'typeorm';

/** A second factor for sign-in, its recovery codes, and sign-ins that wait for it. */
export class TwoFactors1764510000000 implements MigrationInterface {
  name = 'TwoFactors1764510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(
      'users',
      USER_COLUMNS.map((column) => new TableColumn(column)),
    );
    for (const table of TABLES) await runner.createTable(new Table(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
    await runner.dropColumns(
      'users',
      USER_COLUMNS.map(({ name }) => name),
    );
  }
}

const USER_COLUMNS = [
  { name: 'two_factor', type: 'integer', default: 0 },
  { name: 'two_factor_secret', type: 'text', isNullable: true },
  { name: 'two_factor_step', type: 'integer', default: 0 },
];

const ofUser = (name: string): TableForeignKeyOptions => ({
  name,
  columnNames: ['user_id'],
  referencedTableName: 'users',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'RESTRICT',
});

const TABLES = [
  {
    name: 'recovery_codes',
    columns: [
      { name: 'code_hash', type: 'varchar', length: '64', isPrimary: true },
      { name: 'user_id', type: 'integer' },
    ],
    indices: [{ name: 'recovery_codes_user', columnNames: ['user_id'] }],
    foreignKeys: [ofUser('recovery_codes_user_fk')],
  },
  {
    name: 'sign_in_challenges',
    columns: [
      { name: 'token_hash', type: 'varchar', length: '64', isPrimary: true },
      { name: 'user_id', type: 'integer' },
      { name: 'tries', type: 'integer', default: 0 },
      { name: 'expires_at', type: 'bigint' },
    ],
    indices: [
      { name: 'sign_in_challenges_user', columnNames: ['user_id'] },
      { name: 'sign_in_challenges_expiry', columnNames: ['expires_at'] },
    ],
    foreignKeys: [ofUser('sign_in_challenges_user_fk')],
  },
];

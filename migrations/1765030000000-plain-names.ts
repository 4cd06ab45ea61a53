import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Renames what means something else in this field: the tables `attempts` and `wide_reviews`, and two columns of
 * `posts`.
 */
export class PlainNames1765030000000 implements MigrationInterface {
  name = 'PlainNames1765030000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.copySteps(runner, 'attempts', 'publish_steps');
    await this.renameTable(runner, 'wide_reviews', 'bulk_marks');
    await this.renameColumn(runner, 'owner', 'locked_by');
    await this.renameColumn(runner, 'handle', 'remote_session');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.renameColumn(runner, 'remote_session', 'handle');
    await this.renameColumn(runner, 'locked_by', 'owner');
    await this.renameTable(runner, 'bulk_marks', 'wide_reviews');
    await this.copySteps(runner, 'publish_steps', 'attempts');
  }

  /** A copy, as SQLite cannot rename the foreign key of a table. MySQL may be left with a part of it. */
  private async copySteps(runner: QueryRunner, from: string, to: string): Promise<void> {
    if (!(await runner.hasTable(from))) return;
    if (await runner.hasTable(to)) await runner.dropTable(to);
    await runner.createTable(new Table(stepsTable(to)));
    await runner.query(`INSERT INTO ${to} (${NAMES}) SELECT ${NAMES} FROM ${from}`);
    await runner.dropTable(from);
  }

  private async renameTable(runner: QueryRunner, from: string, to: string): Promise<void> {
    if (await runner.hasTable(from)) await runner.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  }

  private async renameColumn(runner: QueryRunner, from: string, to: string): Promise<void> {
    if (await runner.hasColumn('posts', from))
      await runner.query(`ALTER TABLE posts RENAME COLUMN ${from} TO ${to}`);
  }
}

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

const COLUMNS = [
  integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' as const }),
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
];

const NAMES = COLUMNS.map(({ name }) => name).join(', ');

const stepsTable = (name: string) => ({
  name,
  columns: COLUMNS,
  indices: [
    { name: `${name}_of_post`, columnNames: ['post_id'] },
    { name: `${name}_started`, columnNames: ['started_at'] },
  ],
  foreignKeys: [
    {
      name: `${name}_post_fk`,
      columnNames: ['post_id'],
      referencedTableName: 'posts',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'RESTRICT',
    },
  ],
});

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order of waiting posts, and which slot of an account was filled last. */
export class PostingTimes1765170000000 implements MigrationInterface {
  name = 'PostingTimes1765170000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of COLUMNS)
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}

const COLUMNS = [
  ['posts', 'queued_at', 'bigint NULL'],
  ['accounts', 'filled_slot', 'bigint NOT NULL DEFAULT 0'],
] as const;

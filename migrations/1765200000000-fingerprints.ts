import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What tells that two posts have the same file, also when the bytes are gone. Unknown for earlier posts. In plain SQL,
 * which leaves the rows where they are: TypeORM would copy the whole table on SQLite.
 */
export class Fingerprints1765200000000 implements MigrationInterface {
  name = 'Fingerprints1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE posts ADD COLUMN fingerprint varchar(64)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE posts DROP COLUMN fingerprint');
  }
}

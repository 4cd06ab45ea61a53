import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A call with an `Idempotency-Key` notes that it begins to write, so that it is not made again when its end is unknown. */
export class BegunCalls1765280000000 implements MigrationInterface {
  name = 'BegunCalls1765280000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keyed_calls ADD COLUMN begun integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keyed_calls DROP COLUMN begun');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that lose their use soonest are sent before the others. What waits already is not among them. */
export class UrgentMails1765302000000 implements MigrationInterface {
  name = 'UrgentMails1765302000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mails ADD COLUMN is_urgent integer NOT NULL DEFAULT 0');
    await runner.query('CREATE INDEX mails_turn ON mails (is_urgent, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      runner.dataSource.options.type === 'better-sqlite3'
        ? 'DROP INDEX mails_turn'
        : 'DROP INDEX mails_turn ON mails',
    );
    await runner.query('ALTER TABLE mails DROP COLUMN is_urgent');
  }
}

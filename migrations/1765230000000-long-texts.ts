import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts for a Page have up to 63,206 characters, and MySQL's `text` only 65,535 bytes. SQLite's has no such limit. */
export class LongTexts1765230000000 implements MigrationInterface {
  name = 'LongTexts1765230000000';

  up(runner: QueryRunner): Promise<void> {
    return change(runner, 'mediumtext');
  }

  down(runner: QueryRunner): Promise<void> {
    return change(runner, 'text');
  }
}

async function change(runner: QueryRunner, type: string): Promise<void> {
  if (runner.dataSource.options.type === 'better-sqlite3') return;
  await runner.query(`ALTER TABLE posts MODIFY description ${type} NULL, MODIFY posted_text ${type} NULL`);
}

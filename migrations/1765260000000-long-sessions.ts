import type { MigrationInterface, QueryRunner } from 'typeorm';

/** After a restore the session of a post has its text, which may be longer than MySQL's `text`. */
export class LongSessions1765260000000 implements MigrationInterface {
  name = 'LongSessions1765260000000';

  up(runner: QueryRunner): Promise<void> {
    return change(runner, 'mediumtext');
  }

  down(runner: QueryRunner): Promise<void> {
    return change(runner, 'text');
  }
}

async function change(runner: QueryRunner, type: string): Promise<void> {
  if (runner.dataSource.options.type === 'better-sqlite3') return;
  await runner.query(`ALTER TABLE posts MODIFY remote_session ${type} NULL`);
}

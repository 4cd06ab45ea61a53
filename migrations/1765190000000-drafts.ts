import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drafts, posts that were made together, and the list of all posts of a user. In plain SQL, which leaves the rows where
 * they are: TypeORM would copy the whole table on SQLite.
 */
export class Drafts1765190000000 implements MigrationInterface {
  name = 'Drafts1765190000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE posts ADD COLUMN draft integer NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE posts ADD COLUMN group_id integer');
    await runner.query('CREATE INDEX posts_of_user ON posts (user_id, created_at)');
    await runner.query('CREATE INDEX posts_of_group ON posts (user_id, group_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['posts_of_group', 'posts_of_user']) await runner.dropIndex('posts', name);
    for (const name of ['group_id', 'draft']) await runner.query(`ALTER TABLE posts DROP COLUMN ${name}`);
  }
}

import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const BY_REMOTE_ID = { name: 'posts_remote_id', columnNames: ['remote_id'] };

/**
 * Finds posts by remote id: several users may connect one account, and what is public there belongs to one post of one
 * user.
 */
export class PostsByRemoteId1764970000000 implements MigrationInterface {
  name = 'PostsByRemoteId1764970000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('posts', new TableIndex(BY_REMOTE_ID));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('posts', BY_REMOTE_ID.name);
  }
}

import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const before = new TableIndex({ name: 'posts_shared', columnNames: ['shared_video_id'] });
const after = new TableIndex({ name: 'posts_of_shared_video', columnNames: ['shared_video_id', 'status'] });

/**
 * Finds out whether a post made from a video is still open without reading all of its posts. MySQL does not drop an
 * index that a foreign key needs, so the new one comes first.
 */
export class PostsOfSharedVideos1765020000000 implements MigrationInterface {
  name = 'PostsOfSharedVideos1765020000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('posts', after);
    await runner.dropIndex('posts', before);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('posts', before);
    await runner.dropIndex('posts', after);
  }
}

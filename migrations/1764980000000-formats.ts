import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The format of a post: what it becomes on its network, in addition to the list it is in. */
export class Formats1764980000000 implements MigrationInterface {
  name = 'Formats1764980000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'posts',
      new TableColumn({ name: 'format', type: 'varchar', length: '16', default: "''" }),
    );
    await runner.query(
      "UPDATE posts SET format = CASE kind WHEN 'instagram_video' THEN 'reel' ELSE kind END",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('posts', 'format');
  }
}

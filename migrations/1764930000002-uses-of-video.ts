import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Finds the uses of a library video by an index, instead of reading all uses. */
export class UsesOfVideo1764930000002 implements MigrationInterface {
  name = 'UsesOfVideo1764930000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'library_uses',
      new TableIndex({ name: 'library_uses_video', columnNames: ['shared_video_id'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // MySQL needs an index for each foreign key. It dropped its own when ours was made, so one must exist before ours
    // goes.
    if (runner.dataSource.options.type !== 'better-sqlite3')
      await runner.createIndex(
        'library_uses',
        new TableIndex({ name: 'library_uses_video_fk', columnNames: ['shared_video_id'] }),
      );
    await runner.dropIndex('library_uses', 'library_uses_video');
  }
}

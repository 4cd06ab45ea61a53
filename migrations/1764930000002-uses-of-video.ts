import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who had a video of the library is found without a look at all that was ever had. */
export class UsesOfVideo1764930000002 implements MigrationInterface {
  name = 'UsesOfVideo1764930000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'library_uses',
      new TableIndex({ name: 'library_uses_video', columnNames: ['shared_video_id'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // MySQL keeps an index for each foreign key; its own one made room for ours.
    if (runner.dataSource.options.type !== 'better-sqlite3')
      await runner.createIndex(
        'library_uses',
        new TableIndex({ name: 'library_uses_video_fk', columnNames: ['shared_video_id'] }),
      );
    await runner.dropIndex('library_uses', 'library_uses_video');
  }
}

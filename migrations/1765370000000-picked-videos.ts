import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells which uses of the library come from users alone, and finds them. Of those before, it is not known. */
export class PickedVideos1765370000000 implements MigrationInterface {
  name = 'PickedVideos1765370000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE library_uses ADD COLUMN picked integer NOT NULL DEFAULT 0');
    // MySQL needs an index for the foreign key to the video at all times, so the new one comes first.
    await runner.query('CREATE INDEX library_uses_of_video ON library_uses (shared_video_id, user_id)');
    await runner.dropIndex('library_uses', 'library_uses_video');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX library_uses_video ON library_uses (shared_video_id)');
    await runner.dropIndex('library_uses', 'library_uses_of_video');
    await runner.query('ALTER TABLE library_uses DROP COLUMN picked');
  }
}

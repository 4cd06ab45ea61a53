import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says of each film for a Page whether it is a reel, as its length decided so far. */
export class FacebookReels1765220000001 implements MigrationInterface {
  name = 'FacebookReels1765220000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "UPDATE posts SET format = 'reel' WHERE network = 'facebook' AND format = 'video' AND COALESCE(duration_ms, 0) <= 90000",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE posts SET format = 'video' WHERE network = 'facebook' AND format = 'reel'");
  }
}

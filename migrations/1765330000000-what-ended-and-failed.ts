import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What administrators are shown every few seconds is counted from indexes: what ended lately, and what failed. */
export class WhatEndedAndFailed1765330000000 implements MigrationInterface {
  name = 'WhatEndedAndFailed1765330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX posts_ended ON posts (idle_since, status)');
    await runner.dropIndex('posts', 'posts_idle');
    await runner.query('CREATE INDEX publish_steps_outcome ON publish_steps (outcome)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('publish_steps', 'publish_steps_outcome');
    await runner.query('CREATE INDEX posts_idle ON posts (idle_since)');
    await runner.dropIndex('posts', 'posts_ended');
  }
}

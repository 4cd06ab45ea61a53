import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Changes after which the automatic schedules of many users must be computed again. */
export class WideReviews1764930000000 implements MigrationInterface {
  name = 'WideReviews1764930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'wide_reviews',
        columns: [
          {
            name: 'id',
            type: 'integer',
            isPrimary: true,
            isGenerated: true,
            generationStrategy: 'increment',
          },
          { name: 'scope', type: 'varchar', length: '24' },
          { name: 'subject', type: 'integer' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('wide_reviews');
  }
}

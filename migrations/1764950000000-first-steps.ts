import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Whether a user has dismissed the first steps. */
export class FirstSteps1764950000000 implements MigrationInterface {
  name = 'FirstSteps1764950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'users',
      new TableColumn({ name: 'first_steps_dismissed', type: 'integer', default: 0 }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('users', 'first_steps_dismissed');
  }
}

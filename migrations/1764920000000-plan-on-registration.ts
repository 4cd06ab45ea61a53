import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The plan that each user gets on registration. */
export class PlanOnRegistration1764920000000 implements MigrationInterface {
  name = 'PlanOnRegistration1764920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'plans',
      new TableColumn({ name: 'on_registration', type: 'integer', default: 0 }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('plans', 'on_registration');
  }
}

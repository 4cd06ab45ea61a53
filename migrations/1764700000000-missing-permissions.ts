import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The permissions that a connection's token lacks. */
export class MissingPermissions1764700000000 implements MigrationInterface {
  name = 'MissingPermissions1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'connections',
      new TableColumn({ name: 'missing_permissions', type: 'text', isNullable: true }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('connections', 'missing_permissions');
  }
}

import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Plan requests: users ask for a plan, administrators grant or decline. */
export class PlanRequests1764910000000 implements MigrationInterface {
  name = 'PlanRequests1764910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(PLAN_REQUESTS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('plan_requests');
  }
}

const PLAN_REQUESTS = {
  name: 'plan_requests',
  columns: [
    {
      name: 'id',
      type: 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment' as const,
    },
    { name: 'user_id', type: 'integer' },
    { name: 'open_user_id', type: 'integer', isNullable: true },
    { name: 'plan_id', type: 'integer' },
    { name: 'message', type: 'text', isNullable: true },
    { name: 'status', type: 'varchar', length: '16' },
    { name: 'created_at', type: 'bigint' },
    { name: 'decided_at', type: 'bigint', isNullable: true },
  ],
  indices: [
    { name: 'plan_requests_user', columnNames: ['user_id'] },
    { name: 'plan_requests_open', columnNames: ['open_user_id'], isUnique: true },
  ],
  foreignKeys: [
    {
      name: 'plan_requests_user_fk',
      columnNames: ['user_id'],
      referencedTableName: 'users',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'RESTRICT',
    },
  ],
};

import { randomUUID } from 'node:crypto';
import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The ids of this installation and of its storage; chores, which one process at a time does for all. */
export class Installation1764800000000 implements MigrationInterface {
  name = 'Installation1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
    await runner.query('INSERT INTO installation (id, uuid) VALUES (1, ?)', [randomUUID()]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}

const TABLES = [
  {
    name: 'installation',
    columns: [
      { name: 'id', type: 'integer', isPrimary: true },
      { name: 'uuid', type: 'varchar', length: '36' },
      { name: 'storage_uuid', type: 'varchar', length: '36', isNullable: true },
    ],
  },
  {
    name: 'chores',
    columns: [
      { name: 'name', type: 'varchar', length: '64', isPrimary: true },
      { name: 'holder', type: 'varchar', length: '64' },
      { name: 'held_until', type: 'bigint' },
    ],
  },
];

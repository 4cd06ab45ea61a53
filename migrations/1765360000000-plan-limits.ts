import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const COLUMNS = ['max_members', 'max_ai_requests'];

/** How many members and requests for AI captions a plan allows (null: any number), and names as long as all others. */
export class PlanLimits1765360000000 implements MigrationInterface {
  name = 'PlanLimits1765360000000';

  async up(runner: QueryRunner): Promise<void> {
    await setNameLength(runner, 255);
    for (const column of COLUMNS) await runner.query(`ALTER TABLE plans ADD COLUMN ${column} integer NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await runner.query(`ALTER TABLE plans DROP COLUMN ${column}`);
    await setNameLength(runner, 100);
  }
}

/** On MySQL in plain SQL, because the Table API would drop the column. SQLite copies the table, which is small. */
async function setNameLength(runner: QueryRunner, length: number): Promise<void> {
  if (runner.dataSource.options.type === 'better-sqlite3') {
    const name = new TableColumn({ name: 'name', type: 'varchar', length: String(length) });
    await runner.changeColumn('plans', 'name', name);
    return;
  }
  await runner.query(`ALTER TABLE plans MODIFY name varchar(${length}) NOT NULL`);
}

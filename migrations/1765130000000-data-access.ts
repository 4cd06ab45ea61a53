import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const INDEX = 'accounts_data_access';

/** When Meta ends the app's access to the data of the person who granted a token: a second clock beside the token's. */
export class DataAccess1765130000000 implements MigrationInterface {
  name = 'DataAccess1765130000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, type } of COLUMNS)
      if (!(await runner.hasColumn('accounts', name)))
        await runner.addColumn('accounts', new TableColumn({ name, type, isNullable: true }));
    await runner.createIndex(
      'accounts',
      new TableIndex({ name: INDEX, columnNames: ['data_access_expires_at'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('accounts', INDEX);
    await runner.dropColumns(
      'accounts',
      COLUMNS.map(({ name }) => name),
    );
  }
}

const COLUMNS = [
  { name: 'data_access_expires_at', type: 'bigint' },
  { name: 'data_access_mail_days', type: 'integer' },
];

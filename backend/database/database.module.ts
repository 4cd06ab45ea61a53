import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { Database } from './database';
import { dataSourceOptions } from './data-source';
import { openMigrated } from './migrate';
import { MysqlDatabase } from './mysql-database';
import { SqliteDatabase } from './sqlite-database';

@Global()
@Module({})
export class DatabaseModule {
  static register(
    database: Config['database'],
    entities: NonNullable<DataSourceOptions['entities']>,
  ): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSourceOptions(database, entities), retryAttempts: 0 }),
          dataSourceFactory: (options) => openMigrated(database, options as DataSourceOptions),
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            database.kind === 'sqlite' ? new SqliteDatabase(dataSource) : new MysqlDatabase(dataSource),
        },
      ],
      exports: [Database],
    };
  }
}

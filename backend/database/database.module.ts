import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';
import { Changes } from './changes';
import { Chores } from './chores';
import { Database } from './database';
import { dataSourceOptions } from './data-source';
import { openMigrated } from './migrate';
import { DatabaseTime } from './database-time';
import { KeyRotation } from './key-rotation';
import { KeysInUse } from './keys-in-use';
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
          useFactory: () => ({
            ...dataSourceOptions(database, entities),
            // No retries: the start ends with the reason, and whatever started the process decides what to do.
            toRetry: () => false,
          }),
          dataSourceFactory: (options) => openMigrated(database, options as DataSourceOptions),
        }),
      ],
      providers: [
        KeyRotation,
        KeysInUse,
        Changes,
        Chores,
        DatabaseTime,
        {
          provide: Database,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => databaseOn(dataSource),
        },
      ],
      exports: [Changes, Chores, Database, DatabaseTime, KeyRotation, KeysInUse],
    };
  }
}

export function databaseOn(dataSource: DataSource): Database {
  return dataSource.options.type === 'better-sqlite3'
    ? new SqliteDatabase(dataSource)
    : new MysqlDatabase(dataSource);
}

import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue as Bull } from 'bull';
import type { RedisServer } from '../../config/config';
import { Database } from '../../database/database';
import { query } from '../../database/tables';
import { bullOptions, namesOf } from './bull-options';
import { BullQueue, type Wake } from './bull-queue';
import { Queue } from './queue';

const NAME = 'wakes';

/** Loaded only if it is wanted: it loads Bull. */
@Module({})
export class BullQueueModule {
  static register(server: RedisServer): DynamicModule {
    return {
      module: BullQueueModule,
      global: true,
      imports: [
        BullModule.registerQueueAsync({
          name: NAME,
          inject: [Database],
          useFactory: async (db: Database) => bullOptions(server, await installationIn(db)),
        }),
      ],
      providers: [
        {
          provide: Queue,
          inject: [getQueueToken(NAME), Database],
          useFactory: async (bull: Bull<Wake>, db: Database) =>
            new BullQueue(bull, namesOf(await installationIn(db))),
        },
      ],
      exports: [Queue],
    };
  }
}

async function installationIn(db: Database): Promise<string> {
  const row = await db.row(query.selectFrom('installation').select('uuid').where('id', '=', 1));
  if (!row) throw new Error('The database has no installation id.');
  return row.uuid;
}

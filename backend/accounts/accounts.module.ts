import { Module } from '@nestjs/common';
import { KeyRotation } from '../database/key-rotation';
import { UsersModule } from '../users/users.module';
import { AccountMonitor } from './account-monitor';
import { AccountChecks } from './account-checks';
import { AccountTurns } from './account-turns';
import { AccountConnection } from './account-connection';
import { AccountsController } from './accounts.controller';
import { AccountsService, SEALED_TOKENS } from './accounts.service';
import { AccountPosts } from './account-posts';
import { FacebookSettings } from './facebook-settings';
import { AutopostSchedule } from './autopost-schedule';
import { BulkMarking } from './bulk-marking';

@Module({
  imports: [UsersModule],
  controllers: [AccountsController],
  providers: [
    AccountsService,
    AccountTurns,
    AccountConnection,
    AccountChecks,
    FacebookSettings,
    AccountMonitor,
    AccountPosts,
    AutopostSchedule,
    BulkMarking,
  ],
  exports: [AccountTurns, AccountsService, AccountPosts, AccountMonitor, AutopostSchedule, BulkMarking],
})
export class AccountsModule {
  constructor(keyRotation: KeyRotation) {
    for (const column of SEALED_TOKENS) keyRotation.include(column);
  }
}

import { Module } from '@nestjs/common';
import { KeyRotation } from '../database/key-rotation';
import { UsersModule } from '../users/users.module';
import { AccountAdding } from './account-adding';
import { AccountChanges } from './account-changes';
import { AccountChecks } from './account-checks';
import { AccountConnection } from './account-connection';
import { AccountEntry } from './account-entry';
import { AccountList } from './account-list';
import { AccountMails } from './account-mails';
import { AccountMonitor } from './account-monitor';
import { AccountOutlook } from './account-outlook';
import { AccountPauses } from './account-pauses';
import { AccountPictures } from './account-pictures';
import { AccountPosts } from './account-posts';
import { AccountQuota } from './account-quota';
import { AccountRemoval } from './account-removal';
import { AccountTurns } from './account-turns';
import { AccountsController } from './accounts.controller';
import { AccountsService, SEALED_TOKENS } from './accounts.service';
import { AutopostSchedule } from './autopost-schedule';
import { BulkMarking } from './bulk-marking';
import { ConnectionController } from './connection.controller';
import { ExpiryWarnings } from './expiry-warnings';
import { FacebookSettings } from './facebook-settings';
import { RefusedTokens } from './refused-tokens';
import { WithdrawnAccess } from './withdrawn-access';

@Module({
  imports: [UsersModule],
  controllers: [AccountsController, ConnectionController],
  providers: [
    AccountsService,
    AccountTurns,
    AccountConnection,
    AccountAdding,
    AccountChanges,
    AccountChecks,
    AccountEntry,
    AccountList,
    AccountMails,
    AccountOutlook,
    AccountPauses,
    AccountQuota,
    AccountRemoval,
    ExpiryWarnings,
    FacebookSettings,
    AccountMonitor,
    AccountPictures,
    AccountPosts,
    AutopostSchedule,
    BulkMarking,
    RefusedTokens,
    WithdrawnAccess,
  ],
  exports: [
    AccountTurns,
    AccountsService,
    AccountAdding,
    AccountList,
    AccountOutlook,
    AccountPauses,
    AccountPosts,
    AccountQuota,
    AutopostSchedule,
    BulkMarking,
    WithdrawnAccess,
  ],
})
export class AccountsModule {
  constructor(keyRotation: KeyRotation) {
    for (const column of SEALED_TOKENS) keyRotation.include(column);
  }
}

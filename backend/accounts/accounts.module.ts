import { Module } from '@nestjs/common';
import { KeyRotation } from '../database/key-rotation';
import { UsersModule } from '../users/users.module';
import { AccountAdding } from './connection/account-adding';
import { AccountChanges } from './account-changes';
import { AccountChecks } from './checks/account-checks';
import { AccountConnection } from './connection/account-connection';
import { AccountEntry } from './connection/account-entry';
import { AccountList } from './account-list';
import { AccountMails } from './mails/account-mails';
import { AccountMonitor } from './checks/account-monitor';
import { AccountOutlook } from './turns/account-outlook';
import { AccountPauses } from './turns/account-pauses';
import { AccountPictures } from './connection/account-pictures';
import { AccountPosts } from './removal/account-posts';
import { AccountQuota } from './account-quota';
import { AccountRemoval } from './removal/account-removal';
import { AccountTurns } from './turns/account-turns';
import { AccountsController } from './accounts.controller';
import { AccountsService, SEALED_TOKENS } from './accounts.service';
import { AutopostSchedule } from './turns/autopost-schedule';
import { BulkMarking } from './turns/bulk-marking';
import { ConnectionController } from './connection/connection.controller';
import { ExpiryWarnings } from './checks/expiry-warnings';
import { FacebookSettings } from './settings/facebook-settings';
import { RefusedTokens } from './checks/refused-tokens';
import { WithdrawnAccess } from './checks/withdrawn-access';

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

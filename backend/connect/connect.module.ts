import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeyRotation } from '../database/key-rotation';
import { ConnectHousekeeping } from './connect-housekeeping';
import { ConnectSessions, SEALED_COLUMNS } from './connect-sessions';
import { ConnectController } from './connect.controller';
import { ConnectService } from './connect.service';
import { DataDeletionController } from './data-deletion.controller';
import { DataDeletions } from './data-deletions';
import { DialogAnswer } from './dialog-answer';
import { MetaRequestsController } from './meta-requests.controller';

@Module({
  imports: [AccountsModule],
  controllers: [MetaRequestsController, ConnectController, DataDeletionController],
  providers: [ConnectService, ConnectSessions, DialogAnswer, DataDeletions, ConnectHousekeeping],
})
export class ConnectModule {
  constructor(keyRotation: KeyRotation) {
    for (const column of SEALED_COLUMNS) keyRotation.include(column);
  }
}

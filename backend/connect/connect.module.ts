import { Module } from '@nestjs/common';
import { KeyRotation } from '../database/key-rotation';
import { ConnectHousekeeping } from './connect-housekeeping';
import { ConnectSessions, SEALED_COLUMNS } from './connect-sessions';
import { ConnectController } from './connect.controller';
import { ConnectService } from './connect.service';
import { DialogAnswer } from './dialog-answer';

@Module({
  controllers: [ConnectController],
  providers: [ConnectService, ConnectSessions, DialogAnswer, ConnectHousekeeping],
})
export class ConnectModule {
  constructor(keyRotation: KeyRotation) {
    for (const column of SEALED_COLUMNS) keyRotation.include(column);
  }
}

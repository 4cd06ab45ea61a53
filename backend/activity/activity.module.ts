import { Module } from '@nestjs/common';
import { Activity } from './activity';
import { ActivityController, AdminActivityController } from './activity.controller';
import { ActivityHousekeeping } from './activity-housekeeping';

@Module({
  controllers: [ActivityController, AdminActivityController],
  providers: [Activity, ActivityHousekeeping],
  exports: [Activity],
})
export class ActivityModule {}

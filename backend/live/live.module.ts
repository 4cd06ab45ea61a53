import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { UsersModule } from '../users/users.module';
import { EventsController } from './events.controller';
import { LiveUpdates } from './live-updates';

@Module({ imports: [ActivityModule, UsersModule], controllers: [EventsController], providers: [LiveUpdates] })
export class LiveModule {}

import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module';
import { EventsController } from './events.controller';
import { LiveUpdates } from './live-updates';

@Module({ imports: [UsersModule], controllers: [EventsController], providers: [LiveUpdates] })
export class LiveModule {}

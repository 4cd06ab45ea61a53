import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module';
import { UsersModule } from '../users/users.module';
import { Plan } from './plan.entity';
import { PlansService } from './plans.service';
import { Quota } from './quota';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  imports: [TypeOrmModule.forFeature([Plan]), UsersModule, ConnectionsModule],
  controllers: [SubscriptionsController],
  providers: [PlansService, SubscriptionsService, Quota],
  exports: [PlansService, SubscriptionsService, Quota],
})
export class SubscriptionsModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module';
import { Plan } from './plan.entity';
import { PlansService } from './plans.service';
import { Quota } from './quota';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  imports: [TypeOrmModule.forFeature([Plan]), UsersModule],
  controllers: [SubscriptionsController],
  providers: [PlansService, SubscriptionsService, Quota],
  exports: [PlansService, SubscriptionsService, Quota],
})
export class SubscriptionsModule {}

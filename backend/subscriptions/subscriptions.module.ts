import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Plan } from './plan.entity';
import { PlansService } from './plans.service';
import { Quota } from './quota';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  imports: [TypeOrmModule.forFeature([Plan])],
  controllers: [SubscriptionsController],
  providers: [PlansService, SubscriptionsService, Quota],
  exports: [PlansService, SubscriptionsService, Quota],
})
export class SubscriptionsModule {}

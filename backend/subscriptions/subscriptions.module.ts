import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { UsersModule } from '../users/users.module';
import { AccountLimit } from './account-limit';
import { PlanRequestsController } from './plan-requests.controller';
import { PlanRequestsService } from './plan-requests.service';
import { PlansService } from './plans.service';
import { PriceSummary } from './price-summary';
import { Quota } from './quota';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  imports: [UsersModule, AccountsModule],
  controllers: [SubscriptionsController, PlanRequestsController],
  providers: [PlansService, PriceSummary, PlanRequestsService, SubscriptionsService, Quota, AccountLimit],
  exports: [PlansService, PriceSummary, PlanRequestsService, SubscriptionsService, Quota],
})
export class SubscriptionsModule {}

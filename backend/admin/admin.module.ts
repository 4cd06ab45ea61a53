import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AuthModule } from '../auth/auth.module';
import { AccountsModule } from '../accounts/accounts.module';
import { PublishingModule } from '../publishing/publishing.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UploadsModule } from '../uploads/uploads.module';
import { UsersModule } from '../users/users.module';
import { AdminFailuresController } from './admin-failures.controller';
import { AdminFailuresService } from './admin-failures.service';
import { AdminPlanRequestsController } from './admin-plan-requests.controller';
import { AdminPlansController } from './admin-plans.controller';
import { AdminPublicationsController } from './admin-publications.controller';
import { AdminPublicationsService } from './admin-publications.service';
import { AdminQueueController } from './admin-queue.controller';
import { AdminQueueService } from './admin-queue.service';
import { AdminSubscriptionsController } from './admin-subscriptions.controller';
import { AdminSubscriptionsService } from './admin-subscriptions.service';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';

@Module({
  imports: [
    ActivityModule,
    UsersModule,
    AuthModule,
    AccountsModule,
    PublishingModule,
    SubscriptionsModule,
    UploadsModule,
  ],
  controllers: [
    AdminUsersController,
    AdminPlanRequestsController,
    AdminPlansController,
    AdminSubscriptionsController,
    AdminPublicationsController,
    AdminQueueController,
    AdminFailuresController,
  ],
  providers: [
    AdminUsersService,
    AdminSubscriptionsService,
    AdminPublicationsService,
    AdminQueueService,
    AdminFailuresService,
  ],
})
export class AdminModule {}

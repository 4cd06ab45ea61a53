import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UsersModule } from '../users/users.module';
import { AdminPlansController } from './admin-plans.controller';
import { AdminPublicationsController } from './admin-publications.controller';
import { AdminPublicationsService } from './admin-publications.service';
import { AdminSubscriptionsController } from './admin-subscriptions.controller';
import { AdminSubscriptionsService } from './admin-subscriptions.service';
import { AdminUsersController } from './admin-users.controller';
import { AdminUsersService } from './admin-users.service';

@Module({
  imports: [UsersModule, ConnectionsModule, SubscriptionsModule],
  controllers: [
    AdminUsersController,
    AdminPlansController,
    AdminSubscriptionsController,
    AdminPublicationsController,
  ],
  providers: [AdminUsersService, AdminSubscriptionsService, AdminPublicationsService],
})
export class AdminModule {}

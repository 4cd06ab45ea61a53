import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AccountsModule } from '../accounts/accounts.module';
import { UploadsModule } from '../uploads/uploads.module';
import { UsersModule } from '../users/users.module';
import { SharedUploadsService } from './shared-uploads.service';
import { SharedVideosController } from './shared-videos.controller';
import { SharedVideosService } from './shared-videos.service';

@Module({
  imports: [ActivityModule, AccountsModule, UploadsModule, UsersModule],
  controllers: [SharedVideosController],
  providers: [SharedVideosService, SharedUploadsService],
  exports: [SharedVideosService],
})
export class SharedVideosModule {}

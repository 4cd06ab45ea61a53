import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { ConnectionsModule } from '../connections/connections.module';
import { SharedUploadsService } from './shared-uploads.service';
import { SharedVideosController } from './shared-videos.controller';
import { SharedVideosService } from './shared-videos.service';

@Module({
  imports: [ActivityModule, ConnectionsModule],
  controllers: [SharedVideosController],
  providers: [SharedVideosService, SharedUploadsService],
  exports: [SharedVideosService],
})
export class SharedVideosModule {}

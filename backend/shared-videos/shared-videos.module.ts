import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module';
import { SharedUploadsService } from './shared-uploads.service';
import { SharedVideosController } from './shared-videos.controller';
import { SharedVideosService } from './shared-videos.service';

@Module({
  imports: [ConnectionsModule],
  controllers: [SharedVideosController],
  providers: [SharedVideosService, SharedUploadsService],
  exports: [SharedVideosService],
})
export class SharedVideosModule {}

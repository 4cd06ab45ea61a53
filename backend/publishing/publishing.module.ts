import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ConnectionsModule } from '../connections/connections.module';
import { Ffprobe } from '../media/ffprobe';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { DuePosts } from './due-posts';
import { Heartbeats } from './heartbeats';
import { Housekeeping } from './housekeeping';
import { PostsRepository } from './posts.repository';
import { PostsService } from './posts.service';
import { PublicationsRepository } from './publications.repository';
import { Publisher } from './publisher';
import { UploadsService } from './uploads.service';

@Module({
  imports: [ScheduleModule.forRoot(), ConnectionsModule, SubscriptionsModule],
  providers: [
    PostsRepository,
    PublicationsRepository,
    PostsService,
    UploadsService,
    Ffprobe,
    Publisher,
    DuePosts,
    Heartbeats,
    Housekeeping,
  ],
  exports: [PostsService, UploadsService, Heartbeats, SubscriptionsModule],
})
export class PublishingModule {}

import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsModule } from '../captions/captions.module';
import { ConnectionsModule } from '../connections/connections.module';
import { SharedVideosModule } from '../shared-videos/shared-videos.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UsersModule } from '../users/users.module';
import { AccountQueues } from './account-queues';
import { DuePosts } from './due-posts';
import { Heartbeats } from './heartbeats';
import { Housekeeping } from './housekeeping';
import { LibraryPicksService } from './library-picks.service';
import { PostsRepository } from './posts.repository';
import { PostsService } from './posts.service';
import { PublicationsRepository } from './publications.repository';
import { Publisher } from './publisher';
import { UploadsService } from './uploads.service';

@Module({
  imports: [
    ScheduleModule.forRoot(),
    CaptionsModule,
    ConnectionsModule,
    SubscriptionsModule,
    SharedVideosModule,
    UsersModule,
  ],
  providers: [
    AccountQueues,
    LibraryPicksService,
    PostsRepository,
    PublicationsRepository,
    PostsService,
    UploadsService,
    Publisher,
    DuePosts,
    Heartbeats,
    Housekeeping,
  ],
  exports: [
    AccountQueues,
    DuePosts,
    Heartbeats,
    LibraryPicksService,
    PostsRepository,
    PostsService,
    UploadsService,
    ConnectionsModule,
    SubscriptionsModule,
  ],
})
export class PublishingModule {}

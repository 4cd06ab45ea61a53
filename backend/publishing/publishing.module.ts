import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsModule } from '../captions/captions.module';
import { ConnectionsModule } from '../connections/connections.module';
import { SharedVideosModule } from '../shared-videos/shared-videos.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UsersModule } from '../users/users.module';
import { AccountQueues } from './account-queues';
import { DepartingPosts } from './departing-posts';
import { DuePosts } from './due-posts';
import { Heartbeats } from './heartbeats';
import { Housekeeping } from './housekeeping';
import { LibraryPicksService } from './library-picks.service';
import { MediaSweep } from './media-sweep';
import { PostsRepository } from './posts.repository';
import { PostsService } from './posts.service';
import { PublicationsRepository } from './publications.repository';
import { Publisher } from './publisher';
import { ReplacementsService } from './replacements.service';
import { Settlement } from './settlement';
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
    DepartingPosts,
    LibraryPicksService,
    PostsRepository,
    PublicationsRepository,
    PostsService,
    UploadsService,
    ReplacementsService,
    Publisher,
    Settlement,
    DuePosts,
    Heartbeats,
    Housekeeping,
    MediaSweep,
  ],
  exports: [
    AccountQueues,
    DuePosts,
    Heartbeats,
    LibraryPicksService,
    PostsRepository,
    PostsService,
    UploadsService,
    Publisher,
    ReplacementsService,
    ConnectionsModule,
    SubscriptionsModule,
  ],
})
export class PublishingModule {}

import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsModule } from '../captions/captions.module';
import { AccountsModule } from '../accounts/accounts.module';
import { SharedVideosModule } from '../shared-videos/shared-videos.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { UsersModule } from '../users/users.module';
import { PostingQueues } from './posting-queues';
import { DailyLimits } from './daily-limits';
import { PostsOnAccountChange } from './posts-on-account-change';
import { Claims } from './claims';
import { DuePosts } from './due-posts';
import { Heartbeats } from './heartbeats';
import { Housekeeping } from './housekeeping';
import { MediaRetention } from './media-retention';
import { OldSteps } from './old-steps';
import { QuotaRecount } from './quota-recount';
import { RemovedVideos } from './removed-videos';
import { PostsFromLibraryService } from './posts-from-library.service';
import { LIST_CONTROLLERS } from './list-controllers';
import { MediaSweep } from './media-sweep';
import { PostMedia } from './post-media';
import { FailedPosts } from './failed-posts';
import { PostChanges } from './post-changes';
import { PostCreation } from './post-creation';
import { PostsRepository } from './posts.repository';
import { PostsService } from './posts.service';
import { NewPosts } from './new-posts';
import { NextPosts } from './next-posts';
import { MissedPosts } from './missed-posts';
import { PostLedgers } from './post-ledger';
import { Publisher } from './publisher';
import { ReplacementsService } from './replacements.service';
import { Settlement } from './settlement';
import { UploadsService } from './uploads.service';

@Module({
  imports: [
    ScheduleModule.forRoot(),
    CaptionsModule,
    AccountsModule,
    SubscriptionsModule,
    SharedVideosModule,
    UsersModule,
  ],
  controllers: LIST_CONTROLLERS,
  providers: [
    PostingQueues,
    PostsOnAccountChange,
    PostsFromLibraryService,
    PostsRepository,
    PostCreation,
    PostChanges,
    FailedPosts,
    Claims,
    DailyLimits,
    NewPosts,
    NextPosts,
    PostMedia,
    MissedPosts,
    PostLedgers,
    PostsService,
    UploadsService,
    ReplacementsService,
    Publisher,
    Settlement,
    DuePosts,
    Heartbeats,
    Housekeeping,
    MediaRetention,
    MediaSweep,
    OldSteps,
    QuotaRecount,
    RemovedVideos,
  ],
  exports: [
    PostingQueues,
    DuePosts,
    Heartbeats,
    MediaSweep,
    PostsFromLibraryService,
    PostsRepository,
    PostCreation,
    PostChanges,
    PostsService,
    UploadsService,
    Publisher,
    ReplacementsService,
    AccountsModule,
    SubscriptionsModule,
  ],
})
export class PublishingModule {}
